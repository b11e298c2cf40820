import { inTime } from "../../dates/time";
import { type BucketStore, memoryBuckets, timesByKey } from "./bucket";

/** How long a request waits for its count. */
const DEADLINE_MS = 1_000;
/** How long the store is not asked after a fault, so that not every request waits for it. */
const PAUSE_MS = 2_000;

/**
 * Buckets that several servers share; where their store fails or hangs, requests are counted in this process.
 * An empty bucket is remembered until its next token, so that a flood of refused requests does not reach the store.
 * @param onFault called once for each pause
 */
export function sharedBuckets(
  store: BucketStore,
  onFault: (error: unknown) => void,
  otherwise: BucketStore = memoryBuckets(),
  deadlineMs = DEADLINE_MS,
): BucketStore {
  const emptyUntil = timesByKey();
  let pausedUntil = 0;
  return {
    async take(key, tokens, bucket) {
      const at = performance.now();
      if (at < pausedUntil) return otherwise.take(key, tokens, bucket);
      const wait = emptyUntil.get(key, at) - at;
      if (wait > 0 && tokens > 0 && !bucket.isOwed)
        return { admitted: false, missing: bucket.capacity + (wait * bucket.perSecond) / 1000 };
      try {
        const taken = await inTime(store.take(key, tokens, bucket), deadlineMs, () => {
          throw new Error("The store of the limits did not answer in time");
        });
        const untilNext = ((taken.missing - bucket.capacity) / bucket.perSecond) * 1000;
        if (!taken.admitted && !bucket.isOwed) emptyUntil.set(key, at + untilNext, at);
        return taken;
      } catch (error) {
        // Simultaneous requests fail together: only the first is reported.
        if (performance.now() >= pausedUntil) onFault(error);
        pausedUntil = performance.now() + PAUSE_MS;
        return otherwise.take(key, tokens, bucket);
      }
    },
  };
}
