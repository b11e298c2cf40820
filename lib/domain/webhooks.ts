import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time";

/** Contract section 8. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** From the outbox, sent again on request, or a test with its own data. */
export const DELIVERY_KINDS = ["event", "replay", "test"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** The provider asked for it, the endpoint answered 410, or it failed for five days. */
export const DISABLED_REASONS = ["requested", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The wait before each attempt. Contract section 8. */
export const ATTEMPT_DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** Failing this long without a success disables the endpoint. */
export const MAX_FAILING_MS = 5 * DAY_MS;

/**
 * Milliseconds to the next attempt after so many failures; null after the last.
 * @param random 0 to 1, adds up to a tenth, so that what failed together does not return together
 */
export function delayAfter(failures: number, random: number): number | null {
  const delay = ATTEMPT_DELAYS_MS[failures];
  return delay === undefined ? null : Math.round(delay * (1 + random / 10));
}

/** Events can be read and replayed, and their deliveries looked up. Contract section 8. */
export const EVENTS_KEPT_MS = 90 * DAY_MS;
