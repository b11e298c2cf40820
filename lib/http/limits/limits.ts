import { type Bucket, type BucketStore, memoryBuckets, ROUNDING } from "../../../packages/http/limits/bucket";
import { subscriberOf } from "../../../packages/net/addresses";

/** Whether a request may pass, and the headers that tell the caller. */
export interface Verdict {
  admitted: boolean;
  /** Whole seconds until a request would pass, at least 1; null for one that did. */
  retryAfterSeconds: number | null;
  headers: Record<string, string>;
}

/** The limits on requests. Contract section 11. */
export interface Limits {
  ofKey(keyId: string): Promise<Verdict>;
  /** A request without a working key. All whose address is not known share one bucket. */
  ofAddress(address: string): Promise<Verdict>;
  /** @param tokens what the page costs: 1 for most */
  ofPages(address: string, tokens?: number): Promise<Verdict>;
  /** Files that pages load. */
  ofFiles(address: string): Promise<Verdict>;
  /** Asking to be e-mailed a new link to an enrolment. */
  ofLinkRequest(address: string): Promise<Verdict>;
  /** Takes what a request cost beyond its token. A bucket owes as much as it holds at most. */
  chargeKey(keyId: string, tokens: number): Promise<void>;
  chargeAddress(address: string, tokens: number): Promise<void>;
  /** Returns the token that an address paid before its caller's key had been checked. */
  giveBack(address: string): Promise<void>;
}

/** 600 in a minute: a campus shares an address. */
const UNAUTHENTICATED: Bucket = { capacity: 600, perSecond: 10 };
const PAGES: Bucket = { capacity: 200, perSecond: 40 };
/** A page loads some fifteen, once. */
const FILES: Bucket = { capacity: 3_000, perSecond: 600 };

/** 30 an hour, since a classroom shares an address. */
const LINK_REQUESTS: Bucket = { capacity: 30, perSecond: 30 / 3600 };

/** Token buckets for keys, and for the addresses of callers without one. Contract section 11. */
export function createLimits({ key, store }: { key: Bucket; store: BucketStore }): Limits {
  const keys = policy("key", key, store);
  const addresses = policy("address", UNAUTHENTICATED, store);
  const pages = policy("page", PAGES, store);
  // Each server counts its own: a file costs less than a shared count of it.
  const files = policy("file", FILES, memoryBuckets());
  const linkRequests = policy("link", LINK_REQUESTS, store);
  return {
    ofKey: keys.ask,
    ofAddress: (address) => addresses.ask(subscriberOf(address)),
    ofPages: (address, tokens) => pages.ask(subscriberOf(address), tokens),
    ofFiles: (address) => files.ask(subscriberOf(address)),
    ofLinkRequest: (address) => linkRequests.ask(subscriberOf(address)),
    chargeKey: keys.charge,
    chargeAddress: (address, tokens) => addresses.charge(subscriberOf(address), tokens),
    giveBack: (address) => addresses.giveBack(subscriberOf(address)),
  };
}

/** Contract section 11: the headers of draft-ietf-httpapi-ratelimit-headers; `q` is the bucket, `w` the seconds in which it fills. */
function policy(name: string, bucket: Bucket, store: BucketStore) {
  const { capacity, perSecond } = bucket;
  const described = `"${name}";q=${capacity};w=${Math.ceil(capacity / perSecond)}`;
  return {
    async ask(key: string, tokens = 1): Promise<Verdict> {
      const { admitted, missing } = await store.take(`${name}:${key}`, Math.min(tokens, capacity), bucket);
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
    async charge(key: string, tokens: number): Promise<void> {
      const owing = { capacity: 2 * capacity, perSecond, isOwed: true } as const;
      await store.take(`${name}:${key}`, Math.min(tokens, capacity), owing);
    },
    async giveBack(key: string): Promise<void> {
      await store.take(`${name}:${key}`, -1, bucket);
    },
  };
}
