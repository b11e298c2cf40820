import { scheduleOf } from "../checkout/resource";
import type { CheckoutRecord } from "../db/checkout-records";
import type { Change } from "../db/writes";
import type { Plan } from "../domain/plan";
import { handOverDay } from "../domain/plan-dates";
import { summaryOf } from "../domain/plan-summary";

/** What confirm writes of a plan that we collect. Contract "Real money", section 4. */
export function collectedFrom(record: CheckoutRecord, at: Date): Change["plan"] {
  const { dda, checkout } = record;
  if (!dda?.debitGateway) return undefined;
  const { providerId, id: checkoutId, financedCents } = checkout;
  const instalments = scheduleOf(record).map(({ number, dueDate, debitDate, amountCents }) => ({
    number,
    dueDate,
    debitDate,
    amountCents,
    handOverOn: handOverDay(debitDate),
    attempts: 0,
  }));
  const plan: Plan = {
    status: "Active",
    holdReason: null,
    pausedUntil: null,
    financedCents,
    failedInRow: 0,
    instalments,
    debits: [],
  };
  const { status, holdReason, pausedUntil, failedInRow } = plan;
  const key = { providerId, checkoutId };
  const row = {
    ...key,
    status,
    holdReason,
    pausedUntil,
    gateway: dda.debitGateway,
    financedCents,
    revision: 1,
    failedInRow,
    summary: summaryOf(plan),
    createdAt: at,
    updatedAt: at,
  };
  return { row, instalments: instalments.map((one) => ({ ...key, ...one })) };
}
