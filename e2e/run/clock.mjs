/** Whether somebody sets the machine's clock while tests run: what they compare with "now" is not to be trusted then. */

const SET_BY_MS = 60_000;

/** How far the clock stands from one that nobody can set. */
const offset = () => Date.now() - performance.now();

/**
 * @returns {() => boolean} whether the clock has been set since this call
 */
export function watchClock() {
  const before = offset();
  return () => Math.abs(offset() - before) > SET_BY_MS;
}
