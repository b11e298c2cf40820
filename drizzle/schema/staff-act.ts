import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { STAFF_ACTIONS, STAFF_ROLES, STAFF_STEPS } from "../vocabulary";
import { instant, nullableTypeId, oneOf, typeId } from "./columns";
import { provider } from "./provider";

const ROLES = [...STAFF_ROLES, "operator"] as const;

/**
 * The audit log of the console: a row before each action, and one after it. Rows are only added (`storage.sql`), and each
 * has the hash of the one before. It refers to nobody in `staff`, because it outlives them.
 */
export const staffAct = pgTable(
  "staff_act",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** From 1 within the provider, without a gap. */
    sequence: integer().notNull(),
    /** Both rows of an action have it. */
    actId: typeId("act"),
    step: text({ enum: STAFF_STEPS }).notNull(),
    at: instant().notNull(),
    staffId: typeId("stf"),
    staffName: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    action: text({ enum: STAFF_ACTIONS }).notNull(),
    checkoutId: nullableTypeId("chk"),
    /** What it is about, where that is not the checkout alone: a payment, a refund, an email. */
    subject: text(),
    reason: text().notNull(),
    /** JSON as it was written, since `jsonb` would order it anew. `before` is in the first row, `after` in the second. */
    before: text(),
    after: text(),
    ipAddress: text(),
    requestId: typeId("req"),
    previousHash: text().notNull(),
    /** As `lib/db/staff-acts.ts` makes it. */
    hash: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.sequence] }),
    unique("staff_act_step_once").on(t.providerId, t.actId, t.step),
    index("staff_act_by_checkout")
      .on(t.providerId, t.checkoutId, t.sequence)
      .where(sql`${t.checkoutId} is not null`),
    check("staff_act_role_known", oneOf("role", ROLES)),
    check("staff_act_action_known", oneOf("action", STAFF_ACTIONS)),
    check("staff_act_step_known", oneOf("step", STAFF_STEPS)),
    check("staff_act_sequence_positive", sql`${t.sequence} > 0`),
  ],
);
