import { keysOf } from "../../lib/domain/narrow";
import {
  type AuthorisationStatus,
  begin,
  type CheckoutStatus,
  canMove,
  type DdaStatus,
  isReleased,
  move,
  OPEN_STATUSES,
  type OpportunityStage,
  reachableStates,
  type State,
  TRANSITIONS,
  type TransitionName,
} from "../../lib/domain/states";

/** What a value of a state means, and what the system that enrols the student does then. Backticks mark code. */
interface Told {
  readonly means: string;
  readonly next: string;
}

export const CHECKOUT_TOLD: Record<CheckoutStatus, Told> = {
  "Awaiting Direct Debit": {
    means: "A plan was created. The student has not authorised the direct debit yet.",
    next: "Open or embed `direct_debit.setup_url` for the student, before `expires_at`.",
  },
  "Awaiting Confirmation": {
    means: "The student has authorised the direct debit. The plan is not signed yet.",
    next: "Take the three declarations and the deposit, if there is one, and confirm before `expires_at`.",
  },
  Confirmed: {
    means: "The plan is signed, and its agreement exists.",
    next: "Enrol the student. Keep the agreement and the schedule.",
  },
  "Payment Pending": {
    means: "Pay Now. Whether the card was charged is not known yet.",
    next: "Wait: ask for the status, or wait for the event. Do not pay again, and do not enrol yet.",
  },
  "Payment Processing": {
    means:
      "Pay Now's paid end: the card was charged the full course fee. Nothing is being processed any more.",
    next: "Enrol the student. Wait for nothing: no other status follows.",
  },
  "Payment Failed": {
    means: "Pay Now. The card was declined, or the charge was never made.",
    next: "Let the student use another card: order and Idempotency-Key are free.",
  },
  Expired: {
    means: "A plan was not authorised and confirmed in time.",
    next: "Do not enrol. Create a new checkout if the student still wants one: the order is free.",
  },
  Cancelled: {
    means: "A plan was cancelled before it was confirmed.",
    next: "Do not enrol. The order is free for another checkout.",
  },
};

export const AUTHORISATION_TOLD: Record<AuthorisationStatus, Told> = {
  Pending: {
    means: "Nothing is authorised yet: neither by the student's bank authority nor by a charge.",
    next: "Wait, as the checkout status says.",
  },
  Authorised: {
    means: "The student has authorised the direct debit.",
    next: "Confirm the plan, unless the checkout status is `Confirmed` already.",
  },
  "Paid Upfront": { means: "The card was charged the full course fee.", next: "Enrol the student." },
  Failed: { means: "The charge came to nothing.", next: "Let the student use another card." },
  Cancelled: {
    means: "The plan ended unsigned. An authority that was given ended with it.",
    next: "Do not enrol.",
  },
};

export const STAGE_TOLD: Record<OpportunityStage, Told> = {
  "Checkout Started": { means: "A plan was created.", next: "Nothing: the student is next." },
  "Direct Debit Authorised": { means: "The student has authorised the direct debit.", next: "Confirm." },
  "Payment Plan Signed": { means: "The plan is signed: it is won.", next: "Enrol the student." },
  "Payment Processing": {
    means:
      "The outcome of Pay Now's charge is not known yet. Not to be confused with the checkout status of that name.",
    next: "Wait. Do not pay again.",
  },
  "Paid Upfront": { means: "The course fee is paid by card: it is won.", next: "Enrol the student." },
  "Closed Lost": { means: "It came to nothing.", next: "Do not enrol." },
};

export const DDA_TOLD: Record<DdaStatus, Told> = {
  Pending: { means: "The student has not authorised it yet.", next: "Open or embed `setup_url`." },
  Authorised: {
    means: "The student has authorised debits from the account in `account`.",
    next: "Confirm the plan, unless it is confirmed already.",
  },
  Cancelled: { means: "It ended with the plan, which was cancelled.", next: "Debit nothing." },
  Expired: { means: "It ended with the plan, which expired.", next: "Debit nothing." },
};

/** What happens in each move, as a label of its arrow. */
export const MOVE_WORDS: Record<TransitionName, string> = {
  start_plan: "you create a plan",
  start_pay_now: "you create, with a card",
  charge_succeeded: "card charged",
  charge_outcome_unknown: "outcome unknown",
  charge_failed: "card not charged",
  authorise: "student authorises",
  confirm: "you confirm",
  expire: "time is over",
  cancel: "you cancel",
};

const NAMES = keysOf(TRANSITIONS);
export const BEGINNINGS = ["start_plan", "start_pay_now"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** How a status looks in a diagram: on the way, a success, or an end that came to nothing. */
export function kindOf(status: CheckoutStatus): "open" | "done" | "lost" {
  return isReleased(status) ? "lost" : OPEN_STATUSES.includes(status) ? "open" : "done";
}

export interface Move {
  name: TransitionName;
  /** Null where the checkout begins. */
  from: CheckoutStatus | null;
  to: CheckoutStatus;
}

/** Every move of the checkouts that begin like this, in the order of the table. */
export function movesFrom(beginning: Beginning): Move[] {
  const ofPlans = beginning === "start_plan";
  return NAMES.flatMap((name): Move[] => {
    const { from, to } = TRANSITIONS[name];
    if ((to.dda !== null) !== ofPlans) return [];
    return (from.length === 0 ? [null] : [...from]).map((status) => ({
      name,
      from: status,
      to: to.checkout,
    }));
  });
}

/** The moves by which a checkout gets a value that it did not have. */
function entering(read: (state: State) => string | null, value: string): TransitionName[] {
  const steps = reachableStates().flatMap((state) =>
    NAMES.filter((name) => canMove(state.checkout, name)).map(
      (name) => [name, state, move(state, name)] as const,
    ),
  );
  const begun = BEGINNINGS.filter((name) => read(begin(name)) === value);
  const entered = steps.filter(([, before, after]) => read(before) !== value && read(after) === value);
  return NAMES.filter((name) => begun.some((one) => one === name) || entered.some(([one]) => one === name));
}

/** Whether no checkout that has the value moves on; else the final statuses that keep it, if any. */
function finality(read: (state: State) => string | null, value: string): string {
  const having = reachableStates().filter((state) => read(state) === value);
  const ended = having.filter(({ checkout }) => !OPEN_STATUSES.includes(checkout));
  if (ended.length === having.length) return "Yes";
  return ended.length === 0 ? "No" : `With ${ended.map(({ checkout }) => `\`${checkout}\``).join(", ")}`;
}

/** A row for each value: the value, meaning, whether it is final, what to do, and the events that tell of it. */
export function rowsOf(
  told: Readonly<Record<string, Told>>,
  read: (state: State) => string | null,
): string[][] {
  return Object.entries(told).map(([value, { means, next }]) => {
    const events = [...new Set(entering(read, value).map((name) => TRANSITIONS[name].event))];
    const named = events.map((event) => (event === null ? "None: the answer is a 202" : `\`${event}\``));
    return [value, means, finality(read, value), next, named.join(", ")];
  });
}
