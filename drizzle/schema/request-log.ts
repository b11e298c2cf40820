import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant, typeId } from "./columns";

/** Requests with a provider's key, for a week. A log, not a record: after a fault some may be missing. */
export const requestLog = pgTable(
  "request_log",
  {
    providerId: typeId("prv"),
    /** The `Request-Id`, by which they are in order. */
    id: typeId("req"),
    keyId: typeId("key"),
    at: instant().notNull(),
    method: text().notNull(),
    /** With ids, and without whatever else a caller wrote. */
    path: text().notNull(),
    /** Null where there is none. */
    operation: text(),
    status: smallint().notNull(),
    /** Of the problem; null where it was not refused. */
    code: text(),
    durationMs: integer().notNull(),
    /** The first response again: `Idempotent-Replayed`. */
    isReplay: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    index("request_log_by_path").on(t.providerId, t.path, t.id),
    index("request_log_refused").on(t.providerId, t.id).where(sql`${t.status} >= 400`),
    index("request_log_failed").on(t.providerId, t.id).where(sql`${t.status} >= 500`),
    index("request_log_replays").on(t.providerId, t.id).where(sql`${t.isReplay}`),
    index("request_log_to_purge").on(t.at),
  ],
);
