import { type Bucket, createBuckets, type Taken } from "../../siblings/buckets.mjs";

/** Where buckets are kept. A negative number of tokens gives them back. */
export interface BucketStore {
  take(key: string, tokens: number, bucket: Bucket): Promise<Taken>;
}

/** Buckets in this process. */
export function memoryBuckets(now?: () => number): BucketStore {
  const take = createBuckets(now);
  return { take: async (...asked) => take(...asked) };
}
