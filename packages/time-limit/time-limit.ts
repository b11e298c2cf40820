/** A timer that fires later than this was frozen, or kept waiting by other work. */
const LATE_MS = 1_000;

/**
 * Calls `over` after that many milliseconds, unless the result, which ends the wait, is called before. Where the process
 * stood still meanwhile, what has arrived by then is read first.
 */
export function patience(milliseconds: number, over: () => void): () => void {
  const from = performance.now();
  let timer = setTimeout(() => {
    if (performance.now() - from - milliseconds < LATE_MS) over();
    else timer = setTimeout(over, LATE_MS);
  }, milliseconds);
  return () => clearTimeout(timer);
}

/** The work's result or, after the time, what `late` returns or throws. The work itself is not stopped. */
export function inTime<T>(work: PromiseLike<T>, milliseconds: number, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = patience(milliseconds, () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    });
    work.then(resolve, reject).then(settle);
  });
}
