/** A token bucket: it is full at first, each request takes a token, and tokens come back at a steady rate. */
export interface Bucket {
  /** Tokens that it holds: how many requests may come at once. */
  capacity: number;
  /** Tokens that come back in a second. */
  perSecond: number;
}

/** What came of taking tokens. */
interface Taken {
  admitted: boolean;
  /** Tokens that are missing from a full bucket now; of a refusal, those that would be: more than it holds. */
  missing: number;
}

/** Where buckets are kept. A negative number of tokens gives them back. */
export interface BucketStore {
  take(key: string, tokens: number, bucket: Bucket): Promise<Taken>;
}

/** Fewer are not worth a look for those that have passed. */
const FEW = 1_000;

/** A time for each key, forgotten some time after it has passed. */
export function timesByKey() {
  const times = new Map<string, number>();
  let sweepAt = FEW;
  return {
    /** `now` where there is none that is later. */
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

/** What the division of times leaves over, and is no token. */
export const ROUNDING = 1e-6;

/**
 * Buckets in this process. Of each only the time is kept at which it will be full again: one number says how many
 * tokens are missing, and a bucket whose time has passed is no different from one that never was.
 */
export function memoryBuckets(now: () => number = () => performance.now()): BucketStore {
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
