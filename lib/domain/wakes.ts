/**
 * How often this process has woken from standing still: frozen by its host, stopped, or on a machine that slept. Timers
 * fire late then, connections may have died unnoticed, and what was read before may be out of date. D-167
 */
export interface Wakes {
  /** So far. A wake is counted at the first look after it, this one included, before anything is done with it. */
  count(): number;
  /** When it woke last, by `performance.now()`; 0 if it never did. */
  lastAt(): number;
  /** Calls the listener as soon as a wake is noticed. */
  onWake(listener: () => void): void;
  /** Looks no more by itself. */
  stop(): void;
}

const LOOK_EVERY_MS = 250;
/** No work of ours keeps a process busy for so long; one that was busy all the same only opens connections anew. */
const STILL_MS = 2_000;

/**
 * A timer looks at two clocks again and again. That much time passed between two looks means that nothing ran meanwhile:
 * by either clock, as some hosts stop the steady one too, and the other one may be set.
 * @param steady milliseconds, which go on where the clock is set
 * @param wall milliseconds, which go on where the process is frozen
 */
export function createWakes(steady = () => performance.now(), wall = () => Date.now()): Wakes {
  const listeners: (() => void)[] = [];
  let count = 0;
  let lastAt = 0;
  let seen = { steady: steady(), wall: wall() };

  function look() {
    const before = seen;
    seen = { steady: steady(), wall: wall() };
    if (Math.max(seen.steady - before.steady, seen.wall - before.wall) < STILL_MS) return count;
    count += 1;
    lastAt = seen.steady;
    for (const listener of listeners) listener();
    return count;
  }

  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    count: look,
    lastAt: () => lastAt,
    onWake: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

/** For what runs once and ends: it never stands still. */
export const NO_WAKES: Wakes = { count: () => 0, lastAt: () => 0, onWake: () => {}, stop: () => {} };
