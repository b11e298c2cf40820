import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { instantOf, inTime } from "../dates/time";
import { codeOf, propertyOf } from "../text/narrow";
import { type Db, readRows } from "./declared";
import { WRONG_SETTINGS } from "./settings";

/** The `when` of this build's newest migration; the migrator records the same number. */
export function newestMigration(): number {
  const journal = join(process.cwd(), "drizzle/migrations/meta/_journal.json");
  const { entries }: { entries: { when: number }[] } = JSON.parse(readFileSync(journal, "utf8"));
  return Math.max(...entries.map((entry) => entry.when));
}

let expected: number | undefined;

/** A slower database counts as away. */
const PATIENCE_MS = 3_000;
const POOL_MS = 1_000;

export interface DatabaseHealth {
  /** It responds and accepts writes, and its sessions have the settings that results depend on. */
  database: boolean;
  /** Whether it has this build's migrations or newer ones; null if it did not say. */
  migrations: boolean | null;
  /** It responded within a second, so a connection was free. */
  pool: boolean;
  /** At least how far, in milliseconds, this machine's clock is ahead of the database's; null if nobody knows. */
  aheadMs: number | null;
}

export const SILENT: DatabaseHealth = { database: false, migrations: null, pool: false, aheadMs: null };

type Row = { newest: string | null; at: string; wrong: string | null; takesWrites: boolean };

/** Never rejects. */
export async function readHealth(db: Db): Promise<DatabaseHealth> {
  const from = performance.now();
  try {
    expected ??= newestMigration();
    const query = readRows<Row>(
      db,
      sql`select max(created_at) as newest, extract(epoch from clock_timestamp()) * 1000 as at,
        ${WRONG_SETTINGS} as wrong, current_setting('transaction_read_only') = 'off' as "takesWrites"
        from drizzle.__drizzle_migrations`,
    );
    const [row] = await inTime<Row[]>(query, PATIENCE_MS, () => []);
    if (!row) return SILENT;
    return {
      database: row.wrong === null && row.takesWrites,
      migrations: Number(row.newest) >= expected,
      pool: performance.now() - from < POOL_MS,
      aheadMs: aheadBy(instantOf(Number(row.at)), from),
    };
  } catch (error) {
    return isNotMigrated(error) ? { ...SILENT, database: true, migrations: false, pool: true } : SILENT;
  }
}

/** The database's clock was read at some moment since. A difference that the wait may explain does not count. */
function aheadBy(read: Date, from: number): number {
  const most = Date.now() - read.getTime();
  const least = most - (performance.now() - from);
  return least > 0 ? least : Math.min(0, most);
}

/** No such table or schema: the database responds, and was never migrated. */
function isNotMigrated(error: unknown): boolean {
  const [code, cause] = [codeOf(error), propertyOf(error, "cause")];
  return code === "42P01" || code === "3F000" || (cause !== undefined && isNotMigrated(cause));
}
