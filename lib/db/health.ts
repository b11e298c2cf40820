import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
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

/** Whether the database answers and its migrations are those of this build. Contract section 3. */
export async function isReady(db: Db): Promise<boolean> {
  try {
    expected ??= newestMigration();
    const query = db.execute<{ newest: string | null }>(
      sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
    );
    const late = new AbortController();
    const patience = setTimeout(PATIENCE_MS, [], { signal: late.signal }).catch(() => []);
    const [row] = await Promise.race([query, patience]);
    late.abort();
    return Number(row?.newest) >= expected;
  } catch {
    return false;
  }
}
