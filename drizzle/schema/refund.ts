import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ACTOR_FORM, REFUND_STATUSES } from "../vocabulary";
import { chargeAttempt, checkout } from "./checkout";
import { debit } from "./collection";
import { bytea, cents, instant, nullableTypeId, oneOf, typeId } from "./columns";

/** Money that goes back to the student. Written before the processor is asked, so that recovery finds it after a crash. */
export const refund = pgTable(
  "refund",
  {
    providerId: typeId("prv"),
    /** The processor's idempotency key too. */
    id: typeId("ref"),
    checkoutId: typeId("chk"),
    /** What is refunded: a charge, or a debit. */
    chargeAttemptId: nullableTypeId("cat"),
    debitId: nullableTypeId("dbt"),
    amountCents: cents().notNull(),
    /** The provider's own words. */
    reason: text().notNull(),
    /** Who asked, as `lib/domain/actor.ts` writes it. */
    requestedBy: text().notNull(),
    requestId: typeId("req"),
    status: text({ enum: REFUND_STATUSES }).notNull(),
    failureReason: text(),
    /** The processor's own name for the refund, once it has told it. */
    gatewayReference: text(),
    /** As sent, with version and SHA-256 of what was asked for. */
    idempotencyKey: text(),
    fingerprint: bytea().notNull(),
    /** The body of the first response, once the outcome is known. */
    answer: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the processor is asked again; null once nothing can change any more. */
    dueAt: instant(),
    /** A worker, or at first its own request, has it until then. */
    leaseUntil: instant(),
    recoveries: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    foreignKey({
      columns: [t.providerId, t.chargeAttemptId],
      foreignColumns: [chargeAttempt.providerId, chargeAttempt.id],
    }),
    foreignKey({ columns: [t.providerId, t.debitId], foreignColumns: [debit.providerId, debit.id] }),
    uniqueIndex("refund_idempotency_key").on(t.providerId, t.idempotencyKey),
    index("refund_by_checkout").on(t.providerId, t.checkoutId, t.id),
    index("refund_by_debit").on(t.providerId, t.debitId).where(sql`${t.debitId} is not null`),
    index("refund_failed").on(t.providerId, t.updatedAt).where(sql`${t.status} = 'Failed'`),
    index("refund_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    check("refund_of_one_payment", sql`num_nonnulls(${t.chargeAttemptId}, ${t.debitId}) = 1`),
    check("refund_status_known", oneOf("status", REFUND_STATUSES)),
    check("refund_amount_positive", sql`${t.amountCents} > 0`),
    check("refund_failure_has_reason", sql`(${t.status} = 'Failed') = (${t.failureReason} is not null)`),
    check("refund_open_is_due", sql`${t.status} not in ('Requested', 'Pending') or ${t.dueAt} is not null`),
    check("refund_actor_form", sql`${t.requestedBy} ~ '${sql.raw(ACTOR_FORM)}'`),
  ],
);
