import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { SETTLEMENT_LINE_KINDS, SETTLEMENT_PROBLEMS, SETTLEMENT_STATUSES } from "../vocabulary";
import { cents, instant, nullableTypeId, oneOf, typeId } from "./columns";

/** A processor's payout, compared with our records: contract "Real money", section 4. */
export const settlement = pgTable(
  "settlement",
  {
    providerId: typeId("prv"),
    id: typeId("stl"),
    /** The processor account. */
    gateway: text().notNull(),
    /** The processor's name for it. */
    reference: text().notNull(),
    paidOn: date({ mode: "string" }).notNull(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    status: text({ enum: SETTLEMENT_STATUSES }).notNull(),
    /** Of the payout itself; its lines have their own. */
    problem: text({ enum: SETTLEMENT_PROBLEMS }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    unique("settlement_once").on(t.providerId, t.gateway, t.reference),
    index("settlement_by_day").on(t.providerId, t.gateway, t.paidOn, t.id),
    index("settlement_open").on(t.providerId, t.gateway).where(sql`${t.status} = 'needs_attention'`),
    check("settlement_status_known", oneOf("status", SETTLEMENT_STATUSES)),
    check("settlement_problem_known", oneOf("problem", SETTLEMENT_PROBLEMS)),
  ],
);

export const settlementLine = pgTable(
  "settlement_line",
  {
    providerId: typeId("prv"),
    settlementId: typeId("stl"),
    number: integer().notNull(),
    kind: text({ enum: SETTLEMENT_LINE_KINDS }).notNull(),
    reference: text().notNull(),
    /** Of our charge attempt, debit or refund, as the processor names it. */
    key: text(),
    /** The same of a debit that was paid out, or is missing. */
    debitId: nullableTypeId("dbt"),
    grossCents: cents().notNull(),
    feeCents: cents().notNull(),
    netCents: cents().notNull(),
    /** Of the charge, debit or refund with this key; null where we have none. */
    checkoutId: nullableTypeId("chk"),
    /** `missing` is a line of ours: the debit should have been in this payout or an earlier one. */
    problem: text({ enum: SETTLEMENT_PROBLEMS }),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.settlementId, t.number] }),
    foreignKey({
      columns: [t.providerId, t.settlementId],
      foreignColumns: [settlement.providerId, settlement.id],
    }),
    index("settlement_line_by_key").on(t.providerId, t.key),
    index("settlement_line_by_debit").on(t.providerId, t.debitId).where(sql`${t.debitId} is not null`),
    check("settlement_line_kind_known", oneOf("kind", SETTLEMENT_LINE_KINDS)),
    check("settlement_line_problem_known", oneOf("problem", SETTLEMENT_PROBLEMS)),
  ],
);
