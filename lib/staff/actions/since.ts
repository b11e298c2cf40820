import type { EventType, PlanStatus } from "../../../drizzle/vocabulary";
import { formatShortDate } from "../../../packages/dates/calendar";
import type { StoredRecord } from "../../db/checkout-records";
import type { Plan } from "../../domain/plan";
import { eventInto } from "../../domain/states";
import { localMoment } from "../answers";
import { PLAN_WORDS } from "../words";

/** When the checkout came to its status, on the provider's clock. */
export function statusSince(record: StoredRecord): string {
  const { checkout, provider } = record;
  const type = eventInto(checkout.checkoutStatus);
  return (type && lastOf(record, type)) ?? localMoment(checkout.updatedAt, provider.timeZone);
}

function lastOf({ timeline, provider }: StoredRecord, type: EventType): string | null {
  const event = timeline.findLast((one) => one.type === type);
  return event ? localMoment(event.occurredAt, provider.timeZone) : null;
}

const TELLS: Partial<Record<PlanStatus, EventType>> = {
  "On Hold": "payment_plan.on_hold",
  Completed: "payment_plan.completed",
  Ended: "payment_plan.ended",
};

/** "Debits on hold since 24 Nov 2026, 11:38:05", why a plan cannot be changed now. */
export function planSince(record: StoredRecord, { status, pausedUntil }: Plan): string {
  const { word } = PLAN_WORDS[status];
  if (pausedUntil) return `${word} until ${formatShortDate(pausedUntil)}`;
  const type = TELLS[status];
  const since = type && lastOf(record, type);
  return since ? `${word} since ${since}` : word;
}
