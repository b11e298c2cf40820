import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { isDeadlock, isLockTimeout } from "../../lib/db/errors";
import { SET_FOR_TRANSACTION } from "../../lib/db/session-settings";
import { MigrationFault, READ_COMMITTED } from "./lock";
import type { Migration } from "./migrations";

export interface Tries {
  /** Milliseconds that a statement waits for a lock; what comes behind it waits as long. */
  lockMs: number;
  /** Milliseconds after which a lock that others keep ends the migration. */
  lockPatienceMs: number;
  say(line: string): void;
}

const LONGEST_PAUSE_MS = 2_000;
/** Building an index stops nobody while it waits for the transactions before it. */
const INDEX_LOCK_MS = 60_000;

/** Ends what is under way soon after this process was killed. Windows cannot tell. */
const CLIENT_CHECK = `select set_config('client_connection_check_interval', '1000', %) where version() !~* 'windows|mingw|msvc|visual'`;

/** A migration in one transaction, with its row of the journal. */
export async function applyAtOnce(sql: Sql, migration: Migration, tries: Tries): Promise<void> {
  await tried(tries, migration, () =>
    sql.begin(READ_COMMITTED, async (tx) => {
      await tx.unsafe(
        `${SET_FOR_TRANSACTION}; set local statement_timeout = 0; set local lock_timeout = ${tries.lockMs}`,
      );
      await tx.unsafe(CLIENT_CHECK.replace("%", "true"));
      // Also where the lock was lost on the way, nothing is applied twice.
      await tx.unsafe("lock table drizzle.__drizzle_migrations in share row exclusive mode");
      if (await isApplied(tx, migration)) return;
      for (const statement of migration.statements) await tx.unsafe(statement);
      await record(tx, migration);
    }),
  );
}

/**
 * Indexes, which cannot be built in a transaction without stopping writes. What a run that was cut off has left is an
 * invalid index: it is dropped and built anew; one that was finished is left alone.
 * @param sql its sessions are its own
 */
export async function applyConcurrently(sql: Sql, migration: Migration, tries: Tries): Promise<void> {
  await sql.unsafe(
    `set search_path = public; set statement_timeout = 0; set lock_timeout = ${INDEX_LOCK_MS}`,
  );
  await sql.unsafe(CLIENT_CHECK.replace("%", "false"));
  for (const statement of migration.statements) {
    const { verb, name, text } = readIndexStatement(statement, migration);
    await tried(tries, migration, async () => {
      const state = await stateOf(sql, name);
      if (state === "invalid" || (verb === "drop" && state === "valid"))
        await sql.unsafe(`drop index concurrently ${name}`);
      if (verb === "create" && state !== "valid") await sql.unsafe(text);
    });
  }
  await sql.begin((tx) => record(tx, migration));
}

type Queries = Pick<Sql, "unsafe">;

async function isApplied(tx: Queries, { when }: Migration): Promise<boolean> {
  const found = await tx.unsafe(
    `select from drizzle.__drizzle_migrations where created_at >= ${when} limit 1`,
  );
  return found.length > 0;
}

async function record(tx: Queries, { hash, when }: Migration): Promise<void> {
  await tx.unsafe(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${when})`);
}

async function stateOf(sql: Sql, name: string): Promise<"absent" | "valid" | "invalid"> {
  const [found] = await sql<{ isValid: boolean }[]>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`;
  if (!found) return "absent";
  return found.isValid ? "valid" : "invalid";
}

const INDEX_STATEMENT =
  /^(?:create\s+(?:unique\s+)?index|drop\s+index)\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?((?:"[^"]+"\.)?"[^"]+")/i;

/** @throws MigrationFault for anything but an index with its name in quotes, as drizzle-kit writes it */
function readIndexStatement(statement: string, { tag }: Pick<Migration, "tag">) {
  const text = statement.replace(/^(\s*--[^\n]*\n)*\s*/, "").trim();
  const name = INDEX_STATEMENT.exec(text)?.[1];
  if (!name)
    throw new MigrationFault(
      `${tag} holds CONCURRENTLY and something else: indexes that are built concurrently go into a migration of their own.`,
    );
  return { verb: /^create/i.test(text) ? ("create" as const) : ("drop" as const), name, text };
}

/** A statement that waits for a lock gives up soon, so that nobody waits long behind it, and is tried again. */
async function tried(
  { lockMs, lockPatienceMs, say }: Tries,
  { tag }: Migration,
  work: () => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + lockPatienceMs;
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (performance.now() >= until)
        throw new MigrationFault(
          `${tag} got no lock in ${tries} tries within ${Math.round(lockPatienceMs / 1000)} s, and nothing of it was done. Look for a long transaction in pg_stat_activity, and run this again.`,
        );
      if (tries === 1) say(`${tag} waits for others to end their transactions: it is tried again.`);
      await sleep(Math.min(LONGEST_PAUSE_MS, lockMs * tries) * (0.5 + Math.random() / 2));
    }
  }
}
