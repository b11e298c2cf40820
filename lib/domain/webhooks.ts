import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time";
/** What becomes of one event for one endpoint. Contract section 8. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Of the outbox, sent again because somebody asked for it, or a test with data of its own. */
export const DELIVERY_KINDS = ["event", "replay", "test"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** Why an endpoint gets nothing: the provider asked for it, it answered 410, or it failed for five days. */
export const DISABLED_REASONS = ["requested", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Milliseconds to each attempt, counted from the failure before; the first from the event. Contract section 8. */
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

/** Failures without a success between them for this long disable the endpoint. */
export const MOST_FAILING_MS = 5 * DAY_MS;

/**
 * Milliseconds to the next attempt after so many failed ones; null after the last.
 * @param random 0 to 1: up to a tenth is added, so that what failed together does not come back together
 */
export function delayAfter(failures: number, random: number): number | null {
  const delay = ATTEMPT_DELAYS_MS[failures];
  return delay === undefined ? null : Math.round(delay * (1 + random / 10));
}

/** How long an event can be read and sent again, and the log of its deliveries read. Contract section 8. */
export const EVENTS_KEPT_MS = 90 * DAY_MS;
