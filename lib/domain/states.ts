import {
  type AuthorisationStatus,
  AWAITING_STATUSES,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  type DdaStatus,
  type EventType,
  type OpportunityStage,
  RELEASED_STATUSES,
} from "../../drizzle/vocabulary";
import { isOneOf, keysOf } from "../../packages/text/narrow";

export {
  AUTHORISATION_STATUSES,
  AWAITING_STATUSES,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  COLLECTED_STAGES,
  DDA_STATUSES,
  EVENT_TYPES,
  type EventType,
  OPPORTUNITY_STAGES,
  type OpportunityStage,
  PAYMENT_TYPES,
  type PaymentType,
  PLAN_EVENTS,
  type PlanEventType,
  RELEASED_STATUSES,
} from "../../drizzle/vocabulary";

/** The statuses of contract section 7, and the one table of moves between them. */

/** The four statuses of one checkout. They change together only. */
export interface State {
  readonly checkout: CheckoutStatus;
  readonly authorisation: AuthorisationStatus;
  /** Null while no Opportunity exists: before a charge has an outcome, and after a decline. */
  readonly stage: OpportunityStage | null;
  /** Null for Pay Now, whatever the move. */
  readonly dda: DdaStatus | null;
}

interface Transition {
  /** Empty for the first state of a checkout. */
  readonly from: readonly CheckoutStatus[];
  readonly to: Omit<State, "stage">;
  /** `ifAny` moves an existing Opportunity and creates none. */
  readonly stage: OpportunityStage | null | { readonly ifAny: OpportunityStage };
  /** Null if there is nothing to tell the provider. */
  readonly event: EventType | null;
  /** Not possible once the checkout's time is over. */
  readonly needsTimeLeft?: true;
}

export const TRANSITIONS = {
  start_plan: {
    from: [],
    to: { checkout: "Awaiting Direct Debit", authorisation: "Pending", dda: "Pending" },
    stage: "Checkout Started",
    event: "checkout.created",
  },
  start_pay_now: {
    from: [],
    to: { checkout: "Payment Pending", authorisation: "Pending", dda: null },
    stage: null,
    event: "checkout.created",
  },
  start_card_page: {
    from: [],
    to: { checkout: "Awaiting Payment", authorisation: "Pending", dda: null },
    stage: "Checkout Started",
    event: "checkout.created",
  },
  send_card: {
    from: ["Awaiting Payment"],
    to: { checkout: "Payment Pending", authorisation: "Pending", dda: null },
    stage: "Checkout Started",
    event: null,
    needsTimeLeft: true,
  },
  ask_for_another_card: {
    from: ["Payment Pending"],
    to: { checkout: "Awaiting Payment", authorisation: "Pending", dda: null },
    stage: "Checkout Started",
    event: null,
  },
  charge_succeeded: {
    from: ["Payment Pending"],
    to: { checkout: "Payment Processing", authorisation: "Paid Upfront", dda: null },
    stage: "Paid Upfront",
    event: "card_payment.succeeded",
  },
  charge_outcome_unknown: {
    from: ["Payment Pending"],
    to: { checkout: "Payment Pending", authorisation: "Pending", dda: null },
    stage: "Payment Processing",
    event: null,
  },
  charge_failed: {
    from: ["Payment Pending"],
    to: { checkout: "Payment Failed", authorisation: "Failed", dda: null },
    stage: { ifAny: "Closed Lost" },
    event: "card_payment.failed",
  },
  authorise: {
    from: ["Awaiting Direct Debit"],
    to: { checkout: "Awaiting Confirmation", authorisation: "Authorised", dda: "Authorised" },
    stage: "Direct Debit Authorised",
    event: "direct_debit.authorised",
    needsTimeLeft: true,
  },
  confirm: {
    from: ["Awaiting Confirmation"],
    to: { checkout: "Confirmed", authorisation: "Authorised", dda: "Authorised" },
    stage: "Payment Plan Signed",
    event: "payment_plan.signed",
    needsTimeLeft: true,
  },
  expire: {
    from: AWAITING_STATUSES,
    to: { checkout: "Expired", authorisation: "Cancelled", dda: "Expired" },
    stage: "Closed Lost",
    event: "checkout.expired",
  },
  cancel: {
    from: AWAITING_STATUSES,
    to: { checkout: "Cancelled", authorisation: "Cancelled", dda: "Cancelled" },
    stage: "Closed Lost",
    event: "checkout.cancelled",
    needsTimeLeft: true,
  },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof TRANSITIONS;

/** Every state that the table can lead to. */
export function reachableStates(): State[] {
  const reached: State[] = [];
  const same = (a: State, b: State) =>
    a.checkout === b.checkout &&
    a.authorisation === b.authorisation &&
    a.stage === b.stage &&
    a.dda === b.dda;
  const add = (state: State) => {
    if (reached.some((known) => same(known, state))) return;
    reached.push(state);
    for (const name of keysOf(TRANSITIONS)) if (canMove(state.checkout, name)) add(move(state, name));
  };
  add(begin("start_plan"));
  add(begin("start_pay_now"));
  add(begin("start_card_page"));
  return reached;
}

export type Start = "start_plan" | "start_pay_now" | "start_card_page";

export function begin(name: Start): State {
  const { to, stage } = TRANSITIONS[name];
  return { ...to, stage };
}

export function canMove(from: CheckoutStatus, name: TransitionName): boolean {
  return isOneOf(TRANSITIONS[name].from, from);
}

/** @throws RangeError if the table does not have the move: callers ask `canMove` first */
export function move(state: State, name: TransitionName): State {
  if (!canMove(state.checkout, name)) throw new RangeError(`No transition ${name} from ${state.checkout}`);
  const transition: Transition = TRANSITIONS[name];
  const stage =
    transition.stage !== null && typeof transition.stage === "object"
      ? state.stage && transition.stage.ifAny
      : transition.stage;
  return { ...transition.to, stage, dda: state.dda && transition.to.dda };
}

export function needsTimeLeft(name: TransitionName): boolean {
  const transition: Transition = TRANSITIONS[name];
  return transition.needsTimeLeft === true;
}

export function isResultOf(name: "confirm" | "expire" | "cancel", status: CheckoutStatus): boolean {
  return TRANSITIONS[name].to.checkout === status;
}

/** What tells that a checkout has come to that status. */
export const eventInto = (status: CheckoutStatus): EventType | null =>
  Object.values(TRANSITIONS).find(({ to, event }) => to.checkout === status && event)?.event ?? null;

export function isAwaiting(status: CheckoutStatus): boolean {
  return isOneOf(AWAITING_STATUSES, status);
}

/** The student has the hosted card page. */
export function awaitsCard(status: CheckoutStatus): boolean {
  return canMove(status, "send_card");
}

export function awaitsCharge(status: CheckoutStatus): boolean {
  return canMove(status, "charge_succeeded");
}

export const OUTCOMES = ["in_progress", "paid", "signed", "failed", "expired", "cancelled"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const OUTCOME_OF: Record<CheckoutStatus, Outcome> = {
  "Awaiting Direct Debit": "in_progress",
  "Awaiting Confirmation": "in_progress",
  "Awaiting Payment": "in_progress",
  "Payment Pending": "in_progress",
  "Payment Processing": "paid",
  Confirmed: "signed",
  "Payment Failed": "failed",
  Expired: "expired",
  Cancelled: "cancelled",
};

/** The simple summary beside the specification's statuses. Contract section 7. */
export function summaryOf(status: CheckoutStatus): { outcome: Outcome; is_final: boolean } {
  return { outcome: OUTCOME_OF[status], is_final: !OPEN_STATUSES.includes(status) };
}

export const OPEN_STATUSES = CHECKOUT_STATUSES.filter((status) =>
  keysOf(TRANSITIONS).some((name) => canMove(status, name)),
);

/** Paid or signed, and final. */
export function isCompleted(status: CheckoutStatus): boolean {
  return !OPEN_STATUSES.includes(status) && !isReleased(status);
}

export function isReleased(status: CheckoutStatus): boolean {
  return isOneOf(RELEASED_STATUSES, status);
}

/** Only awaiting checkouts expire, at `expiresAt` to the millisecond. Contract section 4. */
export function hasExpired(status: CheckoutStatus, expiresAt: Date | null, now: Date): boolean {
  return isAwaiting(status) && expiresAt !== null && expiresAt <= now;
}
