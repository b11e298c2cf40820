import { schemeName } from "../../packages/cards/card-scheme";
import { type CalendarDate, formatDay, formatShortDate } from "../../packages/dates/calendar";
import { dateInZone, momentOf } from "../../packages/dates/zone";
import type { CheckoutRecord } from "../db/checkout-records";
import type { chargesOf } from "../db/staff-lists";
import { formatMoney } from "../domain/money";
import { isPlanOver, isRunning } from "../domain/plan-states";
import { isAwaiting, isResultOf } from "../domain/states";
import type { PlanPage } from "../enrolment/plan-page";
import { type MoneyFacts, paidTwice, refunded } from "./money-words";
import { actorWords, EVENT_WORDS, HOLD_WORDS, whyDebitFailed } from "./words";

type Dda = NonNullable<CheckoutRecord["dda"]>;
type Charge = Awaited<ReturnType<typeof chargesOf>>[number];

/** What the answers follow from. */
export interface Facts extends MoneyFacts {
  record: {
    checkout: Pick<
      CheckoutRecord["checkout"],
      | ("checkoutStatus" | "coursePriceCents" | "financedCents" | "depositCents" | "depositConfirmed")
      | ("numberOfInstalments" | "expiresAt")
    >;
    provider: Pick<CheckoutRecord["provider"], "timeZone">;
    dda: Pick<Dda, "status" | "bsb" | "accountEnding" | "authorisedAt" | "statementName"> | null;
    timeline: Pick<CheckoutRecord["timeline"][number], "type" | "occurredAt" | "actor" | "requestId">[];
  };
  /** Null where the service collects no plan. */
  plan: PlanPage | null;
  /** Oldest first. */
  charges: Pick<
    Charge,
    "status" | "updatedAt" | "cardScheme" | "cardLastFour" | "declineCode" | "isOrderUncharged"
  >[];
  /** What can still be given back of the card payment of a whole price. */
  refundableCents: number;
  /** What staff did. */
  acts: readonly { requestId: string; reason: string }[];
  /** On the provider's calendar. */
  today: CalendarDate;
  /** Whether it began in the portal, where the student has a page of it. */
  hasPage: boolean;
  /** Where a student asks for a new link; null where no email would bring one. */
  linkPage: string | null;
  /** Where the student gives another account, and until when. Null where nobody has asked for one, and for who may not. */
  otherAccount: { url: string; until: Date } | null;
}

/** Four of the six questions of a call, each as sentences. The page itself shows who it is and what was sent. */
export const answersOf = (facts: Facts) => ({
  owed: [...owed(facts), ...refunded(facts, facts.record.provider.timeZone), ...paidTwice(facts)],
  last: last(facts),
  next: next(facts),
  bank: bank(facts),
  possible: possible(facts),
});

/** "24 Nov 2026, 11:38:05", by that zone's clock. */
export function localMoment(at: Date, timeZone: string): string {
  const time = momentOf(at.toISOString(), timeZone).time.slice(0, 8);
  return `${formatShortDate(dateInZone(at, timeZone))}, ${time}`;
}

function owed({ record, plan, charges, today }: Facts): string[] {
  const { checkout, provider } = record;
  const price = formatMoney(checkout.coursePriceCents);
  const day = (at: Date) => formatDay(dateInZone(at, provider.timeZone), today);
  switch (checkout.checkoutStatus) {
    case "Payment Processing": {
      const paid = charges.find(({ status }) => status === "succeeded");
      const by = paid ? `, by card (${cardOf(paid)}) on ${day(paid.updatedAt)}` : "";
      return [`Paid: ${price}${by}. Nothing is owed.`];
    }
    case "Payment Pending":
      return [`It is not known yet whether ${price} was charged.`, "Do not take another payment meanwhile."];
    case "Payment Failed":
      return [`The card payment of ${price} failed.`, ...declined(charges), otherCharge(charges)];
    case "Awaiting Payment":
      return [`Nothing is paid. ${price} is to be paid by card.`, ...declined(charges)];
    case "Awaiting Direct Debit":
      return [
        `Nothing is debited before the student has authorised a bank account and the plan is signed.`,
        ...deposit(record),
      ];
    case "Awaiting Confirmation":
      return ["Nothing is debited before the plan is signed.", ...deposit(record)];
    case "Confirmed":
      return [...(plan ? ofPlan(plan) : notCollected(record)), ...deposit(record)];
    case "Expired":
    case "Cancelled":
      return ["Nothing is paid by this checkout, and nothing will be debited.", ...declined(charges)];
    default:
      return checkout.checkoutStatus satisfies never;
  }
}

export const cardOf = ({
  cardScheme,
  cardLastFour,
}: Pick<Charge, "cardScheme" | "cardLastFour">): string | null =>
  cardScheme && cardLastFour && `${schemeName(cardScheme)} ending ${cardLastFour}`;

const declined = (charges: Facts["charges"]): string[] =>
  charges.at(-1)?.status === "declined"
    ? [`The bank declined the last card (${charges.at(-1)?.declineCode}).`]
    : [];

/** "Nothing was charged" is said only where the processor was asked about the whole order. */
const otherCharge = (charges: Facts["charges"]): string =>
  charges.at(-1)?.isOrderUncharged
    ? "Nothing was charged for this order."
    : "Ask the card processor whether it has another charge for this order before you take a payment.";

const deposit = ({ checkout }: Facts["record"]): string[] =>
  checkout.depositCents === 0
    ? []
    : [
        checkout.depositConfirmed === true
          ? `The deposit of ${formatMoney(checkout.depositCents)} went to you, as your system confirmed.`
          : `The deposit of ${formatMoney(checkout.depositCents)} goes to you directly. The service does not collect it.`,
      ];

const notCollected = ({ checkout }: Facts["record"]): string[] => [
  `The student has agreed to pay ${formatMoney(checkout.financedCents)} in ${checkout.numberOfInstalments} payments.`,
  "You collect them yourself, so your own records say what is paid.",
];

function ofPlan(plan: PlanPage): string[] {
  const { financedCents, paidCents, failed, status, holdReason, pausedUntil, payments, today } = plan;
  const left = formatMoney(financedCents - paidCents);
  const rest: Record<PlanPage["status"], string> = {
    Active: `${left} is still to be paid.`,
    Paused: `${left} is still to be paid.`,
    "On Hold": `${left} is still to be paid, and nothing is debited at the moment.`,
    Completed: "Nothing is owed.",
    Ended: `The plan has ended: the other ${left} will not be debited.`,
  };
  const isSame = failed?.count === 1;
  return [
    `${formatMoney(paidCents)} of ${formatMoney(financedCents)} is paid. ${rest[status]}`,
    ...(failed
      ? [
          `Overdue: ${formatMoney(failed.amountCents)} of ${formatDay(failed.date, today)}${isSame ? "" : `, the first of ${failed.count} payments`}. ${whyDebitFailed(failed.reason)}`,
        ]
      : []),
    ...(holdReason ? [HOLD_WORDS[holdReason]] : []),
    ...(pausedUntil ? [`The student’s debits are paused until ${formatDay(pausedUntil, today)}.`] : []),
    ...(payments.some(({ state, debitDate }) => state === "planned" && debitDate < (pausedUntil ?? ""))
      ? ["A debit that is planned before then is still made."]
      : []),
  ];
}

function last({ record: { timeline, provider }, acts }: Facts): string[] {
  const event = timeline.at(-1);
  if (!event) return ["Nothing is recorded yet."];
  const when = localMoment(event.occurredAt, provider.timeZone);
  const act = acts.find(({ requestId }) => requestId === event.requestId);
  return [
    `${EVENT_WORDS[event.type]}: ${when}, by ${actorWords(event.actor)}.`,
    ...(act ? [`The reason: ${act.reason}`] : []),
  ];
}

/** Debits to come that are told each. */
const MAX_COMING = 3;

function next({ record, plan, today }: Facts): string[] {
  const { checkout, provider } = record;
  const end = checkout.expiresAt && localMoment(checkout.expiresAt, provider.timeZone);
  switch (checkout.checkoutStatus) {
    case "Awaiting Direct Debit":
      return [`The student authorises a bank account, or the checkout expires on ${end}.`];
    case "Awaiting Confirmation":
      return [`The plan is signed, or the checkout expires on ${end}.`];
    case "Awaiting Payment":
      return [`The student pays by card, or the checkout expires on ${end}.`];
    case "Payment Pending":
      return ["The service asks the card processor until it knows. This mostly takes two minutes."];
    case "Confirmed":
      return plan ? coming(plan, today) : ["Nothing here: you debit the payments yourself."];
    case "Payment Processing":
    case "Payment Failed":
    case "Expired":
    case "Cancelled":
      return ["Nothing more happens by itself."];
    default:
      return checkout.checkoutStatus satisfies never;
  }
}

function coming({ payments, status }: PlanPage, today: string): string[] {
  const day = (date: string) => formatDay(date, today);
  const under = payments.filter(({ state }) => state === "on_its_way" || state === "by_card");
  const planned = payments
    .filter(({ state }) => state === "planned")
    .sort((a, b) => a.debitDate.localeCompare(b.debitDate));
  const told = planned.slice(0, MAX_COMING);
  const rest = planned.length - told.length;
  const all = [
    ...under.map(({ amountCents, debitDate, state }) =>
      state === "by_card"
        ? `${formatMoney(amountCents)} is being paid by card. The outcome is not known yet.`
        : `${formatMoney(amountCents)} on ${day(debitDate)} is on its way to the bank. It can no longer be stopped.`,
    ),
    ...told.map(
      ({ amountCents, debitDate, changeUntil }, index) =>
        `${index === 0 ? "Next" : "Then"}: ${formatMoney(amountCents)} on ${day(debitDate)}${changeUntil ? `. It can be stopped until ${day(changeUntil)}` : ""}.`,
    ),
    ...(rest > 0 ? [`${rest} more ${rest === 1 ? "debit follows" : "debits follow"}.`] : []),
  ];
  if (all.length > 0) return all;
  return [status === "On Hold" ? "No debit is planned while the plan is on hold." : "No debit is planned."];
}

const bank = (facts: Facts): string[] => {
  const { otherAccount, record } = facts;
  if (!otherAccount) return ofAccount(facts);
  const until = localMoment(otherAccount.until, record.provider.timeZone);
  return [...ofAccount(facts), `Until ${until} the student can give another account: ${otherAccount.url}`];
};

function ofAccount({ record: { dda, checkout, provider }, plan }: Facts): string[] {
  if (!dda) return ["There is no bank account: this is paid by card."];
  const account = dda.bsb && dda.accountEnding ? `${dda.bsb} ending ${dda.accountEnding}` : null;
  const since = dda.authorisedAt && localMoment(dda.authorisedAt, provider.timeZone);
  switch (dda.status) {
    case "Pending":
      return ["No: the student has not authorised a bank account yet."];
    case "Cancelled":
    case "Expired":
      return [`No: it ended with the checkout.${account ? ` It was for ${account}.` : ""}`];
    case "Authorised":
      if (plan?.holdReason === "authority_ended" || plan?.holdReason === "bank_stopped")
        return [`No: ${account} cannot be debited at the moment. The student agreed to it on ${since}.`];
      return [
        `Yes: ${account}. The student agreed to it on ${since}.`,
        ...(plan && isPlanOver(plan.status) ? ["Nothing more will be debited from it."] : []),
        ...(dda.statementName && isResultOf("confirm", checkout.checkoutStatus)
          ? [`The student’s bank statement shows ${dda.statementName}.`]
          : []),
      ];
    default:
      return dda.status satisfies never;
  }
}

function possible({
  record: { checkout, provider },
  plan,
  refundableCents,
  linkPage,
  hasPage,
}: Facts): string[] {
  const until = checkout.expiresAt && localMoment(checkout.expiresAt, provider.timeZone);
  const link = linkPage ? [`The student can ask for a new link to the enrolment: ${linkPage}`] : [];
  if (isAwaiting(checkout.checkoutStatus))
    return [
      `The checkout can go on, or be cancelled, until ${until}.`,
      ...link,
      ...(hasPage ? [] : ["This enrolment began in your own system, which has the student’s link."]),
    ];
  if (plan && isRunning(plan.status))
    return [
      ...(plan.failed
        ? [
            `What is overdue is debited again once ${hasPage ? "you, or the student on their page, choose" : "you choose"} a new date for it.`,
          ]
        : []),
      `You can pause or move debits with 14 days’ notice. To stop one sooner, put the plan on hold.${hasPage ? " On their own page, the student can pause or move it too." : ""}`,
      ...link,
    ];
  if (plan?.status === "On Hold")
    return [
      plan.holdReason === "authority_ended"
        ? "Nothing is debited until the student gives another bank account."
        : `Nothing is debited until you release the hold${plan.holdReason === "two_failed" ? ", or choose a new date for what is overdue" : ""}.`,
      ...link,
    ];
  if (refundableCents > 0)
    return [`Up to ${formatMoney(refundableCents)} can be refunded to the card.`, ...link];
  switch (checkout.checkoutStatus) {
    case "Payment Failed":
    case "Expired":
    case "Cancelled":
      return ["This checkout cannot go on. A new one can be created for the same order.", ...link];
    case "Payment Pending":
      return ["Wait: nothing can be changed while the outcome of the charge is not known."];
    default:
      return ["Nothing of this checkout can be changed here.", ...link];
  }
}
