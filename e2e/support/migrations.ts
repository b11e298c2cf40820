/** Folders of migrations as an earlier or a later release has them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const MIGRATIONS = "drizzle/migrations";

interface Entry {
  idx: number;
  when: number;
  tag: string;
}

const journalOf = (folder: string) => join(folder, "meta/_journal.json");

export function entriesOf(folder = MIGRATIONS): Entry[] {
  return JSON.parse(readFileSync(journalOf(folder), "utf8")).entries;
}

/**
 * @param first how many of this release's migrations it has; by default all
 * @param more migrations that follow them, by name
 */
export function migrationsFolder(first = entriesOf().length, more: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = JSON.parse(readFileSync(journalOf(folder), "utf8"));
  const entries: Entry[] = journal.entries.slice(0, first);
  for (const [tag, text] of Object.entries(more)) {
    const last = entries.at(-1)!;
    writeFileSync(join(folder, `${tag}.sql`), text);
    entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  }
  writeFileSync(journalOf(folder), JSON.stringify({ ...journal, entries }));
  return folder;
}
