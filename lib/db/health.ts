import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "./client";

/** When the newest migration of this build was made, in milliseconds; the migrator records the same number. */
function newestMigration(): number {
  const journal = join(process.cwd(), "drizzle/migrations/meta/_journal.json");
  const { entries } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { when: number }[] };
  return Math.max(...entries.map((entry) => entry.when));
}

let expected: number | undefined;

/** Whether the database answers and its migrations are those of this build. Contract section 3. */
export async function isReady(db: Db): Promise<boolean> {
  try {
    expected ??= newestMigration();
    const [row] = await db.execute<{ newest: string | null }>(
      sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
    );
    return Number(row?.newest) >= expected;
  } catch {
    return false;
  }
}
