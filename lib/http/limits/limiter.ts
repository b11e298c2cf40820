import { RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Bucket, BucketStore, Taken } from "./bucket";

/**
 * A limiter of rate-limiter-flexible over token buckets. The library counts in fixed windows, at whose borders twice
 * the rate passes and a steady caller can be refused; what a count is, is its stores' own business, and this is one.
 * Its points are tokens; `msBeforeNext` is the time until there is another.
 */
export class TokenBucketLimiter extends RateLimiterStoreAbstract {
  /**
   * @param otherwise the buckets to go on with where the store fails; with it, an empty bucket is remembered until
   * its next token, so that a flood asks the store no oftener than it is admitted
   */
  constructor(
    prefix: string,
    private readonly bucket: Bucket,
    private readonly store: BucketStore,
    otherwise?: BucketStore,
  ) {
    super({
      keyPrefix: prefix,
      points: bucket.capacity,
      duration: bucket.capacity / bucket.perSecond,
      storeClient: store,
      ...(otherwise && {
        insuranceLimiter: new TokenBucketLimiter(prefix, bucket, otherwise),
        inMemoryBlockOnConsumed: bucket.capacity + 1,
      }),
    });
  }

  protected override _upsert(key: string, tokens: number): Promise<Taken> {
    return this.store.take(key, tokens, this.bucket);
  }

  protected override _getRateLimiterRes(_key: string, _changed: number, stored: unknown): RateLimiterRes {
    const { admitted, missing } = stored as Taken;
    const { capacity, perSecond } = this.bucket;
    if (!admitted) return new RateLimiterRes(0, ((missing - capacity) / perSecond) * 1000, capacity + 1);
    const consumed = Math.min(capacity, Math.ceil(missing - 1e-6));
    const untilNext = ((missing - Math.floor(missing - 1e-6)) / perSecond) * 1000;
    return new RateLimiterRes(capacity - consumed, untilNext, consumed);
  }
}
