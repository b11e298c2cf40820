/** `capacity`: how many requests may come at once; `perSecond`: tokens that come back in a second. */
export interface Bucket {
  capacity: number;
  perSecond: number;
  /** For what was done already, so that a bucket known to be empty is asked all the same. */
  isOwed?: true;
}

interface Taken {
  admitted: boolean;
  /** Tokens missing from a full bucket; after a refusal, as if it had been admitted: more than the bucket holds. */
  missing: number;
}

/**
 * Where token buckets are kept. A bucket is full at first, each request takes a token, and tokens come back at a steady rate.
 * A negative number of tokens gives them back.
 */
export interface BucketStore {
  take(key: string, tokens: number, bucket: Bucket): Promise<Taken>;
}

/** With fewer entries, looking for past ones is not worth it. */
const FEW = 1_000;

/** A time for each key. Past ones are removed now and then. */
export function timesByKey() {
  const times = new Map<string, number>();
  let sweepAt = FEW;
  return {
    /** The key's time, or `now` where that is later. */
    get: (key: string, now: number) => Math.max(times.get(key) ?? now, now),
    set(key: string, time: number, now: number) {
      if (times.size >= sweepAt) {
        for (const [other, passed] of times) if (passed <= now) times.delete(other);
        sweepAt = Math.max(FEW, 2 * times.size);
      }
      times.set(key, time);
    },
  };
}

/** Rounding errors of the division of times, in tokens. */
export const ROUNDING = 1e-6;

/**
 * Buckets in this process. Of each only the time is kept at which it will be full again.
 * See docs/decisions/023-token-buckets.md.
 */
export function memoryBuckets(now = () => performance.now()): BucketStore {
  const fullAt = timesByKey();
  return {
    async take(key, tokens, { capacity, perSecond }) {
      const at = now();
      const interval = 1000 / perSecond;
      const next = fullAt.get(key, at) + tokens * interval;
      const missing = Math.max(0, next - at) / interval;
      const admitted = missing <= capacity + ROUNDING;
      if (admitted) fullAt.set(key, next, at);
      return { admitted, missing };
    },
  };
}
