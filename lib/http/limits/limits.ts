import { subscriberOf } from "../../domain/network";
import { type Bucket, type BucketStore, ROUNDING } from "./bucket";

/** Whether a request may pass, and what its answer says of that. */
export interface Verdict {
  admitted: boolean;
  /** Whole seconds, at least 1, until a request would pass; null for one that did. */
  retryAfterSeconds: number | null;
  /** `RateLimit-Policy` and `RateLimit`, for the answer. */
  headers: Record<string, string>;
}

/** The limits on requests. Contract section 11. */
export interface Limits {
  /** A request with this key. */
  ofKey(keyId: string): Promise<Verdict>;
  /** A request of nobody known from this address. All whose address is not known share one bucket. */
  ofAddress(address: string): Promise<Verdict>;
  /** A look at a page from this address, likewise. */
  ofPages(address: string): Promise<Verdict>;
  /** A file that pages load, likewise. */
  ofFiles(address: string): Promise<Verdict>;
  /** A request from this address to be e-mailed a new link. */
  ofLinkRequest(address: string): Promise<Verdict>;
  /** Gives an address the token back that was taken before its caller was known. */
  giveBack(address: string): Promise<void>;
}

interface LimitSettings {
  /** Requests a second that each key may go on with, and how many at once. */
  key: Bucket;
  store: BucketStore;
}

/** 600 in a minute: a campus shares an address. */
const UNAUTHENTICATED: Bucket = { capacity: 600, perSecond: 10 };
/** Pages, and the files that are made for them: contract section 11. */
const PAGES: Bucket = { capacity: 200, perSecond: 40 };
/** A page loads some fifteen, once. */
const FILES: Bucket = { capacity: 3_000, perSecond: 600 };

/** 30 an hour: a classroom shares an address. */
const LINK_REQUESTS: Bucket = { capacity: 30, perSecond: 30 / 3600 };

/** Token buckets for keys, and for the addresses of callers without one. Contract section 11. */
export function createLimits({ key, store }: LimitSettings): Limits {
  const keys = policy("key", key, store);
  const addresses = policy("address", UNAUTHENTICATED, store);
  const pages = policy("page", PAGES, store);
  const files = policy("file", FILES, store);
  const linkRequests = policy("link", LINK_REQUESTS, store);
  return {
    ofKey: keys.ask,
    ofAddress: (address) => addresses.ask(subscriberOf(address)),
    ofPages: (address) => pages.ask(subscriberOf(address)),
    ofFiles: (address) => files.ask(subscriberOf(address)),
    ofLinkRequest: (address) => linkRequests.ask(subscriberOf(address)),
    giveBack: (address) => addresses.giveBack(subscriberOf(address)),
  };
}

/** One policy of draft-ietf-httpapi-ratelimit-headers: `q` is the bucket, `w` the seconds in which it fills. */
function policy(name: string, bucket: Bucket, store: BucketStore) {
  const { capacity, perSecond } = bucket;
  const described = `"${name}";q=${capacity};w=${Math.ceil(capacity / perSecond)}`;
  return {
    async ask(key: string): Promise<Verdict> {
      const { admitted, missing } = await store.take(`${name}:${key}`, 1, bucket);
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
    async giveBack(key: string): Promise<void> {
      await store.take(`${name}:${key}`, -1, bucket);
    },
  };
}
