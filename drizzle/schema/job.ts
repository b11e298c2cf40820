import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { ALERT_KINDS, type AlertKind } from "../../lib/domain/alerts";
import { instant, oneOf, typeId } from "./columns";

/** Background work that runs at intervals, over all processes together, and how far it has come. */
export const backgroundJob = pgTable("background_job", {
  name: text().primaryKey(),
  /** Whoever moves this on has the run; one that dies in it leaves the work to the next interval. */
  dueAt: instant().notNull(),
  /** Everything up to this instant was looked at; null before the first run came to its end. */
  reachedAt: instant(),
});

/** What an operator must look at: a charge and the records that do not agree. */
export const operatorAlert = pgTable(
  "operator_alert",
  {
    id: typeId("alt").primaryKey(),
    kind: text().$type<AlertKind>().notNull(),
    /** The gateway's key of the charge. */
    reference: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    resolvedAt: instant(),
    /** What an operator has resolved stays so; what vanished by itself may come back. */
    resolvedBy: text().$type<"operator" | "reconciliation">(),
  },
  (t) => [
    unique("operator_alert_once").on(t.kind, t.reference),
    check("operator_alert_kind_known", oneOf("kind", ALERT_KINDS)),
    check("operator_alert_resolved_by_known", oneOf("resolved_by", ["operator", "reconciliation"])),
    check("operator_alert_resolved_by_somebody", sql`(${t.resolvedAt} is null) = (${t.resolvedBy} is null)`),
  ],
);
