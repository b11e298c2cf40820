import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { retried } from "../lib/db/retried";
import { recordSchedules } from "./record-schedules";

/** Keeps two servers that start at once from migrating at once. */
const LOCK = 4_207_849_484;

export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    // The servers' role may have limits of its own (D-130); a migration takes as long as it takes.
    await sql.unsafe("set statement_timeout = 0; set lock_timeout = 0");
    await sql`select pg_advisory_lock(${LOCK})`;
    const migrationsFolder = join(process.cwd(), "drizzle/migrations");
    // One transaction, which takes tables in the order of the migrations: servers at work take them in another.
    await retried(() => migrate(drizzle(sql), { migrationsFolder }));
    await recordSchedules(sql);
  } finally {
    await sql.end();
  }
}
