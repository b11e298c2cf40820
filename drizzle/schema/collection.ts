import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  ACTOR_FORM,
  DEBIT_REASONS,
  DEBIT_STATUSES,
  HOLD_REASONS,
  LIVE_DEBIT_STATUSES,
  PLAN_STATUSES,
  POLLS,
} from "../vocabulary";
import { checkout } from "./checkout";
import { cents, instant, oneOf, typeId } from "./columns";

/** What follows from a plan's instalments and debits, recorded with each change. */
interface StoredSummary {
  standing: "up_to_date" | "in_flight" | "arrears";
  arrears: { amountCents: number; since: string } | null;
  paidCents: number;
  outstandingCents: number;
  nextDebit: { number: number; date: string; amountCents: number; canChangeUntil: string } | null;
}

/** A signed plan whose payments we collect: contract "Real money", section 4. A plan that nobody collects has no row. */
export const paymentPlan = pgTable(
  "payment_plan",
  {
    providerId: typeId("prv"),
    checkoutId: typeId("chk"),
    status: text({ enum: PLAN_STATUSES }).notNull(),
    holdReason: text({ enum: HOLD_REASONS }),
    /** No debit before this date. */
    pausedUntil: date({ mode: "string" }),
    /** The processor account that debits. */
    gateway: text().notNull(),
    financedCents: cents().notNull(),
    /** Each change raises it. */
    revision: integer().notNull().default(1),
    /** Debits that failed, one after the other, since the last that was paid. */
    failedInRow: smallint().notNull().default(0),
    summary: jsonb().$type<StoredSummary>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.checkoutId] }),
    foreignKey({ columns: [t.providerId, t.checkoutId], foreignColumns: [checkout.providerId, checkout.id] }),
    index("payment_plan_by_change").on(t.providerId, t.updatedAt, t.checkoutId),
    index("payment_plan_held").on(t.providerId, t.holdReason).where(sql`${t.holdReason} is not null`),
    index("payment_plan_paused").on(t.pausedUntil).where(sql`${t.status} = 'Paused'`),
    check("payment_plan_status_known", oneOf("status", PLAN_STATUSES)),
    check("payment_plan_hold_reason_known", oneOf("hold_reason", HOLD_REASONS)),
    check("payment_plan_hold_has_reason", sql`(${t.status} = 'On Hold') = (${t.holdReason} is not null)`),
    check("payment_plan_pause_has_end", sql`${t.status} <> 'Paused' or ${t.pausedUntil} is not null`),
  ],
);

/** One payment of a plan. All together sum to the amount financed. */
export const instalment = pgTable(
  "instalment",
  {
    providerId: typeId("prv"),
    checkoutId: typeId("chk"),
    number: smallint().notNull(),
    dueDate: date({ mode: "string" }).notNull(),
    debitDate: date({ mode: "string" }).notNull(),
    amountCents: cents().notNull(),
    /** When its debit goes to the processor. Null while nothing is planned: it was sent, or waits for the student. */
    handOverOn: date({ mode: "string" }),
    /** When the student is told of its debit. Null once that was done, or while nothing is planned. */
    noticeOn: date({ mode: "string" }),
    /** Debits so far. The next one's key follows from it. */
    attempts: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.checkoutId, t.number] }),
    foreignKey({
      columns: [t.providerId, t.checkoutId],
      foreignColumns: [paymentPlan.providerId, paymentPlan.checkoutId],
    }),
    index("instalment_to_hand_over").on(t.handOverOn).where(sql`${t.handOverOn} is not null`),
    index("instalment_to_tell").on(t.noticeOn).where(sql`${t.noticeOn} is not null`),
    check("instalment_amount_positive", sql`${t.amountCents} > 0`),
  ],
);

/** Pays an instalment with money that came another way. */
export const outsidePayment = pgTable(
  "outside_payment",
  {
    providerId: typeId("prv"),
    checkoutId: typeId("chk"),
    number: smallint().notNull(),
    amountCents: cents().notNull(),
    receivedOn: date({ mode: "string" }).notNull(),
    reference: text(),
    recordedBy: text().notNull(),
    recordedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.checkoutId, t.number] }),
    foreignKey({
      columns: [t.providerId, t.checkoutId, t.number],
      foreignColumns: [instalment.providerId, instalment.checkoutId, instalment.number],
    }),
    check("outside_payment_actor_form", sql`${t.recordedBy} ~ '${sql.raw(ACTOR_FORM)}'`),
  ],
);

/** Written before the processor is asked, so that it is found after a crash. */
export const debit = pgTable(
  "debit",
  {
    providerId: typeId("prv"),
    /** The processor's key too. It follows from plan, instalment and attempt. */
    id: typeId("dbt"),
    checkoutId: typeId("chk"),
    number: smallint().notNull(),
    attempt: smallint().notNull(),
    amountCents: cents().notNull(),
    /** The day on which the account is debited. */
    date: date({ mode: "string" }).notNull(),
    gateway: text().notNull(),
    /** The processor's name of the bank account. It stays, so that the key is only ever sent for one. */
    authority: text().notNull(),
    /** The processor's own name for it, once it has told it. */
    gatewayReference: text(),
    status: text({ enum: DEBIT_STATUSES }).notNull(),
    /** Why it failed. */
    reason: text({ enum: DEBIT_REASONS }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the processor is asked about it; null where its report is enough. */
    dueAt: instant(),
    leaseUntil: instant(),
    recoveries: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.checkoutId, t.number],
      foreignColumns: [instalment.providerId, instalment.checkoutId, instalment.number],
    }),
    unique("debit_one_per_attempt").on(t.providerId, t.checkoutId, t.number, t.attempt),
    uniqueIndex("debit_one_live")
      .on(t.providerId, t.checkoutId, t.number)
      .where(oneOf("status", LIVE_DEBIT_STATUSES)),
    // What has no report, or was not paid out, after some days.
    index("debit_by_date").on(t.providerId, t.gateway, t.status, t.date),
    // As it stands on a bank statement.
    index("debit_by_amount").on(t.providerId, t.date, t.amountCents),
    index("debit_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    check("debit_status_known", oneOf("status", DEBIT_STATUSES)),
    check("debit_reason_known", oneOf("reason", DEBIT_REASONS)),
    check("debit_unknown_is_due", sql`${t.status} <> 'Sending' or ${t.dueAt} is not null`),
  ],
);

/** How far we have read what a processor account reports of its debits, and what it has paid out. */
export const debitPoll = pgTable(
  "debit_poll",
  {
    providerId: typeId("prv"),
    gateway: text().notNull(),
    what: text({ enum: POLLS }).notNull(),
    cursor: text(),
    dueAt: instant().notNull(),
    leaseUntil: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.gateway, t.what] }),
    index("debit_poll_due").on(t.dueAt),
    check("debit_poll_what_known", oneOf("what", POLLS)),
  ],
);
