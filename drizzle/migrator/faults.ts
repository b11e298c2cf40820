import { MigrationFault } from "./lock";
import type { Migration } from "./migrations";
import { readIndexStatement } from "./steps";

/** What stops a table of any size for long, or breaks the build that still serves; each with the way around. */
const REFUSED: readonly [RegExp, string][] = [
  [/^create (unique )?index (?!concurrently)/, "stops writes while it is built: make it concurrently"],
  [/^drop index (?!concurrently)/, "waits for all readers with the table locked: drop it concurrently"],
  [/ add column .*\bgenerated\b/, "writes each row with the table locked: compute it where it is read"],
  [
    / add column .*(\b(big|small)?serial\b|default [^,;]*\w\()/,
    "writes each row with the table locked: add it without the default, then fill it in batches",
  ],
  [
    / add column (?!.*\bdefault\b).*\bnot null\b/,
    "refuses what the build before writes: give it a constant default, or let it be null",
  ],
  [
    / alter column .* set not null/,
    "reads the whole table with it locked: first add a check that it is not null, not valid, and validate that in the next migration",
  ],
  [
    / alter column .* (set data )?type /,
    "writes the table anew: fill a new column, read it from the next release on",
  ],
  [
    /( drop column |^drop table )/,
    "breaks a build that reads it: say `-- no release reads it` where the one before does not, either",
  ],
  [/ rename /, "breaks the build before: fill a new column, and drop the old one releases later"],
  [
    / add constraint (?!.*\busing index\b).*\b(unique|primary key|exclude)\b/,
    "builds an index with the table locked: make the index concurrently, then add it using index",
  ],
  [
    / add constraint (?!.*\bnot valid$).*\b(check|foreign key)\b/,
    "reads the whole table with it locked: add it not valid, and validate it in the next migration",
  ],
  [/^(update|delete|insert) /, "locks as many rows as there are until its end: write them in batches"],
  [
    /^(lock|vacuum full|cluster|reindex(?!.* concurrently)|truncate)\b/,
    "locks the table for all: do without",
  ],
];

const READ_BY_NOBODY = /--\s*no release reads it/i;

/** What in a migration would stop a service at work: a line each with the way around, and none where all is well. D-187 */
export function faultsOf(migration: Pick<Migration, "tag" | "statements">): string[] {
  const made = new Set<string>();
  const added = new Set<string>();
  const faults: string[] = [];
  const plain = migration.statements.map(plainText);
  for (const [at, statement] of plain.entries()) {
    const created = /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(statement)?.[1];
    if (created) made.add(created);
    const table = /^(?:alter table(?: only)?|update|delete from|insert into|.*? on) (\S+)/.exec(
      statement,
    )?.[1];
    // Nobody uses a table yet that the same migration makes.
    if (table && made.has(table)) continue;
    const constraint = /(add|validate) constraint (\S+)/.exec(statement);
    if (constraint?.[1] === "add") added.add(constraint[2]!);
    if (constraint?.[1] === "validate" && added.has(constraint[2]!))
      faults.push(
        `${statement}: reads the whole table with it locked by the one before: a migration of its own`,
      );
    const found = REFUSED.find(([pattern]) => pattern.test(statement));
    if (found && !READ_BY_NOBODY.test(migration.statements[at]!)) faults.push(`${statement}: ${found[1]}`);
  }
  if (plain.some((one) => one.includes(" concurrently ")))
    try {
      for (const statement of migration.statements) readIndexStatement(statement, migration);
    } catch (error) {
      if (!(error instanceof MigrationFault)) throw error;
      faults.push(error.message);
    }
  return faults;
}

/** Without comments, in small letters, on one line. */
const plainText = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/;$/, "")
    .toLowerCase();
