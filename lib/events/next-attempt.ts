import { DAY_MS, later } from "../domain/time";
import { type DeliveryStatus, delayAfter } from "../domain/webhooks";
import type { Sent } from "./send";

/** A receiver may ask for a day of quiet, not for more. */
const MOST_RETRY_AFTER_MS = DAY_MS;

/**
 * What becomes of a delivery after an attempt, the first being number 1: over, or due again by the schedule, or later
 * where the receiver asked for it. Contract section 8.
 * @param at when the attempt ended, from which the schedule counts
 * @param random 0 to 1, for the jitter
 */
export function nextAttempt(
  sent: Pick<Sent, "fault" | "retryAfter">,
  number: number,
  at: Date,
  random: number,
): { status: DeliveryStatus; dueAt: Date | null } {
  if (sent.fault === null) return { status: "delivered", dueAt: null };
  const delay = delayAfter(number, random);
  if (delay === null) return { status: "failed", dueAt: null };
  const asked = Math.min(retryAfterMs(sent.retryAfter, at), MOST_RETRY_AFTER_MS);
  return { status: "pending", dueAt: later(at, Math.max(delay, asked)) };
}

/** Seconds or a date, as HTTP has it; 0 where there is none that can be read. */
function retryAfterMs(header: string | null, at: Date): number {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // A date of HTTP begins with the day of the week; Date.parse would take nearly anything.
  const until = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - at.getTime());
}
