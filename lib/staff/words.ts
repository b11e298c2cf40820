import type {
  AlertKind,
  CheckoutStatus,
  DebitReason,
  DebitStatus,
  DeliveryKind,
  DeliveryStatus,
  DisabledReason,
  EventType,
  HoldReason,
  MailKind,
  MailStatus,
  PlanStatus,
  RefundStatus,
  StaffStep,
} from "../../drizzle/vocabulary";
import type { Actor } from "../domain/actor";

/** What the API's terms mean, in the words of somebody who answers a student's call. */

export type Tone = "good" | "bad" | "waiting" | "quiet";

export interface Word {
  word: string;
  tone: Tone;
}

const good = (word: string): Word => ({ word, tone: "good" });
const bad = (word: string): Word => ({ word, tone: "bad" });
const waiting = (word: string): Word => ({ word, tone: "waiting" });
const quiet = (word: string): Word => ({ word, tone: "quiet" });

export const CHECKOUT_WORDS: Record<CheckoutStatus, Word> = {
  "Awaiting Direct Debit": waiting("Waits for a bank account"),
  "Awaiting Confirmation": waiting("Waits to be signed"),
  Confirmed: good("Plan signed"),
  "Awaiting Payment": waiting("Waits for a card"),
  "Payment Pending": waiting("Outcome not known yet"),
  "Payment Processing": good("Paid by card"),
  "Payment Failed": bad("Payment failed"),
  Expired: { word: "Expired", tone: "quiet" },
  Cancelled: { word: "Cancelled", tone: "quiet" },
};

export const PLAN_WORDS: Record<PlanStatus, Word> = {
  Active: good("Plan active"),
  Paused: waiting("Debits paused"),
  "On Hold": bad("Debits on hold"),
  Completed: good("All paid"),
  Ended: quiet("Plan ended"),
};

/** The API's `arrears`. */
export const OVERDUE = bad("Overdue");

export const DEBIT_WORDS: Record<DebitStatus, Word> = {
  Sending: waiting("Being sent to the bank"),
  Sent: waiting("On its way"),
  Paid: good("Paid"),
  Reversed: bad("Taken back by the bank"),
  Dishonoured: bad("Did not go through"),
  Refused: bad("Refused before it reached the bank"),
};

export const CHARGE_WORDS = {
  started: waiting("Outcome not known yet"),
  unknown: waiting("Outcome not known yet"),
  succeeded: good("Charged"),
  declined: bad("Declined by the bank"),
  refused: bad("Refused by the processor"),
  closed: quiet("Not charged"),
} as const satisfies Record<string, Word>;

export const REFUND_WORDS: Record<RefundStatus, Word> = {
  Requested: waiting("Asked for"),
  Pending: waiting("On its way"),
  Succeeded: good("Refunded"),
  Failed: bad("Refund failed"),
};

/** Of what an operator is told. */
export const ALERT_WORDS: Record<AlertKind, string> = {
  orphan_charge: "The processor has a charge that the records do not have",
  missing_charge: "The processor does not have a charge of the records",
  amount_differs: "The processor charged another amount",
  outcome_unknown: "The processor cannot tell the outcome of a charge",
  gateway_refused_us: "The processor refuses the service",
  unknown_refund: "The processor has a refund that was not made here",
  debit_unexplained: "A debit failed for no reason of the student’s",
  settlement_problem: "A payout does not agree with the records",
  sealed_value_unreadable: "An encrypted value cannot be read",
};

export const DELIVERY_WORDS: Record<DeliveryStatus, Word> = {
  pending: waiting("Not delivered yet"),
  delivered: good("Delivered"),
  failed: bad("Failed"),
  cancelled: quiet("Not sent"),
};

export const DELIVERY_KIND_WORDS: Record<DeliveryKind, string> = {
  event: "First time",
  replay: "Sent again",
  test: "Test",
};

interface Standing extends Word {
  why: string | null;
}

/** Of a webhook endpoint, with why it is disabled. */
export const ENDPOINT_WORDS: Record<DisabledReason | "enabled" | "fails", Standing> = {
  enabled: { ...good("Enabled"), why: null },
  fails: {
    ...bad("Fails"),
    why: "The last delivery failed. Each event is tried again by itself, for three days. After five days without a success the endpoint is disabled.",
  },
  requested: { ...quiet("Disabled"), why: "Somebody on your side disabled it." },
  gone: { ...bad("Disabled"), why: "It responded with a 410, that it is gone." },
  failing: { ...bad("Disabled"), why: "No delivery succeeded for five days." },
};

export const MAIL_WORDS: Record<MailStatus, Word> = {
  pending: waiting("Waits to be sent"),
  sent: good("Sent"),
  kept: quiet("Kept in the sandbox, not sent"),
  failed: bad("Could not be sent"),
  cancelled: quiet("Not sent"),
};

export const MAIL_KIND_WORDS: Record<MailKind, string> = {
  resume_link: "Link to the enrolment",
  new_link: "New link, which the student asked for",
  receipt: "Receipt",
  agreement: "Signed agreement",
  refunded: "Refund",
  debit_upcoming: "Notice of the next debit",
  debit_failed: "Notice that a debit did not go through",
  plan_changed: "Change of the plan",
  plan_completed: "Everything is paid",
};

/** Of an API key. */
export const KEY_WORDS = {
  active: good("Works"),
  expired: quiet("Ended"),
  revoked: quiet("Revoked"),
} as const satisfies Record<string, Word>;

export const ACT_WORDS: Record<StaffStep, Word> = {
  asked: waiting("Not known"),
  done: good("Done"),
  refused: bad("Refused"),
};

export const EVENT_WORDS: Record<EventType, string> = {
  "checkout.created": "The checkout was created",
  "checkout.expired": "The checkout expired before the student had finished",
  "checkout.cancelled": "The checkout was cancelled",
  "card_payment.succeeded": "The card was charged",
  "card_payment.failed": "The card payment failed",
  "direct_debit.authorised": "The student authorised direct debits",
  "payment_plan.signed": "The payment plan was signed",
  "agreement.ready": "The agreement was made",
  "student.email_undelivered": "An email to the student was rejected",
  "refund.succeeded": "A refund was made",
  "refund.failed": "A refund failed",
  "debit.sent": "A debit was sent to the bank",
  "debit.paid": "A debit was paid",
  "debit.dishonoured": "A debit did not go through",
  "debit.reversed": "The bank took a debit back",
  "payment_plan.changed": "The payment plan was changed",
  "payment_plan.on_hold": "The payment plan was put on hold",
  "payment_plan.completed": "Everything was paid",
  "payment_plan.ended": "The payment plan ended",
};

export const HOLD_WORDS: Record<HoldReason, string> = {
  authority_ended: "The bank account can no longer be debited. The student has to give another one.",
  bank_stopped: "The student’s bank was asked to stop the debits. Agree with the student how to go on.",
  two_failed: "Two debits in a row did not go through. Debits go on once what is overdue has a new date.",
  person: "Somebody put the plan on hold.",
};

const REASON_WORDS: Record<DebitReason, string> = {
  insufficient_funds: "there was not enough money in the account",
  temporary: "the bank could not make it that day",
  account_closed: "the account is closed",
  account_invalid: "the bank could not find the account, or it takes no debits",
  bank_stopped: "the bank was asked to stop the payments",
  technical: "of a technical fault, not the student’s",
  deceased: "the account’s holder has died",
};

export const whyDebitFailed = (reason: DebitReason | null): string =>
  reason === null ? "The bank gave no reason." : `It failed because ${REASON_WORDS[reason]}.`;

export function actorWords(actor: Actor): string {
  switch (actor.kind) {
    case "student":
      return "the student";
    case "api_key":
      return "your system";
    case "staff":
      return actor.name;
    case "system":
      return "the service";
    default:
      return actor satisfies never;
  }
}

/** Of a response of the API. */
export const requestWord = ({ status }: { status: number }): Word =>
  status >= 500 ? bad(`${status}`) : status >= 400 ? waiting(`${status}`) : good(`${status}`);
