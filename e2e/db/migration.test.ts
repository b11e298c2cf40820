import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { expect, inject, it, onTestFinished } from "vitest";
import { migrateDatabase } from "../../drizzle/migrate";
import { openDatabase } from "../../lib/db/client";
import { makeEmptyDatabase } from "../support/database";
import { until } from "../support/poll";

const MIGRATIONS = "drizzle/migrations";

/** The migrations of an earlier release: those before the one of that number. */
function migrationsBefore(number: number): string {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, number) }));
  return folder;
}

it("a migration that deadlocks with a server at work is done again", async () => {
  const url = await makeEmptyDatabase(inject("cluster"));
  const { db, close } = openDatabase({ url, poolSize: 2, prepare: true, name: "test" });
  onTestFinished(close);
  await migrate(db, { migrationsFolder: migrationsBefore(13) });
  let migrated: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    // As a change of a checkout does: its row first, the contact last. 0013 comes the other way.
    await tx.execute(sql`lock table checkout in row exclusive mode`);
    migrated = migrateDatabase(url);
    migrated.catch(() => {});
    await until("the migration waits", async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`);
      return waiting.length > 0;
    });
    await tx.execute(sql`lock table contact in row exclusive mode`);
  });
  await migrated;
  const [seen] = await db.execute(sql`
    select count(*)::int as migrations from drizzle.__drizzle_migrations`);
  const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8"));
  expect(seen).toEqual({ migrations: entries.length });
});
