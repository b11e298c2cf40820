import { schemeName } from "../../../packages/cards/card-scheme";
import { type CalendarDate, formatDate, formatDay } from "../../../packages/dates/calendar";
import { type Letter, oneLine, says } from "../../../packages/mail/letter";
import { present } from "../../../packages/text/narrow";
import type { MailRow } from "../../db/mail";
import { type Cents, formatMoney } from "../../domain/money";
import type { Plan, PlanDebit, PlanInstalment } from "../../domain/plan";
import { retryDates } from "../../domain/plan-changes";
import { changeUntil, dateToAskFor } from "../../domain/plan-dates";
import { isFinal } from "../../domain/plan-results";
import { isRunning, phaseOf } from "../../domain/plan-states";
import { isBeingPaid, lastFailure, sum, summaryOf } from "../../domain/plan-summary";
import { whyFailed } from "../../domain/plan-words";
import { type EnrolmentFacts, linkTo, questions, sentFor } from "./provider";

interface Facts extends EnrolmentFacts {
  today: CalendarDate;
  /** The account's last digits. */
  ending: string;
  /** That the email tells of. */
  card?: CardFacts | null;
}

interface CardFacts {
  scheme: string;
  lastFour: string;
  receiptNumber: string;
}

interface Text {
  subject: string;
  says: readonly string[];
  rows?: readonly (readonly [string, string])[];
  /** Of the link to the plan. */
  label?: string;
}

type PlanMail = Pick<MailRow, "kind" | "about" | "change">;

/** What an email of a collected plan says now; null if it is no longer true. */
export function planLetter(mail: PlanMail, plan: Plan, facts: Facts): Letter | null {
  const text = textOf(mail, plan, facts);
  if (!text) return null;
  const { college, courseName, reference, url } = facts;
  const name = oneLine(college.name);
  const about = [
    ["Reference", oneLine(reference)],
    ["Course", oneLine(courseName)],
  ] as const;
  return {
    subject: `${text.subject} – ${name}`,
    preview: text.says[0] ?? "",
    heading: text.subject,
    parts: [
      ...text.says.map(says),
      ...linkTo(text.label ?? "See your plan", url && `${url}/plan`),
      { type: "facts", rows: [...(text.rows ?? []), ...about] },
      ...questions(college),
    ],
    footer: sentFor(facts, "signed"),
  };
}

function textOf({ kind, about, change }: PlanMail, plan: Plan, facts: Facts): Text | null {
  switch (kind) {
    case "debit_upcoming":
      return upcoming(about.slice(0, 10), plan, facts);
    case "debit_failed":
      return failed(about, plan, facts);
    case "plan_changed":
      return changed(present(change, "change"), plan, facts);
    case "plan_completed":
      return plan.status === "Completed" ? completed(plan) : null;
    default:
      return null;
  }
}

/** A debit that is still to come. A hand-over that is late asks for a later day. */
function debitOf(
  plan: Plan,
  { number, debitDate, handOverOn, amountCents }: PlanInstalment,
  today: string,
): { date: CalendarDate; amountCents: Cents; until: CalendarDate | null; sent?: PlanDebit }[] {
  const sent = plan.debits.find((each) => each.number === number && phaseOf(each.status) === "in_flight");
  if (sent) return [{ date: sent.date, amountCents, until: null, sent }];
  if (handOverOn === null || !isRunning(plan.status) || isBeingPaid(plan, number)) return [];
  if (handOverOn <= today) return [{ date: dateToAskFor(debitDate, today), amountCents, until: null }];
  const until = changeUntil(handOverOn);
  return [{ date: debitDate, amountCents, until: until < today ? null : until }];
}

const accountOf = (debit: PlanDebit | undefined, ending: string) =>
  debit?.isOfFormerAccount ? "former account" : `account ending ${ending}`;

/** All payments of that day together: one sum leaves the account. */
function upcoming(date: CalendarDate, plan: Plan, { today, ending }: Facts): Text | null {
  const planned = plan.instalments.filter(({ debitDate }) => debitDate === date);
  const all = planned.flatMap((each) => debitOf(plan, each, today));
  const [first] = all;
  if (!first || first.date < today) return null;
  const amount = formatMoney(all.reduce((sum, { amountCents }) => sum + amountCents, 0));
  const day = formatDay(first.date, today);
  const until = all.some((each) => each.until === null) ? null : first.until;
  const change = until
    ? `You can change this until ${formatDay(until, today)}.`
    : "This debit can no longer be changed.";
  const together = all.length > 1 ? ` These are ${all.length} payments of your plan together.` : "";
  return {
    subject: `We debit ${amount} on ${day}`,
    says: [
      `On ${day} we debit ${amount} from your ${accountOf(first.sent, ending)}.${together} Make sure the money is in the account that day.`,
      change,
    ],
    label: until ? "See or change your plan" : "See your plan",
  };
}

const NEXT = {
  choose: "Nothing is debited again for this payment until you choose a date.",
  account: "Your plan needs another bank account. Nothing is debited until you give one.",
  hold: "Your plan is on hold: nothing is debited until you have agreed with us how to go on.",
  ended: "Your plan has ended, so nothing more is debited. Ask us about this payment.",
} as const;

function failed(id: string, plan: Plan, { today, ending, url }: Facts): Text | null {
  const debit = plan.debits.find((each) => each.id === id);
  const payment = plan.instalments.find(({ number }) => number === debit?.number);
  // Somebody may have chosen a date or paid meanwhile, and an email told of that.
  if (!debit || payment?.handOverOn !== null || lastFailure(plan, debit.number) !== debit) return null;
  const [amount, day] = [formatMoney(debit.amountCents), formatDay(debit.date, today)];
  const isTakenBack = debit.status === "Reversed";
  const next = nextOf(plan, debit);
  // There by card, where the college takes cards.
  const otherWays = url
    ? "The page of your plan also shows other ways to pay."
    : "You can also ask us how to pay another way.";
  const isSecond = next === "choose" && plan.holdReason === "two_failed";
  return {
    subject: isTakenBack ? `Your bank took back ${amount}` : `Your payment of ${amount} did not go through`,
    says: [
      isTakenBack
        ? `Your bank took back the payment of ${amount} that was debited on ${day}.`
        : `On ${day} we could not debit ${amount} from your ${accountOf(debit, ending)}. ${whyFailed(debit.reason)}`,
      ...(isSecond ? ["This is the second payment in a row, so your plan is on hold."] : []),
      `${NEXT[next]} There is no fee.`,
      ...(next === "choose" ? [choice(plan, today)] : []),
      ...(next === "choose" || next === "account" ? [otherWays] : []),
    ],
    ...(next === "choose" && { label: "Choose a date" }),
    ...(next === "account" && { label: "Give another account" }),
  };
}

function choice({ pausedUntil }: Plan, today: CalendarDate): string {
  const dates = retryDates(pausedUntil && pausedUntil > today ? pausedUntil : today);
  const [first, second, third] = dates.map((date) => formatDay(date, today));
  return `We can debit it again on ${first}, ${second} or ${third}. Choose what suits you.`;
}

function nextOf({ status, holdReason }: Plan, debit: PlanDebit): keyof typeof NEXT {
  const { reason } = debit;
  if (status === "Ended") return "ended";
  if (debit.status === "Reversed") return "hold";
  const isGone = reason === "account_closed" || reason === "account_invalid";
  const isHeldForIt = status === "On Hold" && holdReason === "authority_ended";
  if (isHeldForIt || (isGone && !debit.isOfFormerAccount)) return "account";
  const isForAPerson = (isFinal(reason) && !isGone) || (status === "On Hold" && holdReason !== "two_failed");
  return isForAPerson ? "hold" : "choose";
}

type Change = NonNullable<MailRow["change"]>;

const SUBJECTS: Partial<Record<Change["kind"], string>> = {
  end: "Your payment plan has ended",
  card_payment: "You paid by card",
};

function changed(change: Change, plan: Plan, facts: Facts): Text {
  const { today, college } = facts;
  const done = plan.status === "Completed" ? completed(plan) : null;
  const isStudents = change.by === "student";
  const { nextDebit: next } = summaryOf(plan);
  const days = plan.instalments.filter((each) => each.handOverOn !== null).map((each) => each.debitDate);
  const last = days.sort().at(-1);
  const notice = `This takes effect on ${formatDay(change.effectiveOn, today)}. Payments that go to the bank before then stay as they are.`;
  return {
    subject: done?.subject ?? SUBJECTS[change.kind] ?? "Your payment plan has changed",
    says: [
      `${isStudents ? "You" : oneLine(college.name)} ${did(change, plan, facts)}`,
      ...(done?.says ?? []),
      ...(change.effectiveOn > today ? [notice] : []),
      ...(plan.debits.some(({ status }) => phaseOf(status) === "in_flight")
        ? ["A debit that was already sent to your bank can no longer be changed."]
        : []),
      isStudents ? "If you did not ask for this, tell us at once." : "If this does not suit you, tell us.",
    ],
    rows: [
      ...receiptRows(change, plan, facts),
      ...(next
        ? [["Next payment", `${formatMoney(next.amountCents)} on ${formatDay(next.date, today)}`] as const]
        : []),
      ...(last ? [["Last payment", formatDay(last, today)] as const] : []),
    ],
  };
}

function did({ kind, number, paid }: Change, plan: Plan, { today, ending }: Facts): string {
  const { instalments, pausedUntil } = plan;
  const payment = instalments.find((each) => each.number === number);
  const which = payment && `payment ${number}, ${formatMoney(payment.amountCents)},`;
  const day = payment && formatDay(payment.debitDate, today);
  switch (kind) {
    case "pause":
      return `paused your payment plan${pausedUntil ? ` until ${formatDay(pausedUntil, today)}` : ""}. The later payments move back. Their number and the total stay.`;
    case "resume":
      return "resumed your payment plan. Its payments are debited again.";
    case "move":
      return `moved ${which} to ${day}.`;
    case "retry":
      return `chose ${day} to debit ${which} again.`;
    case "outside_payment":
      return `recorded that ${which} was paid another way.`;
    case "new_account":
      return `gave another bank account. New debits are made from your account ending ${ending}.${summaryOf(plan).arrears ? " What is still owed waits until you choose a date." : ""}`;
    case "card_payment":
      return `paid ${formatMoney(paidIn(paid, plan))} by card. What is paid is not debited any more. Keep this email as your receipt.`;
    case "end":
      return "ended your payment plan. Nothing more is debited.";
    default:
      return kind satisfies never;
  }
}

const paidIn = (paid: Change["paid"], { instalments }: Plan): Cents =>
  sum(instalments.filter(({ number }) => paid?.includes(number)));

function receiptRows({ paid, effectiveOn }: Change, plan: Plan, { card }: Facts) {
  if (!card) return [];
  return [
    ["Paid", formatMoney(paidIn(paid, plan))],
    ["Date", formatDate(effectiveOn)],
    ["Card", `${schemeName(card.scheme)} ending ${card.lastFour}`],
    ["Receipt number", oneLine(card.receiptNumber)],
  ] as const;
}

const completed = (plan: Plan): Text => ({
  subject: "Your payment plan is paid in full",
  says: [
    `All payments of your plan are paid. You have paid ${formatMoney(summaryOf(plan).paidCents)}, and nothing more is debited.`,
  ],
});
