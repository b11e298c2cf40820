import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../packages/dates/time";

/** Checks of spans. Each says what is wrong and what to do, or null. */

const SPAN = /^(0|\d{1,6}(m|h|d))$/;
const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

const MAX_OVERLAP_MS = 7 * UNIT_MS.d;
const MAX_LIFE_MS = 3650 * UNIT_MS.d;

export function overlapFault(text: string): string | null {
  if (!SPAN.test(text)) return "write minutes, hours or days: 30m, 24h, 7d, or 0 for none.";
  return spanOf(text) <= MAX_OVERLAP_MS ? null : "both keys may work for 7 days at the most: 7d.";
}

export function lifeFault(text: string): string | null {
  if (!SPAN.test(text) || spanOf(text) === 0) return "write minutes, hours or days: 30m, 12h, 90d.";
  return spanOf(text) <= MAX_LIFE_MS ? null : "it is longer than 3650d; leave it out for a key that stays.";
}

/** Milliseconds of a span that was checked. */
export function spanOf(text: string): number {
  if (text === "0") return 0;
  return Number(text.slice(0, -1)) * UNIT_MS[text.at(-1) as keyof typeof UNIT_MS];
}
