import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { inTime } from "../domain/time";
import type { Db } from "./client";

/** When the newest migration of this build was made, in milliseconds; the migrator records the same number. */
function newestMigration(): number {
  const journal = join(process.cwd(), "drizzle/migrations/meta/_journal.json");
  const { entries } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { when: number }[] };
  return Math.max(...entries.map((entry) => entry.when));
}

let expected: number | undefined;

/** A database that takes longer is not ready, whatever it says then. */
const PATIENCE_MS = 3_000;

/** A connection is to be had within that. */
const POOL_MS = 1_000;

export interface DatabaseHealth {
  /** It answers. */
  database: boolean;
  /** Its newest migration is this build's. */
  migrations: boolean;
  /** It answered soon: a connection was free. */
  pool: boolean;
  /** How far this process's clock is ahead of the database's; 0 where nobody knows. */
  clockDriftMs: number;
}

const SILENT: DatabaseHealth = { database: false, migrations: false, pool: false, clockDriftMs: 0 };

type Row = { newest: string | null; at: string };

/** How the database is, by one query. Never rejects. */
export async function readHealth(db: Db, now: () => Date): Promise<DatabaseHealth> {
  const from = performance.now();
  try {
    expected ??= newestMigration();
    const query = db.execute<Row>(
      sql`select max(created_at) as newest, extract(epoch from clock_timestamp()) * 1000 as at from drizzle.__drizzle_migrations`,
    );
    const [row] = await inTime<Row[]>(query, PATIENCE_MS, () => []);
    if (!row) return SILENT;
    return {
      database: true,
      migrations: Number(row.newest) >= expected,
      pool: performance.now() - from < POOL_MS,
      clockDriftMs: now().getTime() - Number(row.at),
    };
  } catch (error) {
    return isNotMigrated(error) ? { ...SILENT, database: true, pool: true } : SILENT;
  }
}

/** It answers that there is no such table, or no such schema. */
function isNotMigrated(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code === "42P01" || code === "3F000" || (cause !== undefined && isNotMigrated(cause));
}

/** Whether the database answers and its migrations are those of this build. Contract section 3. */
export async function isReady(db: Db): Promise<boolean> {
  const { database, migrations } = await readHealth(db, () => new Date());
  return database && migrations;
}
