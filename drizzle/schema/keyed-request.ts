import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { bytea, instant, typeId } from "./columns";
import { provider } from "./provider";

/** The Idempotency-Keys of all operations but create and refund, which have their own. Contract section 4. */
export const keyedRequest = pgTable(
  "keyed_request",
  {
    providerId: typeId("prv").references(() => provider.id),
    /** v1 and legacy routes are one operation. */
    operation: text().notNull(),
    key: text().notNull(),
    /** Version and SHA-256 of path and body. */
    fingerprint: bytea().notNull(),
    /** The request that claimed the key last. */
    requestId: typeId("req"),
    /** That request is under way until then; null once it is done. */
    leaseUntil: instant(),
    keyVersion: smallint(),
    sealedAnswer: bytea(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.operation, t.key] }),
    index("keyed_request_to_purge").on(t.expiresAt),
    index("keyed_request_by_app_key").on(t.keyVersion),
    check("keyed_request_key_length", sql`length(${t.key}) between 1 and 255`),
    check(
      "keyed_request_is_done_or_under_way",
      sql`num_nonnulls(${t.leaseUntil}, ${t.keyVersion}, ${t.sealedAnswer}) = case when ${t.leaseUntil} is null then 2 else 1 end`,
    ),
  ],
);
