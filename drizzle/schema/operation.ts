import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, smallint, text, timestamp, unique } from "drizzle-orm/pg-core";
import { ALERT_KINDS, ALERT_RESOLVERS } from "../vocabulary";
import { bytea, instant, oneOf, typeId } from "./columns";

/** Work that runs at intervals, once for all processes. */
export const backgroundJob = pgTable("background_job", {
  name: text().primaryKey(),
  /** The process that moves this on has the run; if it dies, the next interval does the work. */
  dueAt: instant().notNull(),
  /** Everything up to this instant was looked at; null before the first whole run. */
  reachedAt: instant(),
});

/** A charge and its records do not agree, or a sealed value does not open: an operator must look at it. */
export const operatorAlert = pgTable(
  "operator_alert",
  {
    id: typeId("alt").primaryKey(),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    /** The gateway's key of the charge; the gateway's id; of a sealed value its row's id, or `key_version_2`. */
    reference: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    resolvedAt: instant(),
    /** What was not resolved by an operator opens again with its cause. */
    resolvedBy: text({ enum: ALERT_RESOLVERS }),
  },
  (t) => [
    unique("operator_alert_once").on(t.kind, t.reference),
    // A create looks here for charges of its order that nobody has accounted for.
    index("operator_alert_orphans")
      .on(sql`(${t.details} ->> 'provider_order_id')`)
      .where(sql`${t.kind} = 'orphan_charge' and ${t.resolvedAt} is null`),
    index("operator_alert_of_provider")
      .on(sql`(${t.details} ->> 'provider_id')`)
      .where(sql`${t.resolvedAt} is null`),
    check("operator_alert_kind_known", oneOf("kind", ALERT_KINDS)),
    check("operator_alert_resolved_by_known", oneOf("resolved_by", ALERT_RESOLVERS)),
    check("operator_alert_resolved_by_somebody", sql`(${t.resolvedAt} is null) = (${t.resolvedBy} is null)`),
  ],
);

/**
 * Token buckets that servers share. The table is unlogged: after a crash of the database all are full, which harms
 * nobody. Without an index on `full_at`, taking a token updates no index.
 */
export const rateBucket = pgTable("rate_bucket", {
  /** `key:key_…`, `address:203.0.113.9`. */
  key: text().primaryKey(),
  /** When it is full again: the time until then tells how many tokens are missing. */
  fullAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
});

/** Sealed by each key of APP_KEYS: a start whose key of that version cannot open it is refused. */
export const sealedProbe = pgTable("sealed_probe", {
  keyVersion: smallint().primaryKey(),
  sealed: bytea().notNull(),
});
