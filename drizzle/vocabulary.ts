/** Words and bounds that the database stores and checks. `lib/domain` says what they mean, and hands them on. */

/** A checkout's four statuses: contract section 7. */
export const CHECKOUT_STATUSES = [
  "Awaiting Direct Debit",
  "Awaiting Confirmation",
  "Confirmed",
  "Awaiting Payment",
  "Payment Pending",
  "Payment Processing",
  "Payment Failed",
  "Expired",
  "Cancelled",
] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** It waits for the student or the provider; only these statuses expire. */
export const AWAITING_STATUSES = [
  "Awaiting Direct Debit",
  "Awaiting Confirmation",
  "Awaiting Payment",
] as const satisfies CheckoutStatus[];

/** Came to nothing: the order may be tried again, and the idempotency key is free. Contract section 4. */
export const RELEASED_STATUSES = [
  "Payment Failed",
  "Expired",
  "Cancelled",
] as const satisfies CheckoutStatus[];

export const AUTHORISATION_STATUSES = [
  "Pending",
  "Authorised",
  "Paid Upfront",
  "Failed",
  "Cancelled",
] as const;
export type AuthorisationStatus = (typeof AUTHORISATION_STATUSES)[number];

/** What the table of moves in `lib/domain/states.ts` can lead to: a test holds the two equal. */
export const REACHABLE_STATUSES = [
  ["Awaiting Direct Debit", "Pending"],
  ["Awaiting Confirmation", "Authorised"],
  ["Confirmed", "Authorised"],
  ["Expired", "Cancelled"],
  ["Cancelled", "Cancelled"],
  ["Awaiting Payment", "Pending"],
  ["Payment Pending", "Pending"],
  ["Payment Processing", "Paid Upfront"],
  ["Payment Failed", "Failed"],
] as const satisfies [CheckoutStatus, AuthorisationStatus][];

export const OPPORTUNITY_STAGES = [
  "Checkout Started",
  "Direct Debit Authorised",
  "Payment Plan Signed",
  "Payment Plan Completed",
  "Payment Plan Ended",
  "Payment Processing",
  "Paid Upfront",
  "Closed Lost",
] as const;
/** Collection moves the stage of a signed plan on to these. */
export const COLLECTED_STAGES = [
  "Payment Plan Completed",
  "Payment Plan Ended",
] as const satisfies OpportunityStage[];
export type OpportunityStage = (typeof OPPORTUNITY_STAGES)[number];

export const DDA_STATUSES = ["Pending", "Authorised", "Cancelled", "Expired"] as const;
export type DdaStatus = (typeof DDA_STATUSES)[number];

/** Why a student gave another bank account: by choice, or because debits of this one could not be made. */
export const AUTHORITY_ENDINGS = ["replaced", "account_gone"] as const;
export type AuthorityEnding = (typeof AUTHORITY_ENDINGS)[number];

export const PAYMENT_TYPES = ["upfront_payment", "interest_free_payment_plan"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const FREQUENCIES = ["Weekly", "Fortnightly", "Monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** As a checkout records it. */
export type PaymentFrequency = "Upfront" | Frequency;

/** Of collection, after the last transition of a checkout. */
export const PLAN_EVENTS = [
  "debit.sent",
  "debit.paid",
  "debit.dishonoured",
  "debit.reversed",
  "payment_plan.changed",
  "payment_plan.on_hold",
  "payment_plan.completed",
  "payment_plan.ended",
] as const;
export type PlanEventType = (typeof PLAN_EVENTS)[number];

export const EVENT_TYPES = [
  "checkout.created",
  "checkout.expired",
  "checkout.cancelled",
  "card_payment.succeeded",
  "card_payment.failed",
  "direct_debit.authorised",
  "payment_plan.signed",
  "agreement.ready",
  "student.email_undelivered",
  "refund.succeeded",
  "refund.failed",
  ...PLAN_EVENTS,
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** How an actor is written, as a PostgreSQL regular expression. */
export const ACTOR_FORM = "^(student|system|api_key:key_[0-9a-z]{26}|staff:.+)$";

/** Of API keys. Closed: contract section 3. */
export const SCOPES = [
  "checkouts:read",
  "checkouts:write",
  "plans:read",
  "plans:write",
  "refunds:write",
  "webhooks:manage",
  "sandbox:simulate",
  "sandbox:reset",
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * How the gateway and our records can disagree: a charge that we did not record, a recorded charge that the gateway does
 * not have, different amounts, a charge whose outcome the gateway cannot tell, credentials that it refuses, and a refund
 * that was not made here.
 */
export const CHARGE_ALERTS = [
  "orphan_charge",
  "missing_charge",
  "amount_differs",
  "outcome_unknown",
  "gateway_refused_us",
  "unknown_refund",
] as const;

/** All that an operator is told: also of a debit that failed for no reason of the student, of a payout that does not add up, and of a sealed value that does not open. */
export const ALERT_KINDS = [
  ...CHARGE_ALERTS,
  "debit_unexplained",
  "settlement_problem",
  "sealed_value_unreadable",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Whoever found that the cause is gone: a comparison of charges, or a person who has dealt with it. */
export const ALERT_RESOLVERS = ["operator", "reconciliation"] as const;

/** Who moves the money of an account: contract "Real money", section 1. */
export const PROCESSOR_KINDS = ["sandbox", "http", "stripe", "pinch"] as const;
export type ProcessorKind = (typeof PROCESSOR_KINDS)[number];

export const PROCESSOR_MODES = ["test", "live"] as const;
export type ProcessorMode = (typeof PROCESSOR_MODES)[number];

/** `Requested`: the outcome is not known yet. `Pending`: accepted. Either may still fail, and a success too. */
export const REFUND_STATUSES = ["Requested", "Pending", "Succeeded", "Failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A collected plan: contract "Real money", section 4. */
export const PLAN_STATUSES = ["Active", "Paused", "On Hold", "Completed", "Ended"] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const HOLD_REASONS = ["authority_ended", "bank_stopped", "two_failed", "person"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** `Sending`: whether it arrived is not known yet. `Refused`: it never reached a bank. */
export const DEBIT_STATUSES = ["Sending", "Sent", "Paid", "Reversed", "Dishonoured", "Refused"] as const;
export type DebitStatus = (typeof DEBIT_STATUSES)[number];

/** An instalment has at most one of these. */
export const LIVE_DEBIT_STATUSES = ["Sending", "Sent", "Paid"] as const satisfies DebitStatus[];

/** Why a debit failed. */
export const DEBIT_REASONS = [
  "insufficient_funds",
  "temporary",
  "account_closed",
  "account_invalid",
  "bank_stopped",
  "technical",
  "deceased",
] as const;
export type DebitReason = (typeof DEBIT_REASONS)[number];

/** What a line of a processor's payout is. */
export const SETTLEMENT_LINE_KINDS = ["charge", "debit", "refund", "reversal", "fee", "other"] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

export const SETTLEMENT_STATUSES = ["matched", "needs_attention"] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/** Why a payout, or a line of it, does not agree with our records. */
export const SETTLEMENT_PROBLEMS = [
  "unknown",
  "other_account",
  "amount_differs",
  "status_differs",
  "doubled",
  "missing",
  "sum_differs",
  "currency_differs",
] as const;
export type SettlementProblem = (typeof SETTLEMENT_PROBLEMS)[number];

/** What is read of a processor account, each from where the last reading ended. */
export const POLLS = ["debits", "payouts"] as const;

/** `new_link` is a link to resume that the student asked for. */
export const MAIL_KINDS = [
  "resume_link",
  "new_link",
  "receipt",
  "agreement",
  "refunded",
  "debit_upcoming",
  "debit_failed",
  "plan_changed",
  "plan_completed",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `kept` in a sandbox that keeps its mail instead of sending it. */
export const MAIL_STATUSES = ["pending", "sent", "kept", "failed", "cancelled"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** Contract section 8. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** From the outbox, sent again on request, or a test with its own data. */
export const DELIVERY_KINDS = ["event", "replay", "test"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** The version of the API that events are written in: the first part of each path. */
export const API_VERSION = "v1";

/** The provider asked for it, the endpoint answered 410, or it failed for five days. */
export const DISABLED_REASONS = ["requested", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** 200 KB, in bytes. */
export const MAX_LOGO_BYTES = 204_800;

/** 100,000 dollars. Contract section 1. */
export const MAX_CENTS = 10_000_000;

/** Contract section 4. */
export const MAX_INSTALMENTS = 104;

/** Ten years; at least a week, so that a business day is in it. */
export const LEAST_POLICY_DAYS = 7;
export const MAX_POLICY_DAYS = 3_660;
/** Business days before a plan's first debit. */
export const MAX_LEAD_DAYS = 20;

/** What somebody at a provider may do in the console, the least first. */
export const STAFF_ROLES = ["viewer", "support", "finance", "admin"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What staff do in the console, each with a reason. */
export const STAFF_ACTIONS = [
  "note",
  "cancel",
  "refund_grant",
  "refund_send",
  "plan_change",
  "hold",
  "release",
  "resend",
  "new_link",
  "replay",
  "alert",
  "set_up",
] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

/** What the audit log says of an action: before it, and after it. */
export const STAFF_STEPS = ["asked", "done", "refused"] as const;
export type StaffStep = (typeof STAFF_STEPS)[number];
