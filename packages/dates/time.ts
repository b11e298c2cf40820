export { inTime } from "../time-limit/time-limit";

/** Handed in, so that a test can choose the time. */
export type Clock = () => Date;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** @throws RangeError for what is no time: an invalid date would compare as neither before nor after any other */
export function instantOf(value: unknown): Date {
  const at = typeof value === "number" || typeof value === "string" ? new Date(value) : null;
  if (!at || Number.isNaN(at.getTime())) throw new RangeError("The database gave no time that can be read");
  return at;
}

export const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
export const earlier = (at: Date, milliseconds: number): Date => later(at, -milliseconds);

/**
 * It goes on from `now`, so that long work hands out no leases that are over already.
 * @param started before `now` was read, where nothing may be dated before what the database dates meanwhile
 */
export function clockFrom(now: Date, started = performance.now()): Clock {
  return () => later(now, performance.now() - started);
}

/** With what a request or a round of work goes by: the database's time at its first reading, and what has passed since. */
export type Timed<D> = D & { now: Clock };
/** Before that reading. A test may have chosen the time. */
export type Untimed<D> = Omit<D, "now"> & { now?: Clock };

export const timed = <D extends object>(deps: D, now: Clock): Timed<D> => ({ ...deps, now });

/** True for so many milliseconds from now, by the stricter of two clocks: a host that freezes a process may stop either. */
export function within(milliseconds: number): () => boolean {
  const [steady, wall] = [performance.now(), Date.now()];
  return () => performance.now() - steady <= milliseconds && Date.now() - wall <= milliseconds;
}
