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
import type { PaymentFrequency } from "../vocabulary";
import {
  AUTHORISATION_STATUSES,
  AWAITING_STATUSES,
  CHECKOUT_STATUSES,
  MAX_CENTS,
  MAX_INSTALMENTS,
  OPPORTUNITY_STAGES,
  PAYMENT_TYPES,
  REACHABLE_STATUSES,
  RELEASED_STATUSES,
} from "../vocabulary";
import { bytea, cents, instant, metadata, oneOf, schedule, typeId } from "./columns";
import { contact, provider } from "./provider";

const pairs = REACHABLE_STATUSES.map((pair) => `('${pair.join("', '")}')`).join(", ");
const released = RELEASED_STATUSES.map((status) => `'${status}'`).join(", ");

/** The request as it was sent, and its statuses. */
export const checkout = pgTable(
  "checkout",
  {
    providerId: typeId("prv").references(() => provider.id),
    id: typeId("chk"),
    providerOrderId: text().notNull(),
    providerAccountId: text(),
    /** As sent with this checkout. The contact's name may change, this does not. */
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    courseName: text().notNull(),
    coursePriceCents: cents().notNull(),
    financedCents: cents().notNull(),
    depositCents: cents().notNull(),
    /** Of the refunds that succeeded. */
    refundedCents: cents().notNull().default(0),
    paymentType: text({ enum: PAYMENT_TYPES }).notNull(),
    paymentFrequency: text().$type<PaymentFrequency>().notNull(),
    numberOfInstalments: smallint().notNull(),
    instalmentCents: cents().notNull(),
    firstPaymentDate: date({ mode: "string" }).notNull(),
    /** As agreed. Null for Pay Now. */
    schedule: schedule(),
    checkoutStatus: text({ enum: CHECKOUT_STATUSES }).notNull(),
    authorisationStatus: text({ enum: AUTHORISATION_STATUSES }).notNull(),
    tokenSha256: bytea().notNull(),
    /** Null until confirmed. */
    depositConfirmed: boolean(),
    /** Of the latest event. */
    lastSequence: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Null for Pay Now with a card in the request. */
    expiresAt: instant(),
    /** The key that the hosted card page's link is derived from; null where the student has no such page. */
    cardPageKeyVersion: smallint(),
    /** The caller's own pairs; null where none were sent. */
    metadata: metadata(),
    /** `email` in small letters, as the contact has it. */
    emailLower: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex("checkout_one_live_per_order")
      .on(t.providerId, t.providerOrderId)
      .where(sql`${t.checkoutStatus} not in (${sql.raw(released)})`),
    index("checkout_by_order").on(t.providerId, t.providerOrderId, t.id),
    // Without it a list of a status that few have goes through all. What follows the id is what totals need, so that they
    // read no rows.
    index("checkout_by_status").on(
      t.providerId,
      t.checkoutStatus,
      t.id,
      t.paymentType,
      t.coursePriceCents,
      t.expiresAt,
    ),
    // By the beginning of a name, whatever the database's collation.
    index("checkout_by_name").on(
      t.providerId,
      sql`lower(${t.firstName} || ' ' || ${t.lastName}) text_pattern_ops`,
      t.id,
    ),
    index("checkout_by_last_name").on(t.providerId, sql`lower(${t.lastName}) text_pattern_ops`, t.id),
    // Lists that are narrowed by these.
    index("checkout_by_email").on(t.providerId, t.emailLower, t.id),
    index("checkout_by_update").on(t.providerId, t.updatedAt),
    // With the provider in each entry, so that nobody's lists go through the pairs of others.
    index("checkout_by_metadata")
      .using("gin", sql`jsonb_set('{}', array[${t.providerId}::text], ${t.metadata}) jsonb_path_ops`)
      .with({ fastupdate: false })
      .where(sql`${t.metadata} is not null`),
    index("checkout_to_expire").on(t.expiresAt).where(oneOf("checkout_status", AWAITING_STATUSES)),
    check("checkout_status_known", oneOf("checkout_status", CHECKOUT_STATUSES)),
    check("checkout_authorisation_known", oneOf("authorisation_status", AUTHORISATION_STATUSES)),
    check(
      "checkout_state_reachable",
      sql`(${t.checkoutStatus}, ${t.authorisationStatus}) in (${sql.raw(pairs)})`,
    ),
    check("checkout_refunded_in_bounds", sql`${t.refundedCents} between 0 and ${t.coursePriceCents}`),
    check("checkout_payment_type_known", oneOf("payment_type", PAYMENT_TYPES)),
    check(
      "checkout_amounts",
      sql`${t.financedCents} > 0 and ${t.instalmentCents} > 0 and ${t.depositCents} >= 0 and ${t.coursePriceCents} between 1 and ${sql.raw(String(MAX_CENTS))}`,
    ),
    check(
      "checkout_plan_sums",
      sql`case ${t.paymentType} when 'upfront_payment' then ${t.financedCents} = ${t.coursePriceCents} and ${t.numberOfInstalments} = 1 and (${t.expiresAt} is null) = (${t.cardPageKeyVersion} is null) else ${t.financedCents} + ${t.depositCents} = ${t.coursePriceCents} and ${t.numberOfInstalments} between 1 and ${sql.raw(String(MAX_INSTALMENTS))} and ${t.expiresAt} is not null and ${t.cardPageKeyVersion} is null end`,
    ),
    check(
      "checkout_schedule_is_of_plan",
      sql`(${t.schedule} is null) = (${t.paymentType} = 'upfront_payment')`,
    ),
    check("checkout_token_length", sql`octet_length(${t.tokenSha256}) = 32`),
  ],
);

/** The provider's sales record. Pay Now gets one when the charge has an outcome. */
export const opportunity = pgTable(
  "opportunity",
  {
    providerId: typeId("prv"),
    id: typeId("opp"),
    checkoutId: typeId("chk"),
    contactId: typeId("con"),
    stage: text({ enum: OPPORTUNITY_STAGES }).notNull(),
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

const CHARGE_ATTEMPT_STATUSES = ["started", "unknown", "succeeded", "declined", "refused", "closed"] as const;
type ChargeAttemptStatus = (typeof CHARGE_ATTEMPT_STATUSES)[number];
/** Their outcome is not known yet: recovery asks the gateway. */
export const OPEN_ATTEMPTS = ["started", "unknown"] as const satisfies ChargeAttemptStatus[];

/** One call to the card gateway. Written before the call, so that recovery finds it after a crash. */
export const chargeAttempt = pgTable(
  "charge_attempt",
  {
    providerId: typeId("prv"),
    /** The gateway's idempotency key too. Derived, see `chargeKey`: a call of an order has one key for ever. */
    id: typeId("cat"),
    checkoutId: typeId("chk"),
    /** The checkout's; repeated for the unique call number. */
    providerOrderId: text().notNull(),
    /** Counts the order's calls; unique, so that two at once cannot both take the last one. */
    callNumber: integer().notNull(),
    /** Id of the processor account that it was sent to, or of a gateway of the settings. */
    gateway: text().notNull(),
    /** The processor's own name for the charge, stored before it can take money; null where the key is enough. */
    gatewayReference: text(),
    status: text({ enum: CHARGE_ATTEMPT_STATUSES }).notNull(),
    amountCents: cents().notNull(),
    cardScheme: text(),
    cardLastFour: text(),
    receiptNumber: text(),
    /** Why the gateway declined or refused. */
    declineCode: text(),
    /** Nothing was charged, and the gateways, asked for the order, knew no charge: only then a text may say so. */
    isOrderUncharged: boolean().notNull().default(false),
    /** Where the student must act (3-D Secure). Who has the address can act. */
    bankPageSealed: bytea(),
    bankPageKeyVersion: smallint(),
    /** Named in the stored answer. */
    requestId: typeId("req"),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When recovery asks; null unless open. */
    dueAt: instant(),
    /** A worker has it until then. */
    leaseUntil: instant(),
    recoveries: integer().notNull().default(0),
    /** On the hosted card page another card was tried after this one. */
    isReplaced: boolean().notNull().default(false),
    /** The payments of a plan that it pays, by number; null where it pays the order. */
    instalments: smallint().array(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("charge_attempt_gateway_key").on(t.id),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    // One after the other: an open or paid attempt is never replaced.
    uniqueIndex("charge_attempt_one_per_checkout")
      .on(t.providerId, t.checkoutId)
      .where(sql`not ${t.isReplaced} and ${t.instalments} is null`),
    // So no payment of a plan has two.
    uniqueIndex("charge_attempt_one_open_of_plan")
      .on(t.providerId, t.checkoutId)
      .where(sql`${t.instalments} is not null and ${t.status} in ('started', 'unknown')`),
    index("charge_attempt_by_checkout").on(t.providerId, t.checkoutId),
    check(
      "charge_attempt_replaced_took_nothing",
      sql`not ${t.isReplaced} or ${t.status} in ('declined', 'refused', 'closed')`,
    ),
    unique("charge_attempt_one_per_number").on(t.providerId, t.providerOrderId, t.callNumber),
    index("charge_attempt_by_time").on(t.createdAt),
    index("charge_attempt_by_receipt")
      .on(t.providerId, t.receiptNumber)
      .where(sql`${t.receiptNumber} is not null`),
    index("charge_attempt_due").on(t.dueAt).where(sql`${t.status} in ('started', 'unknown')`),
    check("charge_attempt_status_known", oneOf("status", CHARGE_ATTEMPT_STATUSES)),
    check("charge_attempt_amount_positive", sql`${t.amountCents} > 0`),
    check(
      "charge_attempt_open_is_due",
      sql`(${t.status} in ('started', 'unknown')) = (${t.dueAt} is not null)`,
    ),
    index("charge_attempt_by_app_key").on(t.bankPageKeyVersion).where(sql`${t.bankPageSealed} is not null`),
    check(
      "charge_attempt_bank_page_is_awaited",
      sql`num_nulls(${t.bankPageSealed}, ${t.bankPageKeyVersion}) = 2 or (num_nulls(${t.bankPageSealed}, ${t.bankPageKeyVersion}) = 0 and ${t.status} = 'unknown')`,
    ),
    check(
      "charge_attempt_success_is_known",
      sql`${t.status} <> 'succeeded' or (${t.cardLastFour} is not null and ${t.receiptNumber} is not null)`,
    ),
  ],
);

/** Contract section 4, Idempotency-Key. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** v1 and legacy routes are one operation. */
    operation: text().notNull(),
    key: text().notNull(),
    /** Version and SHA-256 of the body. */
    fingerprint: bytea().notNull(),
    /** No foreign key: a plan that loses its order to another create leaves its key, and such a key is free. */
    checkoutId: typeId("chk"),
    /** Either of the two: the checkout token until the charge has an outcome, then the whole answer. */
    keyVersion: smallint().notNull(),
    sealedToken: bytea(),
    sealedAnswer: bytea(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.operation, t.key] }),
    index("idempotency_key_by_checkout").on(t.providerId, t.checkoutId),
    index("idempotency_key_to_purge").on(t.expiresAt),
    index("idempotency_key_by_app_key").on(t.keyVersion),
    check("idempotency_key_length", sql`length(${t.key}) between 1 and 255`),
    check("idempotency_key_has_content", sql`num_nonnulls(${t.sealedToken}, ${t.sealedAnswer}) = 1`),
  ],
);
