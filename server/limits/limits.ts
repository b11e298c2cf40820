import { type Bucket, type BucketStore, memoryBuckets } from "../../packages/http/limits/bucket";
import { type Limit, limit } from "../../packages/http/limits/limit";

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
