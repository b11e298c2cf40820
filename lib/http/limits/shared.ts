import { inTime } from "../../domain/time";
import { type BucketStore, memoryBuckets, timesByKey } from "./bucket";

/** A request waits no longer than this for its count. */
const DEADLINE_MS = 1_000;
/** After a fault the store is left alone for as long: not each request finds out anew. */
const PAUSE_MS = 2_000;

/**
 * Buckets of a store that several servers share, and that may fail or hang: then requests are counted in this process.
 * An empty bucket is remembered until its next token, so that a flood asks the store no oftener than it is admitted.
 * @param onFault told once for each time that the store is left alone
 */
export function sharedBuckets(
  store: BucketStore,
  onFault: (error: unknown) => void,
  otherwise: BucketStore = memoryBuckets(),
): BucketStore {
  const emptyUntil = timesByKey();
  let pausedUntil = 0;
  return {
    async take(key, tokens, bucket) {
      const at = performance.now();
      if (at < pausedUntil) return otherwise.take(key, tokens, bucket);
      const wait = emptyUntil.get(key, at) - at;
      if (wait > 0 && tokens > 0)
        return { admitted: false, missing: bucket.capacity + (wait * bucket.perSecond) / 1000 };
      try {
        const taken = await inTime(store.take(key, tokens, bucket), DEADLINE_MS, () => {
          throw new Error("The store of the limits did not answer in time");
        });
        const untilNext = ((taken.missing - bucket.capacity) / bucket.perSecond) * 1000;
        if (!taken.admitted) emptyUntil.set(key, at + untilNext, at);
        return taken;
      } catch (error) {
        // Requests at once fail at once, and one line says so.
        if (performance.now() >= pausedUntil) onFault(error);
        pausedUntil = performance.now() + PAUSE_MS;
        return otherwise.take(key, tokens, bucket);
      }
    },
  };
}
