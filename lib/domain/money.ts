/** A whole number of cents: what every sum of money is, everywhere but in JSON. Contract section 1. */
export type Cents = number;

/** The largest sum the service takes, in cents: 100,000 dollars. Contract section 1. */
export const MAX_CENTS = 10_000_000;

/** How far, in cents, a JSON number may lie from a whole cent and still be float noise. Contract section 1. */
const NOISE = 1e-6;

/**
 * Dollars as they stand in JSON, to cents. `1500`, `1500.00`, `1.5e3` and float noise within 1e-6 of a cent
 * pass; anything finer is refused with the nearest whole cent, in dollars, as `rounded`. Contract section 1.
 *
 * The limit is not applied here: a sum beyond it comes back as such, at most as the largest safe integer.
 * `amount` is finite; nothing is thrown.
 */
export function toCents(amount: number): { ok: true; cents: Cents } | { ok: false; rounded: number } {
  const sign = amount < 0 ? -1 : 1;
  const exact = Math.abs(amount) * 100;
  if (exact >= Number.MAX_SAFE_INTEGER) return { ok: true, cents: sign * Number.MAX_SAFE_INTEGER };
  // 1.005 * 100 is 100.49999999999999: without a first rounding the half cent would go the wrong way.
  const cents = Math.round(Number(exact.toFixed(6)));
  const signed = cents === 0 ? 0 : sign * cents;
  return Math.abs(exact - cents) <= NOISE
    ? { ok: true, cents: signed }
    : { ok: false, rounded: signed / 100 };
}

/** Cents to dollars as the JSON number, in its shortest right form: 5769 → 57.69. Contract section 1. */
export function toAmount(cents: Cents): number {
  return cents / 100;
}

/** Cents as people read them: "$1,500.00", "-$0.05". The same text on every platform and in every locale. */
export function formatMoney(cents: Cents): string {
  const absolute = Math.abs(cents);
  const dollars = String(Math.floor(absolute / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${String(absolute % 100).padStart(2, "0")}`;
}
