import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export interface Migration {
  /** The name of its file without the ending. */
  tag: string;
  /** What the journal orders by, and the database records as `created_at`. */
  when: number;
  hash: string;
  statements: string[];
  /** It cannot run in a transaction. */
  isConcurrent: boolean;
}

/** Those of the folder, in the journal's order. */
export function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, "meta/_journal.json"), "utf8"),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }, at) => ({
    tag: journal.entries[at]?.tag ?? "not in the journal",
    when: folderMillis,
    hash,
    statements: sql.filter((one) => one.trim() !== ""),
    isConcurrent: sql.some((one) => /\bconcurrently\b/i.test(one.replaceAll(/--[^\n]*/g, ""))),
  }));
}
