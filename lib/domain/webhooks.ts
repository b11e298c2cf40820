import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../packages/dates/time";

export {
  API_VERSION,
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  DISABLED_REASONS,
  type DisabledReason,
} from "../../drizzle/vocabulary";

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

/** An endpoint that fails this long without a success is disabled. */
export const MAX_FAILING_MS = 5 * DAY_MS;

/**
 * Milliseconds to the next attempt after so many failures; null after the last.
 * @param random 0 to 1, adds up to a tenth, so that simultaneous failures do not return together
 */
export function delayAfter(failures: number, random: number): number | null {
  const delay = ATTEMPT_DELAYS_MS[failures];
  return delay === undefined ? null : Math.round(delay * (1 + random / 10));
}

/** How long events can be read and replayed, and their deliveries looked up. Contract section 8. */
export const EVENTS_KEPT_MS = 90 * DAY_MS;
