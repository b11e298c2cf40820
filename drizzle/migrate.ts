import { join } from "node:path";
import type { Sql } from "postgres";
import { openPool } from "../lib/db/hosts";
import { keepsSessions } from "../lib/db/session";
import { MigrationFault, whileLocked } from "./migrator/lock";
import { type Migration, readMigrations } from "./migrator/migrations";
import { applyAtOnce, applyConcurrently } from "./migrator/steps";

export interface MigrateOptions {
  /** Of the migrations and their journal. */
  folder?: string;
  /** How long another migration is waited for, in milliseconds. */
  patienceMs?: number;
  /** How long a statement waits for a lock at each try, in milliseconds: longer, and others wait behind it. */
  lockMs?: number;
  /** How long a lock that others keep is tried for, in milliseconds. */
  lockPatienceMs?: number;
  /** Called with each line of progress. */
  say?(line: string): void;
}

const FOLDER = join("drizzle", "migrations");
const PATIENCE_MS = 120_000;
const LOCK_MS = 500;
const LOCK_PATIENCE_MS = 300_000;

/**
 * Brings a database up to date, while servers of this and the last release work on it. It may be cut off at any point
 * and started twice at once. D-185, D-186
 * @param url best the database's own address; a pooler in transaction mode does but for indexes that are built beside writes
 * @returns names of the migrations that were applied
 * @throws MigrationFault where others keep what it needs, and whatever PostgreSQL refuses
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = join(process.cwd(), FOLDER), patienceMs = PATIENCE_MS, say = () => {} } = options;
  const tries = { lockMs: LOCK_MS, lockPatienceMs: LOCK_PATIENCE_MS, ...options, say };
  const [holder, worker] = [open(url), open(url)];
  const applied: string[] = [];
  try {
    await whileLocked(holder, { patienceMs, say }, async () => {
      for (const migration of await pendingOf(worker, folder)) {
        const from = performance.now();
        if (!migration.isConcurrent) await applyAtOnce(worker, migration, tries);
        else {
          await refuseLentSessions(url, migration);
          await applyConcurrently(worker, migration, tries);
        }
        applied.push(migration.tag);
        say(`${migration.tag}: ${((performance.now() - from) / 1000).toFixed(2)} s`);
      }
    });
    return applied;
  } finally {
    await Promise.all([holder.end({ timeout: 1 }), worker.end({ timeout: 1 })]);
  }
}

/** Names of the migrations that the database does not have yet. Changes nothing. */
export async function pendingMigrations(
  url: string,
  folder = join(process.cwd(), FOLDER),
): Promise<string[]> {
  const sql = open(url);
  try {
    return (await missing(sql, folder)).map(({ tag }) => tag);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Nothing is prepared and nothing set for a session, so that it works behind any pooler. */
const open = (url: string): Sql =>
  openPool(url, "provider-checkout migrate", {
    max: 1,
    prepare: false,
    max_pipeline: 0,
    connect_timeout: 10,
  });

async function pendingOf(sql: Sql, folder: string): Promise<Migration[]> {
  const [found] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
  if (!found?.isThere)
    await sql.unsafe(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  return missing(sql, folder);
}

/** Like drizzle's own migrator: what is newer than the newest that was applied. */
async function missing(sql: Sql, folder: string): Promise<Migration[]> {
  const [found] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
  const [row] = found?.isThere
    ? await sql<
        { newest: string | null }[]
      >`select max(created_at) as newest from drizzle.__drizzle_migrations`
    : [];
  return readMigrations(folder).filter(({ when }) => when > Number(row?.newest ?? 0));
}

async function refuseLentSessions(url: string, { tag }: Migration): Promise<void> {
  if (await keepsSessions(url)) return;
  throw new MigrationFault(
    `${tag} builds an index beside running writes, for which it needs a session of its own, and a pooler lends sessions for a transaction at a time: set DIRECT_DATABASE_URL to the database's own address. Nothing of it was done.`,
  );
}
