import { subscriberOf } from "../../net/addresses";
import { type Bucket, type BucketStore, ROUNDING } from "./bucket";

/** Whether a request may pass, and the headers that tell the caller. */
export interface Verdict {
  admitted: boolean;
  /** Whole seconds until a request would pass, at least 1; null for one that did. */
  retryAfterSeconds: number | null;
  headers: Record<string, string>;
}

/** A limit on requests of each key, or of each network. */
export interface Limit {
  /** @param tokens what the request costs: 1 for most */
  ask(sender: string, tokens?: number): Promise<Verdict>;
  /** Takes what a request cost beyond its token. A bucket's debt is at most its size. */
  charge(sender: string, tokens: number): Promise<void>;
  /** Returns the token that an address paid before its caller's key had been checked. */
  giveBack(sender: string): Promise<void>;
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers. `q` is the bucket, `w` the seconds in which it
 * fills.
 */
export function limit(name: string, bucket: Bucket, store: BucketStore, countedAs = subscriberOf): Limit {
  const { capacity, perSecond } = bucket;
  const described = `"${name}";q=${capacity};w=${Math.ceil(capacity / perSecond)}`;
  const nameOf = (sender: string) => `${name}:${countedAs(sender)}`;
  return {
    async ask(sender, tokens = 1) {
      const { admitted, missing } = await store.take(nameOf(sender), Math.min(tokens, capacity), bucket);
      const whole = Math.ceil(missing - ROUNDING);
      const untilNext = admitted ? missing - Math.floor(missing - ROUNDING) : missing - capacity;
      const seconds = Math.max(1, Math.ceil(untilNext / perSecond));
      return {
        admitted,
        retryAfterSeconds: admitted ? null : seconds,
        headers: {
          "RateLimit-Policy": described,
          RateLimit: `"${name}";r=${Math.max(0, capacity - whole)};t=${seconds}`,
        },
      };
    },
    async charge(sender, tokens) {
      const owing = { capacity: 2 * capacity, perSecond, isOwed: true } as const;
      await store.take(nameOf(sender), Math.min(tokens, capacity), owing);
    },
    async giveBack(sender) {
      await store.take(nameOf(sender), -1, bucket);
    },
  };
}
