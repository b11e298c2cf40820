import { formatWeekday } from "../../../packages/dates/calendar";
import type { PlanResource } from "../../contract/payment-plan";
import { formatMoney } from "../../domain/money";
import type { PlanInstalment } from "../../domain/plan";
import { phaseOf } from "../../domain/plan-states";
import type { Command } from "../../plans/change";
import type { ActionField, Values } from "./action";

/** What a change does to a plan. */
export interface Shown {
  before: PlanResource;
  after: PlanResource;
  values: Values;
}

type Instalment = PlanResource["instalments"][number];

const money = (dollars: number) => formatMoney(Math.round(dollars * 100));

export const lastPayment = (instalments: readonly Pick<Instalment, "debit_date">[]): string =>
  instalments.map(({ debit_date }) => debit_date).reduce((last, date) => (date > last ? date : last), "");

/** "Payment 3 of $250.00, Thu 11 Feb 2027" */
const paymentWords = (number: number, cents: number, date: string) =>
  `Payment ${number} of ${formatMoney(cents)}, ${formatWeekday(date)}`;

/** To choose one payment among some. */
export const paymentField = (payments: readonly PlanInstalment[]): ActionField => ({
  name: "number",
  label: "Payment",
  type: "choice",
  options: payments.map(({ number, amountCents, debitDate }) => ({
    value: String(number),
    label: paymentWords(number, amountCents, debitDate),
  })),
});

/** The payment that the form names, before and after. */
export function chosen({ before, after, values }: Shown) {
  const of = ({ instalments }: PlanResource) =>
    instalments.find(({ number }) => String(number) === values.number);
  const [was, becomes] = [of(before), of(after)];
  return {
    what: `Payment ${values.number} of ${money(becomes?.amount ?? 0)}`,
    was: formatWeekday(was?.debit_date ?? ""),
    becomes: formatWeekday(becomes?.debit_date ?? ""),
  };
}

/** Debits that the bank has, or that are planned before a day: they stay as they are. */
export function staying({ after }: Shown, before = ""): string[] {
  return after.instalments.flatMap(({ number, amount, debits, debit_date, can_change_until }) => {
    const sent = debits.find(({ status }) => phaseOf(status) === "in_flight");
    if (sent)
      return [
        `${money(sent.amount)} on ${formatWeekday(sent.date)} is on its way to the bank, and is still debited.`,
      ];
    return can_change_until !== null && debit_date < before
      ? [
          `Payment ${number} of ${money(amount)} is still debited on ${formatWeekday(debit_date)}, unless you put the plan on hold.`,
        ]
      : [];
  });
}

export const outstanding = ({ after }: Shown): string => money(after.outstanding);

/** Neither starts nor ends anything that the student has agreed to. */
const MOVES_NOTHING: readonly Command["kind"][] = ["hold", "new_account", "end"];

/** Which debits follow, from when on it counts, and who is told. */
export function whenItCounts(kind: Command["kind"], { before, after }: Shown, from: string, isTold: boolean) {
  const [was, becomes] = [lastPayment(before.instalments), lastPayment(after.instalments)];
  const { next_debit: next } = after;
  const says: string[] = [];
  if (next) says.push(`Next debit: ${money(next.amount)} on ${formatWeekday(next.date)}.`);
  if (!MOVES_NOTHING.includes(kind))
    says.push(
      was === becomes
        ? `The last payment stays on ${formatWeekday(becomes)}.`
        : `The last payment moves from ${formatWeekday(was)} to ${formatWeekday(becomes)}.`,
    );
  if (kind === "pause" || kind === "move" || kind === "retry")
    says.push(
      `The student must have 14 days’ notice, so debits that go to the bank before ${formatWeekday(from)} stay as they are.`,
    );
  if (kind !== "new_account")
    says.push(
      isTold && kind !== "hold"
        ? "The student gets an email about it."
        : "The student gets no email about it. Tell them yourself.",
    );
  return says;
}
