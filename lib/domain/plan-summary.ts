import type { CardPayment, Plan, PlanDebit, PlanInstalment, PlanSummary, Standing } from "./plan";
import { changeUntil } from "./plan-dates";
import { isRunning, phaseOf } from "./plan-states";

export const debitsOf = ({ debits }: Plan, number: number): PlanDebit[] =>
  debits.filter((debit) => debit.number === number);

/** In flight or paid: no other debit of the instalment may follow. */
export const hasLiveDebit = (plan: Plan, number: number): boolean =>
  debitsOf(plan, number).some(({ status }) => phaseOf(status) !== "failed");

/** Paid, or in flight: nothing else may pay the instalment meanwhile. */
export const cardPaymentOf = ({ cardPayments }: Plan, number: number): CardPayment | null =>
  cardPayments.find(({ numbers }) => numbers.includes(number)) ?? null;

/** The outcome of its card payment is awaited. */
export const isBeingPaid = (plan: Plan, number: number) => cardPaymentOf(plan, number)?.paidAt === null;

export const isPaid = (plan: Plan, { number, outsidePayment }: PlanInstalment): boolean =>
  outsidePayment !== null ||
  Boolean(cardPaymentOf(plan, number)?.paidAt) ||
  debitsOf(plan, number).some(({ status }) => phaseOf(status) === "paid");

/** Null if the instalment was never debited, or is on its way or paid. */
export const lastFailure = (plan: Plan, number: number): PlanDebit | null =>
  cardPaymentOf(plan, number) || plan.instalments.some((each) => each.number === number && isPaid(plan, each))
    ? null
    : lastFailed(plan, number);

/** It failed, and nothing is planned for it until somebody chooses. */
export const isWaiting = (plan: Plan, { number, handOverOn }: PlanInstalment): boolean =>
  handOverOn === null && lastFailure(plan, number) !== null;

/** The instalment's last debit if it failed, also where it was paid another way since. */
export function lastFailed(plan: Plan, number: number): PlanDebit | null {
  const debits = debitsOf(plan, number).sort((a, b) => a.attempt - b.attempt);
  return hasLiveDebit(plan, number) ? null : (debits.at(-1) ?? null);
}

/** What follows from the parts of a plan. */
export function summaryOf(plan: Plan): PlanSummary {
  const arrears = arrearsOf(plan);
  const paidCents = sum(plan.instalments.filter((instalment) => isPaid(plan, instalment)));
  const isInFlight =
    plan.debits.some(({ status }) => phaseOf(status) === "in_flight") ||
    plan.cardPayments.some(({ paidAt }) => paidAt === null);
  const standing: Standing = arrears ? "arrears" : isInFlight ? "in_flight" : "up_to_date";
  const outstandingCents = plan.financedCents - paidCents;
  return { standing, arrears, paidCents, outstandingCents, nextDebit: nextDebit(plan) };
}

export const sum = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((total, { amountCents }) => total + amountCents, 0);

function arrearsOf(plan: Plan): PlanSummary["arrears"] {
  const owed = plan.instalments.filter((instalment) => isOwed(plan, instalment));
  const numbers = owed.map(({ number }) => number);
  const [since] = plan.debits
    .filter(({ number }) => numbers.includes(number))
    .map(({ date }) => date)
    .sort();
  return since === undefined ? null : { amountCents: sum(owed), since };
}

/** A debit that never reached a bank and is sent again is nothing that the student owes from the past. */
function isOwed(plan: Plan, { number, handOverOn }: PlanInstalment): boolean {
  const failed = lastFailure(plan, number);
  return failed !== null && (failed.status !== "Refused" || handOverOn === null);
}

function nextDebit(plan: Plan): PlanSummary["nextDebit"] {
  if (!isRunning(plan.status)) return null;
  const [next] = plan.instalments
    .flatMap(({ number, debitDate, amountCents, handOverOn }) =>
      handOverOn === null || cardPaymentOf(plan, number)
        ? []
        : [{ number, date: debitDate, amountCents, canChangeUntil: changeUntil(handOverOn) }],
    )
    .sort((a, b) => a.date.localeCompare(b.date));
  return next ?? null;
}
