import { isBusinessDay, nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";
import type { Cents } from "./money";
import type { OutsidePayment, Plan, PlanInstalment } from "./plan";
import { firstDebitDate, handOverDay } from "./plan-dates";
import { completed, holdOf, isFinal } from "./plan-results";
import { shift } from "./plan-shift";
import { canPlanBecome, isPlanOver, isRunning, phaseOf } from "./plan-states";
import { debitsOf, hasLiveDebit, isBeingPaid, isPaid, lastFailed, lastFailure } from "./plan-summary";
import type { Frequency } from "./schedule";

/** The signed agreement gives the student so many days' notice of what the provider changes. */
const NOTICE_DAYS = 14;

export const MAX_PAUSE_DAYS = 366;

export type PlanChange =
  | { kind: "pause"; until: CalendarDate }
  | { kind: "resume" }
  | { kind: "move" | "retry"; number: number; date: CalendarDate }
  | PaidOutside
  | { kind: "new_account" }
  /** By somebody of the provider's staff. */
  | { kind: "hold" }
  | { kind: "end" };

interface PaidOutside {
  kind: "outside_payment";
  number: number;
  /** Null: whatever the instalment is. */
  amountCents: Cents | null;
  payment: OutsidePayment;
}

export interface ChangeContext {
  today: CalendarDate;
  by: "student" | "provider";
  frequency: Frequency;
}

/**
 * `not_planned`: no debit is planned that could change. `other_reason`: more is wrong than a lack of money. `account_is_gone`:
 * the student must give another. `paid_by_card_now`: the outcome of a card payment is awaited.
 */
type Obstacle =
  | ("plan_status" | "not_planned" | "not_owed" | "no_such_instalment" | "other_reason")
  | ("account_is_gone" | "providers_only" | "already_paid" | "paid_by_card_now" | "amount_differs")
  | ("date_too_early" | "date_too_late" | "not_a_business_day");

type NotPossible = { refused: "plan_change_not_possible"; why: Obstacle };
type TooLate = { refused: "change_too_late"; firstChangeable: number | null };
export type ChangeResult = { plan: Plan } | TooLate | NotPossible;

const notPossible = (why: Obstacle): NotPossible => ({ refused: "plan_change_not_possible", why });

/** Contract "Real money", section 4. */
export function changePlan(plan: Plan, change: PlanChange, context: ChangeContext): ChangeResult {
  switch (change.kind) {
    case "pause":
      return pause(plan, change.until, context);
    case "resume":
      return resume(plan, context);
    case "move":
      return move(plan, change, context);
    case "retry":
      return retry(plan, change, context);
    case "outside_payment":
      return payOutside(plan, change, context);
    case "new_account":
      return isPlanOver(plan.status) ? notPossible("plan_status") : { plan: withNewAccount(plan, context) };
    case "hold":
      return hold(plan, context);
    case "end":
      return end(plan);
    default:
      return change satisfies never;
  }
}

/** Three dates that the student can choose for a debit that failed. */
export function retryDates(today: CalendarDate): [CalendarDate, CalendarDate, CalendarDate] {
  const first = firstDebitDate(today);
  return [first, nextBusinessDay(addDays(first, 7)), nextBusinessDay(addDays(first, 14))];
}

const firstHandOver = ({ today, by }: ChangeContext) => addDays(today, by === "provider" ? NOTICE_DAYS : 1);

/** The first day whose hand-over a change may concern. What harms nobody needs no notice. */
export function effectiveOn(
  { kind }: Pick<PlanChange, "kind">,
  { today, by }: Pick<ChangeContext, "today" | "by">,
): CalendarDate {
  const needsNotice = kind === "pause" || kind === "move" || kind === "retry";
  return by === "provider" && needsNotice ? addDays(today, NOTICE_DAYS) : today;
}

const isPlanned = (plan: Plan, { number, handOverOn }: PlanInstalment): boolean =>
  handOverOn !== null && !hasLiveDebit(plan, number);

/** Whether it is planned, and its hand-over is late enough for this change. */
export const canChange = (plan: Plan, instalment: PlanInstalment, context: ChangeContext): boolean =>
  isPlanned(plan, instalment) && (instalment.handOverOn ?? "") >= firstHandOver(context);

function tooLate(plan: Plan, context: ChangeContext): TooLate {
  const first = plan.instalments.find(
    (each) => canChange(plan, each, context) && !isBeingPaid(plan, each.number),
  );
  return { refused: "change_too_late", firstChangeable: first?.number ?? null };
}

const isOnItsWay = (plan: Plan, { number, handOverOn }: PlanInstalment): boolean =>
  handOverOn !== null || debitsOf(plan, number).some(({ status }) => phaseOf(status) === "in_flight");

function pause(plan: Plan, until: CalendarDate, context: ChangeContext): ChangeResult {
  if (!isRunning(plan.status)) return notPossible("plan_status");
  if (until <= context.today) return notPossible("date_too_early");
  if (until > addDays(context.today, MAX_PAUSE_DAYS)) return notPossible("date_too_late");
  if (!plan.instalments.some((each) => isOnItsWay(plan, each))) return notPossible("not_planned");
  const moves = (each: PlanInstalment) => canChange(plan, each, context);
  if (!plan.instalments.some(moves)) return tooLate(plan, context);
  const instalments = shift(plan.instalments, context.frequency, moves, (day) => day >= until);
  return { plan: { ...plan, instalments, status: "Paused", pausedUntil: until } };
}

function resume(plan: Plan, context: ChangeContext): ChangeResult {
  if (plan.status === "Paused") return { plan: { ...plan, status: "Active", pausedUntil: null } };
  if (plan.status !== "On Hold" || context.by === "student") return notPossible("plan_status");
  if (isAccountGone(plan)) return notPossible("account_is_gone");
  return { plan: { ...released(plan, context), failedInRow: 0 } };
}

/** Whether another account is needed, also where the plan was on hold for another reason before its account was closed. */
export const isAccountGone = (plan: Plan): boolean =>
  plan.holdReason === "authority_ended" ||
  plan.instalments.some(({ number }) => {
    const failed = lastFailed(plan, number);
    return failed !== null && !failed.isOfFormerAccount && holdOf(failed.reason) === "authority_ended";
  });

/** What was handed over stays with the account before. It is the student who authorises, so it needs no notice. */
function withNewAccount(plan: Plan, context: ChangeContext): Plan {
  const debits = plan.debits.map((debit) => ({ ...debit, isOfFormerAccount: true }));
  const after: Plan = { ...plan, debits, failedInRow: 0 };
  if (plan.holdReason !== "authority_ended") return after;
  if (debits.some(({ reason }) => reason === "deceased")) return { ...after, holdReason: "person" };
  return released(after, { ...context, by: "student" });
}

/** What was due during the hold must not be debited all at once now. */
export function released(plan: Plan, context: ChangeContext): Plan {
  const isLateEnough = (day: CalendarDate) => handOverDay(nextBusinessDay(day)) >= firstHandOver(context);
  const moves = (each: PlanInstalment) => isPlanned(plan, each);
  const instalments = shift(plan.instalments, context.frequency, moves, isLateEnough);
  return { ...plan, instalments, status: "Active", holdReason: null };
}

type Choice = { number: number; date: CalendarDate };

function move(plan: Plan, { number, date }: Choice, context: ChangeContext): ChangeResult {
  if (!isRunning(plan.status)) return notPossible("plan_status");
  const found = plan.instalments.find((each) => each.number === number);
  if (!found) return notPossible("no_such_instalment");
  if (isBeingPaid(plan, number)) return notPossible("paid_by_card_now");
  if (!isOnItsWay(plan, found)) return notPossible("not_planned");
  if (!canChange(plan, found, context)) return tooLate(plan, context);
  if (handOverDay(date) < firstHandOver(context)) return notPossible("date_too_early");
  return debitOn(plan, { number, date }, context);
}

function retry(plan: Plan, { number, date }: Choice, context: ChangeContext): ChangeResult {
  const { today, by } = context;
  if (!isRunning(plan.status) && plan.holdReason !== "two_failed") return notPossible("plan_status");
  const found = plan.instalments.find((each) => each.number === number);
  if (!found) return notPossible("no_such_instalment");
  if (isBeingPaid(plan, number)) return notPossible("paid_by_card_now");
  if (found.handOverOn !== null || !lastFailure(plan, number)) return notPossible("not_owed");
  const isTooEarly =
    by === "provider" ? handOverDay(date) < firstHandOver(context) : date < firstDebitDate(today);
  if (isTooEarly) return notPossible("date_too_early");
  if (isRunning(plan.status)) return debitOn(plan, { number, date }, context);
  // The hold keeps the reason that came first, and the account may have been closed since.
  if (plan.instalments.some((each) => isBeyondMoney(plan, each))) return notPossible("other_reason");
  return debitOn(released(plan, context), { number, date }, context);
}

export function isBeyondMoney(plan: Plan, { number }: PlanInstalment): boolean {
  const failed = lastFailed(plan, number);
  if (failed === null || (failed.isOfFormerAccount && failed.reason !== "deceased")) return false;
  return failed.status === "Reversed" || isFinal(failed.reason);
}

/** The latest day to which a payment can move. Otherwise it could be put off for ever. */
export function latestDebit({ instalments }: Plan, number: number, today: CalendarDate): CalendarDate {
  const dueDate = instalments.find((each) => each.number === number)?.dueDate ?? today;
  return addDays(dueDate > today ? dueDate : today, MAX_PAUSE_DAYS);
}

function debitOn(plan: Plan, { number, date }: Choice, { today }: ChangeContext): ChangeResult {
  if (date > latestDebit(plan, number, today)) return notPossible("date_too_late");
  if (!isBusinessDay(date)) return notPossible("not_a_business_day");
  if (plan.pausedUntil !== null && date < plan.pausedUntil) return notPossible("date_too_early");
  const planned = { debitDate: date, handOverOn: handOverDay(date) };
  const instalments = plan.instalments.map((each) =>
    each.number === number ? { ...each, ...planned } : each,
  );
  return { plan: { ...plan, instalments } };
}

/** It pays one payment in full. What was handed over would be paid twice. */
function payOutside(plan: Plan, { number, amountCents, payment }: PaidOutside, context: ChangeContext) {
  if (context.by === "student") return notPossible("providers_only");
  if (!canPlanBecome(plan.status, "Completed")) return notPossible("plan_status");
  const found = plan.instalments.find((each) => each.number === number);
  if (!found) return notPossible("no_such_instalment");
  if (isPaid(plan, found)) return notPossible("already_paid");
  if (isBeingPaid(plan, number)) return notPossible("paid_by_card_now");
  // It takes nothing from the student, so it needs no notice. During a hold nothing is handed over.
  const untilCutOff: ChangeContext = { ...context, by: "student" };
  const isDue = isRunning(plan.status) && found.handOverOn !== null && !canChange(plan, found, untilCutOff);
  if (isDue || hasLiveDebit(plan, number)) return tooLate(plan, untilCutOff);
  if (amountCents !== null && amountCents !== found.amountCents) return notPossible("amount_differs");
  if (payment.receivedOn > context.today) return notPossible("date_too_late");
  const instalments = plan.instalments.map((each) =>
    each === found ? { ...each, handOverOn: null, outsidePayment: payment } : each,
  );
  return { plan: completed({ ...plan, instalments }) };
}

/** Until somebody resumes it. What was handed over runs on. */
function hold(plan: Plan, { by }: ChangeContext): ChangeResult {
  if (by === "student") return notPossible("providers_only");
  if (!isRunning(plan.status)) return notPossible("plan_status");
  return { plan: { ...plan, status: "On Hold", holdReason: "person", pausedUntil: null } };
}

/** What was handed over runs on. */
function end(plan: Plan): ChangeResult {
  if (!canPlanBecome(plan.status, "Ended")) return notPossible("plan_status");
  const instalments = plan.instalments.map((each) => ({ ...each, handOverOn: null }));
  return { plan: { ...plan, instalments, status: "Ended", holdReason: null, pausedUntil: null } };
}
