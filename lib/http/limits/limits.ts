import { type Bucket, type BucketStore, memoryBuckets, ROUNDING } from "../../../packages/http/limits/bucket";
import { subscriberOf } from "../../../packages/net/addresses";

/** Whether a request may pass, and the headers that tell the caller. */
export interface Verdict {
  admitted: boolean;
  /** Whole seconds until a request would pass, at least 1; null for one that did. */
  retryAfterSeconds: number | null;
  headers: Record<string, string>;
}

/** A limit on requests of each key, or of each network. */
interface Limit {
  /** @param tokens what the request costs: 1 for most */
  ask(sender: string, tokens?: number): Promise<Verdict>;
  /** Takes what a request cost beyond its token. A bucket's debt is at most its size. */
  charge(sender: string, tokens: number): Promise<void>;
  /** Returns the token that an address paid before its caller's key had been checked. */
  giveBack(sender: string): Promise<void>;
}

/**
 * What requests count for: a request without a working key for its `address`, and one for a new link to an enrolment also
 * for `link`. All requests without a known address share one bucket. Contract section 11.
 */
export type Limits = Record<"key" | "address" | "page" | "file" | "link", Limit>;

/** 600 in a minute: a campus shares an address. */
const UNAUTHENTICATED: Bucket = { capacity: 600, perSecond: 10 };
const PAGES: Bucket = { capacity: 200, perSecond: 40 };
/** A page loads some fifteen, once. */
const FILES: Bucket = { capacity: 3_000, perSecond: 600 };

/** 30 an hour, since a classroom shares an address. */
const LINK_REQUESTS: Bucket = { capacity: 30, perSecond: 30 / 3600 };

export const createLimits = ({ key, store }: { key: Bucket; store: BucketStore }): Limits => ({
  key: limit("key", key, store, (keyId) => keyId),
  address: limit("address", UNAUTHENTICATED, store),
  page: limit("page", PAGES, store),
  // Each server counts its own: a file costs less than a shared count of it.
  file: limit("file", FILES, memoryBuckets()),
  link: limit("link", LINK_REQUESTS, store),
});

/**
 * Contract section 11: the headers of draft-ietf-httpapi-ratelimit-headers. `q` is the bucket, `w` the seconds in which it
 * fills.
 */
function limit(name: string, bucket: Bucket, store: BucketStore, countedAs = subscriberOf): Limit {
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
