import type { CalendarDate } from "../../packages/dates/calendar";
import type { Untimed } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { withAccounts } from "../checkout/gateways";
import { findPlan } from "../db/plans";
import type { Plan, PlanInstalment } from "../domain/plan";
import { owedByNow, payableByCard } from "../domain/plan-card";
import { changePlan, isAccountGone, retryDates } from "../domain/plan-changes";
import { changeUntil, dateToAskFor } from "../domain/plan-dates";
import { isRunning, phaseOf } from "../domain/plan-states";
import { cardPaymentOf, debitsOf, isWaiting, lastFailure, sum, summaryOf } from "../domain/plan-summary";
import { type Frequency, frequencyOf } from "../domain/schedule";
import { providersNow } from "../plans/write";
import type { Enrolment } from "./context";

type PaymentState =
  | "paid"
  | "paid_by_card"
  | "paid_another_way"
  | "by_card"
  | "on_its_way"
  | "failed"
  | "taken_back"
  | "planned"
  | "on_hold"
  | "ended";

export type PlanPage = ReturnType<typeof planPage>;

export interface CollectedPlan {
  plan: Plan;
  /** By the clock of the plan's provider. */
  today: CalendarDate;
  frequency: Frequency;
}

/** Null where nobody collects the plan. */
export async function collectedPlanOf(
  { db }: Untimed<CheckoutDeps>,
  { record }: Enrolment,
): Promise<CollectedPlan | null> {
  if (!record?.plan) return null;
  const { provider, readAt, checkout } = record;
  const stored = await findPlan(db, { providerId: checkout.providerId, checkoutId: checkout.id });
  if (!stored) return null;
  const today = dateInZone(providersNow(readAt, provider), provider.timeZone);
  return { plan: stored.plan, today, frequency: frequencyOf(checkout.paymentFrequency) };
}

/** What the student's plan page shows. Null where nobody collects the plan. */
export async function planPageOf(deps: Untimed<CheckoutDeps>, at: Enrolment) {
  const collected = await collectedPlanOf(deps, at);
  return collected && { ...planPage(collected), byCard: await cardChoicesOf(deps, at, collected) };
}

/** Some payments of a plan that a card can pay at once, all of each. */
const choice = (instalments: PlanInstalment[]) =>
  instalments.length === 0
    ? null
    : {
        amountCents: sum(instalments),
        count: instalments.length,
        /** The form sends it back: exactly these are paid. */
        numbers: instalments.map(({ number }) => number).join(),
      };

/** What is owed, and everything that is left. Null where no card can be taken, or nothing is to be paid. */
export async function cardChoicesOf(
  deps: Untimed<CheckoutDeps>,
  { provider }: Pick<Enrolment, "provider">,
  { plan, today }: CollectedPlan,
) {
  const all = choice(payableByCard(plan, today));
  const { gateway } = await withAccounts(deps, provider.id);
  return all && (await gateway.takesCharges()) ? { owed: choice(owedByNow(plan, today)), all } : null;
}

export function planPage(collected: CollectedPlan) {
  const { plan, today } = collected;
  const { status, holdReason, pausedUntil, financedCents } = plan;
  const payments = plan.instalments.map((one) => {
    const now = stateOf(plan, one, today);
    const handOverOn = now.state === "planned" ? one.handOverOn : null;
    return { ...one, ...now, changeUntil: handOverOn && lastDayToChange(handOverOn, today) };
  });
  const planned = payments.filter(({ state }) => state === "planned").sort(byDate);
  return {
    status,
    holdReason,
    pausedUntil,
    financedCents,
    today,
    paidCents: summaryOf(plan).paidCents,
    refundedCents: [...plan.debits, ...plan.cardPayments].reduce(
      (total, one) => total + one.refundedCents,
      0,
    ),
    payments,
    onItsWay: togetherOn(payments.filter(({ state }) => state === "on_its_way").sort(byDate)),
    next: togetherOn(planned),
    failed: failedOf(collected),
    needsAccount: status === "On Hold" && isAccountGone(plan),
  };
}

type Dated = Pick<PlanInstalment, "debitDate">;

const byDate = (a: Dated, b: Dated) => a.debitDate.localeCompare(b.debitDate);

/** What falls on the first day is debited together, so the student needs its sum. */
function togetherOn(sorted: readonly (Dated & { amountCents: number; changeUntil: CalendarDate | null })[]) {
  const [first] = sorted;
  if (!first) return null;
  const same = sorted.filter(({ debitDate }) => debitDate === first.debitDate);
  return {
    date: first.debitDate,
    count: same.length,
    amountCents: same.reduce((sum, { amountCents }) => sum + amountCents, 0),
    changeUntil: first.changeUntil,
  };
}

/** At a weekend the last business day may be over, and the payment can still change. */
function lastDayToChange(handOverOn: CalendarDate, today: CalendarDate): CalendarDate {
  const last = changeUntil(handOverOn);
  return last < today ? today : last;
}

/** What became of a payment, and the day that counts for it. */
function stateOf(
  plan: Plan,
  { number, debitDate, handOverOn, outsidePayment }: PlanInstalment,
  today: CalendarDate,
): Dated & { state: PaymentState } {
  if (outsidePayment) return { state: "paid_another_way", debitDate: outsidePayment.receivedOn };
  const byCard = cardPaymentOf(plan, number);
  if (byCard) return { state: byCard.paidAt ? "paid_by_card" : "by_card", debitDate };
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

/** The first payment that is owed because its debit failed, how many there are, and the dates to choose from. */
function failedOf({ plan, today, frequency }: CollectedPlan) {
  if (plan.status === "Ended") return null;
  const waiting = plan.instalments.filter((each) => isWaiting(plan, each));
  const first = waiting[0] && lastFailure(plan, waiting[0].number);
  if (!first) return null;
  const { number } = first;
  const from = plan.pausedUntil !== null && plan.pausedUntil > today ? plan.pausedUntil : today;
  const dates = retryDates(from).filter(
    (date) =>
      "plan" in changePlan(plan, { kind: "retry", number, date }, { today, by: "student", frequency }),
  );
  return { ...first, isTakenBack: first.status === "Reversed", count: waiting.length, dates };
}
