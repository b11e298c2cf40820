/**
 * The class that the library builds its own stores on. Its types name it beside the others, but its entry does not
 * export it, so that it is taken from its file.
 */
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import { RateLimiterStoreAbstract as Base, RateLimiterRes } from "rate-limiter-flexible";

  export default abstract class RateLimiterStoreAbstract extends Base {
    protected abstract _upsert(key: string, points: number): Promise<unknown>;
    protected abstract _getRateLimiterRes(key: string, changed: number, stored: unknown): RateLimiterRes;
  }
}
