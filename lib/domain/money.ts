export { MAX_CENTS } from "../../drizzle/vocabulary";

/** Whole cents: every amount of money, except in JSON. Contract section 1. */
export type Cents = number;

/** How far, in cents, a JSON number may lie from a whole cent and still be float noise. Contract section 1. */
const NOISE = 1e-6;

/**
 * JSON dollars to cents. Float noise within 1e-6 of a cent passes. More is rejected, with the nearest whole cent in dollars
 * as `rounded`. `MAX_CENTS` is not applied here. Contract section 1.
 */
export function toCents(amount: number): { ok: true; cents: Cents } | { ok: false; rounded: number } {
  const sign = amount < 0 ? -1 : 1;
  const exact = Math.abs(amount) * 100;
  if (exact >= Number.MAX_SAFE_INTEGER) return { ok: true, cents: sign * Number.MAX_SAFE_INTEGER };
  // 1.005 * 100 is 100.49999999999999: without `toFixed` the half cent would round down.
  const cents = Math.round(Number(exact.toFixed(6)));
  const signed = cents === 0 ? 0 : sign * cents;
  return Math.abs(exact - cents) <= NOISE
    ? { ok: true, cents: signed }
    : { ok: false, rounded: signed / 100 };
}

/** Cents to JSON dollars: 5769 → 57.69. Contract section 1. */
export function toAmount(cents: Cents): number {
  return cents / 100;
}

/** "$1,500.00", "-$0.05". Without Intl, so that the agreement's bytes are the same on every platform. */
export function formatMoney(cents: Cents): string {
  const absolute = Math.abs(cents);
  const dollars = String(Math.floor(absolute / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${String(absolute % 100).padStart(2, "0")}`;
}
