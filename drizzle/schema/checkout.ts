import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { MAX_INSTALMENTS } from "../../lib/domain/limits";
import { MAX_CENTS } from "../../lib/domain/money";
import {
  AUTHORISATION_STATUSES,
  type AuthorisationStatus,
  AWAITING_STATUSES,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  OPPORTUNITY_STAGES,
  type OpportunityStage,
  PAYMENT_TYPES,
  type PaymentType,
  RELEASED_STATUSES,
  reachableStates,
} from "../../lib/domain/states";
import { bytea, cents, instant, oneOf, schedule, typeId } from "./columns";
import { contact, provider } from "./provider";

const pairs = [...new Set(reachableStates().map((s) => `('${s.checkout}', '${s.authorisation}')`))].join(
  ", ",
);
const released = RELEASED_STATUSES.map((status) => `'${status}'`).join(", ");

/** One enrolment being paid for: the request as it was sent, and where it stands. */
export const checkout = pgTable(
  "checkout",
  {
    providerId: typeId("prv").references(() => provider.id),
    id: typeId("chk"),
    providerOrderId: text().notNull(),
    providerAccountId: text(),
    /** The student as sent with this checkout; the contact may change later, this does not. */
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    courseName: text().notNull(),
    coursePriceCents: cents().notNull(),
    financedCents: cents().notNull(),
    depositCents: cents().notNull(),
    paymentType: text().$type<PaymentType>().notNull(),
    paymentFrequency: text().notNull(),
    numberOfInstalments: smallint().notNull(),
    instalmentCents: cents().notNull(),
    firstPaymentDate: date({ mode: "string" }).notNull(),
    /** A plan's instalments as agreed. Null for Pay Now, and for a plan of an older server until the next migration. */
    schedule: schedule(),
    checkoutStatus: text().$type<CheckoutStatus>().notNull(),
    authorisationStatus: text().$type<AuthorisationStatus>().notNull(),
    /** SHA-256 of the checkout token; the token itself is only in create's answer. */
    tokenSha256: bytea().notNull(),
    /** Null until confirmed. */
    depositConfirmed: boolean(),
    /** Sequence of the latest event; each change takes the next. */
    lastSequence: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When a checkout that awaits something lapses; null for Pay Now. */
    expiresAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex("checkout_one_live_per_order")
      .on(t.providerId, t.providerOrderId)
      .where(sql`${t.checkoutStatus} not in (${sql.raw(released)})`),
    index("checkout_by_order").on(t.providerId, t.providerOrderId, t.id),
    index("checkout_to_expire").on(t.expiresAt).where(oneOf("checkout_status", AWAITING_STATUSES)),
    check("checkout_status_known", oneOf("checkout_status", CHECKOUT_STATUSES)),
    check("checkout_authorisation_known", oneOf("authorisation_status", AUTHORISATION_STATUSES)),
    check(
      "checkout_state_reachable",
      sql`(${t.checkoutStatus}, ${t.authorisationStatus}) in (${sql.raw(pairs)})`,
    ),
    check("checkout_payment_type_known", oneOf("payment_type", PAYMENT_TYPES)),
    check(
      "checkout_amounts",
      sql`${t.financedCents} > 0 and ${t.instalmentCents} > 0 and ${t.depositCents} >= 0 and ${t.coursePriceCents} between 1 and ${sql.raw(String(MAX_CENTS))}`,
    ),
    check(
      "checkout_plan_sums",
      sql`case ${t.paymentType} when 'upfront_payment' then ${t.financedCents} = ${t.coursePriceCents} and ${t.numberOfInstalments} = 1 and ${t.expiresAt} is null else ${t.financedCents} + ${t.depositCents} = ${t.coursePriceCents} and ${t.numberOfInstalments} between 1 and ${sql.raw(String(MAX_INSTALMENTS))} and ${t.expiresAt} is not null end`,
    ),
    check(
      "checkout_schedule_is_of_plan",
      sql`${t.schedule} is null or ${t.paymentType} <> 'upfront_payment'`,
    ),
    check("checkout_token_length", sql`octet_length(${t.tokenSha256}) = 32`),
  ],
);

/** The payment-plan record of a student's enrolment; with Pay Now made when the charge has an outcome. */
export const opportunity = pgTable(
  "opportunity",
  {
    providerId: typeId("prv"),
    id: typeId("opp"),
    checkoutId: typeId("chk"),
    contactId: typeId("con"),
    stage: text().$type<OpportunityStage>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("opportunity_one_per_checkout").on(t.providerId, t.checkoutId),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    foreignKey({ columns: [t.providerId, t.contactId], foreignColumns: [contact.providerId, contact.id] }),
    check("opportunity_stage_known", oneOf("stage", OPPORTUNITY_STAGES)),
  ],
);

export const CHARGE_ATTEMPT_STATUSES = [
  "started",
  "unknown",
  "succeeded",
  "declined",
  "refused",
  "closed",
] as const;
export type ChargeAttemptStatus = (typeof CHARGE_ATTEMPT_STATUSES)[number];
/** Attempts whose outcome the gateway has yet to tell; recovery looks after them. */
export const OPEN_ATTEMPTS = ["started", "unknown"] as const satisfies ChargeAttemptStatus[];

/** The gateway of attempts from before it was recorded, and of servers of that time while they are replaced. */
export const NOT_RECORDED = "(not recorded)";

/** One call to the card gateway. Written before the call, so that a crash leaves a trace to recover from. */
export const chargeAttempt = pgTable(
  "charge_attempt",
  {
    providerId: typeId("prv"),
    /** Also the gateway's idempotency key: one attempt can charge at most once. */
    id: typeId("cat"),
    checkoutId: typeId("chk"),
    /** The checkout's, repeated so that an order's calls can be counted and numbered. */
    providerOrderId: text().notNull(),
    /** How many calls the order has had with this one: two claims that counted at once cannot both stand. */
    callNumber: integer().notNull(),
    /** Id of the gateway that it was sent to: nobody else can tell what became of it. */
    gateway: text().notNull().default(NOT_RECORDED),
    status: text().$type<ChargeAttemptStatus>().notNull(),
    amountCents: cents().notNull(),
    cardScheme: text(),
    cardLastFour: text(),
    receiptNumber: text(),
    /** Why the gateway declined or refused. */
    declineCode: text(),
    /** Where the student must act before the bank decides (3-D Secure). Whoever has it can act: never logged. */
    actionUrl: text(),
    /** The request that made it; a stored answer names it. */
    requestId: typeId("req"),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When recovery should look at an open attempt. */
    dueAt: instant(),
    /** A worker has it until then. */
    leaseUntil: instant(),
    recoveries: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("charge_attempt_gateway_key").on(t.id),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    unique("charge_attempt_one_per_checkout").on(t.providerId, t.checkoutId),
    unique("charge_attempt_one_per_number").on(t.providerId, t.providerOrderId, t.callNumber),
    index("charge_attempt_due").on(t.dueAt).where(sql`${t.status} in ('started', 'unknown')`),
    check("charge_attempt_status_known", oneOf("status", CHARGE_ATTEMPT_STATUSES)),
    check("charge_attempt_amount_positive", sql`${t.amountCents} > 0`),
    check(
      "charge_attempt_open_is_due",
      sql`(${t.status} in ('started', 'unknown')) = (${t.dueAt} is not null)`,
    ),
    check("charge_attempt_action_is_awaited", sql`${t.actionUrl} is null or ${t.status} = 'unknown'`),
    check(
      "charge_attempt_success_is_known",
      sql`${t.status} <> 'succeeded' or (${t.cardLastFour} is not null and ${t.receiptNumber} is not null)`,
    ),
  ],
);

/** What create answered, for the same key again. Contract section 4, Idempotency-Key. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** v1 and legacy routes are one operation. */
    operation: text().notNull(),
    key: text().notNull(),
    /** Version and SHA-256 of the body; keys taken before there were versions have the hash alone. */
    fingerprint: bytea().notNull(),
    checkoutId: typeId("chk"),
    /** Sealed like bank details: while in flight the checkout token, afterwards the whole answer. */
    keyVersion: smallint().notNull(),
    sealedToken: bytea(),
    sealedAnswer: bytea(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.operation, t.key] }),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    index("idempotency_key_by_checkout").on(t.providerId, t.checkoutId),
    index("idempotency_key_to_purge").on(t.expiresAt),
    check("idempotency_key_length", sql`length(${t.key}) between 1 and 255`),
    check("idempotency_key_has_content", sql`num_nonnulls(${t.sealedToken}, ${t.sealedAnswer}) = 1`),
  ],
);
