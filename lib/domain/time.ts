/** Handed in, so that a test can choose the time. */
export type Clock = () => Date;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
export const earlier = (at: Date, milliseconds: number): Date => later(at, -milliseconds);

/** It goes on from `now`, so that long work hands out no leases that are over already. */
export function clockFrom(now: Date): Clock {
  const started = performance.now();
  return () => later(now, performance.now() - started);
}

/** The work's result or, after the time, what `late` returns or throws. The work itself is not stopped. */
export async function inTime<T>(work: PromiseLike<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, patience.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
