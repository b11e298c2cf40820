import { inTime } from "../domain/time";

/** What is older is asked for again. */
const FRESH_MS = 1_000;
/** How long a newer answer is waited for. Both together are less than the two seconds in which a lost database is noticed. */
const PATIENCE_MS = 900;

/**
 * Whether a database is ready, as it was when it was last asked, a second ago at most. Requests that find that too old
 * wait for one answer together; where none comes in time, it is not ready. The very first is waited for as long as it takes.
 * @param ask never rejects
 * @param now milliseconds
 */
export function knownReadiness(
  ask: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known = { at: Number.NEGATIVE_INFINITY, isReady: false };
  let asking: Promise<boolean> | undefined;
  return async () => {
    if (now() - known.at < FRESH_MS) return known.isReady;
    if (!asking) {
      const at = now();
      asking = ask().then((isReady) => {
        known = { at, isReady };
        asking = undefined;
        return isReady;
      });
    }
    return known.at < 0 ? asking : inTime(asking, PATIENCE_MS, () => false);
  };
}
