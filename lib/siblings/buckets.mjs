/**
 * Token buckets in a process: a server's own, or its supervisor's, whose servers share them.
 *
 * A bucket is full at first, each request takes a token, and tokens come back at a steady rate. A negative number of
 * tokens gives them back.
 */

/**
 * `capacity`: tokens that it holds, or how many requests may come at once; `perSecond`: tokens that come back in a second.
 * `isOwed`: for what was done already, so that a bucket known to be empty is asked all the same.
 * @typedef {{ capacity: number, perSecond: number, isOwed?: true }} Bucket
 */

/**
 * `missing`: tokens missing from a full bucket; after a refusal, as if it had been admitted: more than the bucket holds.
 * @typedef {{ admitted: boolean, missing: number }} Taken
 */

/** With fewer entries, looking for past ones is not worth it. */
const FEW = 1_000;

/** A time for each key. Past ones are removed now and then. */
export function timesByKey() {
  /** @type {Map<string, number>} */
  const times = new Map();
  let sweepAt = FEW;
  return {
    /** The key's time, or `now` where that is later. @param {string} key @param {number} now */
    get: (key, now) => Math.max(times.get(key) ?? now, now),
    /** @param {string} key @param {number} time @param {number} now */
    set(key, time, now) {
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
 * D-044: of each bucket only the time is kept at which it will be full again.
 * @param {() => number} [now] milliseconds
 */
export function createBuckets(now = () => performance.now()) {
  const fullAt = timesByKey();
  /** @param {string} key @param {number} tokens @param {Bucket} bucket @returns {Taken} */
  return (key, tokens, { capacity, perSecond }) => {
    const at = now();
    const interval = 1000 / perSecond;
    const next = fullAt.get(key, at) + tokens * interval;
    const missing = Math.max(0, next - at) / interval;
    const admitted = missing <= capacity + ROUNDING;
    if (admitted) fullAt.set(key, next, at);
    return { admitted, missing };
  };
}
