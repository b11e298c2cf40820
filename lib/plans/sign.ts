import { dateInZone } from "../../packages/dates/zone";
import { scheduleOf } from "../checkout/resource";
import type { CheckoutRecord } from "../db/checkout-records";
import type { Change } from "../db/writes";
import { newPlan, planState } from "../domain/plan";
import { noticeDay } from "../domain/plan-dates";
import { summaryOf } from "../domain/plan-summary";

/** What confirm writes of a plan that we collect. Contract "Real money", section 4. */
export function collectedFrom(record: CheckoutRecord, at: Date): Change["plan"] {
  const { dda, checkout } = record;
  if (!dda?.debitGateway) return undefined;
  const { providerId, id: checkoutId, financedCents } = checkout;
  const key = { providerId, checkoutId };
  const plan = newPlan(financedCents, scheduleOf(record));
  const today = dateInZone(at, record.provider.timeZone);
  const begun = { gateway: dda.debitGateway, revision: 1, createdAt: at, updatedAt: at };
  return {
    row: { ...key, ...planState(plan), ...begun, summary: summaryOf(plan) },
    instalments: plan.instalments.map((one) => ({
      ...key,
      ...one,
      noticeOn: noticeDay(one.handOverOn, today),
    })),
  };
}
