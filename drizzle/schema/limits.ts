import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Token buckets that several servers share, of API keys and of addresses. Unlogged: after a crash of the database all
 * are full, which harms nobody. No index on `full_at`: without one, taking a token rewrites no index.
 */
export const rateBucket = pgTable("rate_bucket", {
  /** Policy and whom it holds for: `key:key_…`, `address:203.0.113.9`. */
  key: text().primaryKey(),
  /** When the bucket will be full again; how long until then says how many tokens are missing. */
  fullAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
});
