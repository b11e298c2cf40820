/** Another machine's clock, by what was read of it. */
export interface MeasuredClock {
  /** The other clock's time; until the first reading this machine's. */
  now(): Date;
  /** Milliseconds by which this machine's clock is ahead of the other; null before the first reading. */
  aheadMs(): number | null;
  /** @param from when the reading was asked for, by `performance.now()` */
  learn(said: Date, from: number): void;
}

/**
 * Goes on from readings by the time that has passed since, so that it does not follow this machine's clock where that is
 * set. A slow answer says little: a reading changes only what it contradicts.
 */
export function measuredClock(own = () => Date.now(), passed = () => performance.now()): MeasuredClock {
  /** The other clock's time when `passed` was 0. */
  let zero: number | null = null;
  return {
    now: () => new Date(zero === null ? own() : zero + passed()),
    aheadMs: () => (zero === null ? null : own() - zero - passed()),
    learn(said, from) {
      // It was said at some moment between the question and now.
      const least = said.getTime() - passed();
      const most = said.getTime() - from;
      zero = zero === null ? (least + most) / 2 : Math.min(Math.max(zero, least), most);
    },
  };
}
