import type { EventType, RefundStatus } from "../../drizzle/vocabulary";
import { formatDate } from "../../packages/dates/calendar";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import { IDEMPOTENCY_KEPT_DAYS } from "./limits";
import { type Cents, formatMoney } from "./money";

export { REFUND_STATUSES, type RefundStatus } from "../../drizzle/vocabulary";

/** Of one payment, failed ones too. */
export const MAX_REFUNDS = 20;

/** A success may come back for this long: the bank account or the card may not exist any more. */
const WATCHED_MS = 30 * DAY_MS;

const NEXT: Record<RefundStatus, readonly RefundStatus[]> = {
  Requested: ["Pending", "Succeeded", "Failed"],
  Pending: ["Succeeded", "Failed"],
  Succeeded: ["Failed"],
  Failed: [],
};

/** A processor may tell an older state after a newer one. */
export const canBecome = (from: RefundStatus, to: RefundStatus): boolean => NEXT[from].includes(to);

/** When the processor is asked again: after a minute, then hourly for a day, then daily. Null if nothing can change. */
export function askAgainAt(status: RefundStatus, createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const wait = age < MINUTE_MS ? MINUTE_MS : age < DAY_MS ? HOUR_MS : DAY_MS;
  switch (status) {
    case "Requested":
    case "Pending":
      return later(now, wait);
    case "Succeeded":
      return age < WATCHED_MS ? later(now, wait) : null;
    case "Failed":
      return null;
    default:
      return status satisfies never;
  }
}

interface Refunded {
  checkout: { refundedCents: Cents };
  provider: { timeZone: string };
  timeline: readonly { type: EventType; occurredAt: Date }[];
}

/** For the student: "$250.00 on 24 November 2026". Null if nothing was refunded, or all of it came back. */
export function refundedText({ checkout, provider, timeline }: Refunded): string | null {
  if (checkout.refundedCents === 0) return null;
  const amount = formatMoney(checkout.refundedCents);
  const made = timeline.filter(({ type }) => type === "refund.succeeded");
  const last = made.at(-1);
  // A timeline does not say which refund came back, and so not when the others were made.
  if (!last || timeline.some(({ type }) => type === "refund.failed")) return amount;
  const day = formatDate(dateInZone(last.occurredAt, provider.timeZone));
  return made.length === 1 ? `${amount} on ${day}` : `${amount}, the last part on ${day}`;
}

/** An operator has to look: no outcome for an hour, or no end for a month. */
export const isLate = ({ status, createdAt }: { status: RefundStatus; createdAt: Date }, now: Date) =>
  (status === "Requested" && later(createdAt, HOUR_MS) <= now) ||
  (status === "Pending" && later(createdAt, WATCHED_MS) <= now);

/** Another request may have its Idempotency-Key now. The same one never refunds again. */
export const hasFreeKey = ({ status, createdAt }: { status: RefundStatus; createdAt: Date }, now: Date) =>
  status !== "Requested" && later(createdAt, IDEMPOTENCY_KEPT_DAYS * DAY_MS) <= now;
