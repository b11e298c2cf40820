/** A token bucket: it is full at first, each request takes a token, and tokens come back at a steady rate. */
export interface Bucket {
  /** Tokens that it holds: how many requests may come at once. */
  capacity: number;
  /** Tokens that come back in a second. */
  perSecond: number;
}

/** What came of taking tokens. */
export interface Taken {
  admitted: boolean;
  /** Tokens that are missing from a full bucket now; of a refusal, those that would be: more than it holds. */
  missing: number;
}

/** Where buckets are kept. A negative number of tokens gives them back. */
export interface BucketStore {
  take(key: string, tokens: number, bucket: Bucket): Promise<Taken>;
}

/** Fewer are not worth a look for those that are full again. */
const FEW = 1_000;

/**
 * Buckets in this process. Of each only the time is kept at which it will be full again: one number says how many
 * tokens are missing, and a bucket whose time has passed is no different from one that never was.
 */
export function memoryBuckets(now: () => number = () => performance.now()): BucketStore {
  const fullAt = new Map<string, number>();
  let sweepAt = FEW;
  function sweep(at: number) {
    for (const [key, time] of fullAt) if (time <= at) fullAt.delete(key);
    sweepAt = Math.max(FEW, 2 * fullAt.size);
  }
  return {
    async take(key, tokens, { capacity, perSecond }) {
      const at = now();
      const interval = 1000 / perSecond;
      const next = Math.max(fullAt.get(key) ?? at, at) + tokens * interval;
      const missing = Math.max(0, next - at) / interval;
      // What the division leaves over is no token.
      const admitted = missing <= capacity + 1e-6;
      if (admitted) {
        if (fullAt.size >= sweepAt) sweep(at);
        fullAt.set(key, next);
      }
      return { admitted, missing };
    },
  };
}
