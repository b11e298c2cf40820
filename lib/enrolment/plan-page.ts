import type { CalendarDate } from "../../packages/dates/calendar";
import type { Untimed } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { findPlan } from "../db/plans";
import type { Plan, PlanDebit, PlanInstalment } from "../domain/plan";
import { changeUntil, dateToAskFor } from "../domain/plan-dates";
import { isRunning, phaseOf } from "../domain/plan-states";
import { debitsOf, lastFailure, summaryOf } from "../domain/plan-summary";
import { providersNow } from "../plans/write";
import type { Enrolment } from "./context";

type PaymentState = "paid" | "on_its_way" | "failed" | "taken_back" | "planned" | "on_hold" | "ended";

export type PlanPage = ReturnType<typeof planPage>;

/** What the student's plan page shows. Null where nobody collects the plan. */
export async function planPageOf({ db }: Untimed<CheckoutDeps>, { record }: Enrolment) {
  if (!record?.plan) return null;
  const stored = await findPlan(db, {
    providerId: record.checkout.providerId,
    checkoutId: record.checkout.id,
  });
  if (!stored) return null;
  const { provider, readAt } = record;
  return planPage(stored.plan, dateInZone(providersNow(readAt, provider), provider.timeZone));
}

function planPage(plan: Plan, today: CalendarDate) {
  const { status, holdReason, pausedUntil, financedCents } = plan;
  const payments = plan.instalments.map((one) => ({ ...one, ...stateOf(plan, one, today) }));
  const planned = payments.filter(({ state }) => state === "planned").sort(byDate);
  return {
    status,
    holdReason,
    pausedUntil,
    financedCents,
    today,
    paidCents: summaryOf(plan).paidCents,
    payments,
    onItsWay: togetherOn(payments.filter(({ state }) => state === "on_its_way").sort(byDate)),
    next: togetherOn(planned),
    failed: failedOf(plan),
  };
}

type Dated = Pick<PlanInstalment, "debitDate">;

const byDate = (a: Dated, b: Dated) => a.debitDate.localeCompare(b.debitDate);

/** What falls on the first day is debited together, so the student needs its sum. */
function togetherOn(sorted: readonly (Dated & Pick<PlanInstalment, "amountCents" | "handOverOn">)[]) {
  const [first] = sorted;
  if (!first) return null;
  const same = sorted.filter(({ debitDate }) => debitDate === first.debitDate);
  return {
    date: first.debitDate,
    count: same.length,
    amountCents: same.reduce((sum, { amountCents }) => sum + amountCents, 0),
    changeUntil: first.handOverOn && changeUntil(first.handOverOn),
  };
}

/** What became of a payment, and the day that counts for it. */
function stateOf(
  plan: Plan,
  { number, debitDate, handOverOn }: PlanInstalment,
  today: CalendarDate,
): Dated & { state: PaymentState } {
  const live = debitsOf(plan, number).find(({ status }) => phaseOf(status) !== "failed");
  if (live) return { state: phaseOf(live.status) === "paid" ? "paid" : "on_its_way", debitDate: live.date };
  if (plan.status === "Ended") return { state: "ended", debitDate };
  const failed = lastFailure(plan, number);
  if (failed && handOverOn === null)
    return { state: failed.status === "Reversed" ? "taken_back" : "failed", debitDate: failed.date };
  if (!isRunning(plan.status)) return { state: "on_hold", debitDate };
  // It is handed over today, or as soon as possible.
  if (handOverOn !== null && handOverOn <= today)
    return { state: "on_its_way", debitDate: dateToAskFor(debitDate, today) };
  return { state: "planned", debitDate };
}

/** The first payment that is owed because its debit failed, and how many there are. */
function failedOf(plan: Plan) {
  if (plan.status === "Ended") return null;
  const owed = plan.instalments.flatMap(({ number, handOverOn }): PlanDebit[] => {
    const failed = handOverOn === null ? lastFailure(plan, number) : null;
    return failed ? [failed] : [];
  });
  const [first] = owed;
  return first ? { ...first, isTakenBack: first.status === "Reversed", count: owed.length } : null;
}
