import type { CalendarDate } from "../../packages/dates/calendar";
import type { Plan, PlanInstalment } from "./plan";
import { type ChangeContext, isBeyondMoney, released } from "./plan-changes";
import { completed } from "./plan-results";
import { isPlanOver, isRunning } from "./plan-states";
import { cardPaymentOf, hasLiveDebit, isPaid, isWaiting } from "./plan-summary";

/** What a card can pay: all that is neither paid nor on its way to the bank. */
export function payableByCard(plan: Plan, today: CalendarDate): PlanInstalment[] {
  if (isPlanOver(plan.status)) return [];
  const isDue = ({ handOverOn }: PlanInstalment) =>
    isRunning(plan.status) && handOverOn !== null && handOverOn <= today;
  return plan.instalments.filter(
    (each) =>
      !isPaid(plan, each) &&
      !cardPaymentOf(plan, each.number) &&
      !hasLiveDebit(plan, each.number) &&
      !isDue(each),
  );
}

/** Of these what failed, and for which nothing is planned. */
export const owedByNow = (plan: Plan, today: CalendarDate): PlanInstalment[] =>
  payableByCard(plan, today).filter((each) => isWaiting(plan, each));

/** @param plan in which a card has just paid these instalments */
export function afterCardPayment(
  plan: Plan,
  numbers: readonly number[],
  context: Omit<ChangeContext, "by">,
): Plan {
  const instalments = plan.instalments.map((each) =>
    numbers.includes(each.number) ? { ...each, handOverOn: null, debitDate: context.today } : each,
  );
  const paid = completed({ ...plan, instalments });
  if (paid.instalments.some((each) => isWaiting(paid, each))) return paid;
  const settled = { ...paid, failedInRow: 0 };
  // The hold keeps the reason that came first, and the account may have been closed since.
  const goesOn =
    settled.holdReason === "two_failed" && !instalments.some((each) => isBeyondMoney(plan, each));
  return goesOn ? released(settled, { ...context, by: "student" }) : settled;
}
