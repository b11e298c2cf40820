import type { BucketStore } from "./bucket";

/** A request waits no longer than this for its count. */
const DEADLINE_MS = 1_000;
/** After a fault the store is left alone for as long: not each request finds out anew. */
const PAUSE_MS = 2_000;

/**
 * A store that may fail or hang, asked with care: it rejects at once while it is not well, so that the limiter goes on
 * with its other one.
 * @param onFault told once for each time that the store is left alone
 */
export function watched(store: BucketStore, onFault: (error: unknown) => void): BucketStore {
  let pausedUntil = 0;
  return {
    async take(key, tokens, bucket) {
      if (performance.now() < pausedUntil)
        throw new Error("The store of the limits is left alone for a moment");
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error("The store of the limits did not answer in time")),
          DEADLINE_MS,
        );
      });
      try {
        return await Promise.race([store.take(key, tokens, bucket), late]);
      } catch (error) {
        // Requests at once fail at once, and one line says so.
        if (performance.now() >= pausedUntil) onFault(error);
        pausedUntil = performance.now() + PAUSE_MS;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
