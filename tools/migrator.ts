import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Sql, TransactionSql } from "postgres";
import { codeOf, isDeadlock, isLockTimeout } from "../packages/postgres-guard/faults";
import { Hosts, SET_FOR_TRANSACTION } from "../packages/postgres-guard/index";

/** A fault that the operator can put right: its message is all that there is to say. */
export class MigrationFault extends Error {
  override name = "MigrationFault";
}

export interface MigrateOptions {
  /** Of the migrations and their journal. */
  folder?: string;
  /** How long a lock that others keep is tried for, in milliseconds. */
  patienceMs?: number;
  /** How long a statement waits for a lock at each try, in milliseconds: longer, and others wait behind it. */
  lockMs?: number;
  /** Called with each line of progress. */
  say?(line: string): void;
}

const FOLDER = join("drizzle", "migrations");
const PATIENCE_MS = 300_000;
const LOCK_MS = 500;
const LONGEST_PAUSE_MS = 2_000;
/** Keeps two migrations from working at once. */
const LOCK = 4_207_849_484;
/** Whatever the database's default is: under another level a lock is taken with an old view of the rows. */
const READ_COMMITTED = "isolation level read committed";

/** Ends what is under way soon after this process was killed. Windows cannot tell. */
const CLIENT_CHECK = `select set_config('client_connection_check_interval', '1000', true) where version() !~* 'windows|mingw|msvc|visual'`;

/**
 * Brings a database up to date, while servers of this and the last release work on it. Each migration is one transaction with
 * its row of the journal, so it may be cut off at any point and started twice at once.
 * See docs/decisions/011-migrations.md.
 * @returns names of the migrations that were applied
 * @throws MigrationFault where others keep a lock for longer than the patience, and whatever PostgreSQL refuses
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder, patienceMs = PATIENCE_MS, lockMs = LOCK_MS, say = () => {} } = options;
  const connection = await open(url);
  const { sql } = connection;
  const applied: string[] = [];
  const until = performance.now() + patienceMs;
  let from = performance.now();
  try {
    for (let tries = 1; ; tries++)
      try {
        const tag = await sql.begin(READ_COMMITTED, (tx) => applyNext(tx, folder, lockMs));
        if (tag === null) return applied;
        applied.push(tag);
        say(`${tag}: ${((performance.now() - from) / 1000).toFixed(2)} s`);
        [tries, from] = [0, performance.now()];
      } catch (error) {
        if (isRaised(error)) throw new MigrationFault(error.message);
        if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
        if (performance.now() >= until)
          throw new MigrationFault(
            `No lock was free in ${tries} attempts within ${Math.round(patienceMs / 1000)} s. The remaining migrations changed nothing. Look in pg_stat_activity for another migration or a long transaction, then run this again.`,
          );
        if (tries === 1) say("Another migration or a long transaction holds a lock. Trying again.");
        // A statement that waits for a lock gives up soon, so that nobody waits long behind it.
        await sleep(Math.min(LONGEST_PAUSE_MS, lockMs * tries) * (0.5 + Math.random() / 2));
      }
  } finally {
    connection.close();
  }
}

/** Words of the migration's own. */
const isRaised = (error: unknown): error is Error => error instanceof Error && codeOf(error) === "P0001";

/** Nothing is prepared and nothing set for a session, so that it works behind any pooler. */
const open = (url: string) =>
  new Hosts({ url, name: "provider-checkout migrate", silenceMs: 10_000, maxPipeline: 1 }).open();

/** @returns its name; null where there is none left */
async function applyNext(tx: TransactionSql, folder: string | undefined, lockMs: number) {
  await tx.unsafe(
    `${SET_FOR_TRANSACTION}; set local statement_timeout = 0; set local lock_timeout = ${lockMs}; ${CLIENT_CHECK}; select pg_advisory_xact_lock(${LOCK})`,
  );
  await tx.unsafe(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const [next] = missing(await newestIn(tx), folder);
  if (!next) return null;
  for (const statement of next.sql) await tx.unsafe(statement);
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${next.hash}, ${next.folderMillis})`;
  return next.tag;
}

async function newestIn(sql: Sql | TransactionSql): Promise<number> {
  const [row] = await sql`select max(created_at) as newest from drizzle.__drizzle_migrations`;
  return Number(row?.newest ?? 0);
}

/** Like drizzle's own migrator: what is newer than the newest that was applied. */
function missing(newest: number, folder = join(process.cwd(), FOLDER)) {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, "meta/_journal.json"), "utf8"),
  );
  return readMigrationFiles({ migrationsFolder: folder })
    .map((migration, at) => ({ ...migration, tag: journal.entries[at]?.tag ?? "not in the journal" }))
    .filter(({ folderMillis }) => folderMillis > newest);
}
