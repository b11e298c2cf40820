import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { migrateDatabase } from "../../tools/migrator";

const MIGRATIONS = "drizzle/migrations";
/** Two runs that find no template make one, one after the other. */
const LOCK = 4_207_849_485;

const clusters = new Map<string, Sql>();

/** One connection a cluster, which ends by itself when it is not used. */
function connectionTo(cluster: string): Sql {
  let sql = clusters.get(cluster);
  if (!sql) {
    sql = postgres(cluster, { max: 1, idle_timeout: 5, onnotice: () => {} });
    clusters.set(cluster, sql);
  }
  return sql;
}

function urlOf(cluster: string, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** A run drops what has its name at its end (e2e/run/postgres.mjs). */
const newName = () => `${process.env.TEST_RUN}_${randomBytes(6).toString("hex")}`;

/** An empty database in the cluster. */
export async function makeEmptyDatabase(cluster: string): Promise<string> {
  const name = newName();
  await connectionTo(cluster).unsafe(`create database ${name}`);
  return urlOf(cluster, name);
}

/** A database of its own in the cluster, migrated: a copy of one that is migrated once. */
export async function makeDatabase(cluster: string): Promise<string> {
  const name = newName();
  await connectionTo(cluster).unsafe(`create database ${name} template ${templateName()}`);
  return urlOf(cluster, name);
}

/** Makes the database that others are copied from, unless it is there. */
export async function ensureTemplate(cluster: string): Promise<void> {
  const sql = postgres(cluster, { max: 1, onnotice: () => {} });
  const name = templateName();
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (found) return;
    const draft = `${name}_draft`;
    await sql.unsafe(`drop database if exists ${draft}`);
    await sql.unsafe(`create database ${draft}`);
    await migrateDatabase(urlOf(cluster, draft));
    await sql.unsafe(`alter database ${draft} rename to ${name}`);
  } finally {
    await sql.end();
  }
}

let template: string | undefined;

/** Named after the migrations, so that a changed one makes another. */
function templateName(): string {
  if (template) return template;
  const sum = createHash("sha256");
  for (const file of readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" }).sort())
    if (/\.sql$|_journal\.json$/.test(file)) sum.update(file).update(readFileSync(join(MIGRATIONS, file)));
  template = `template_${sum.digest("hex").slice(0, 16)}`;
  return template;
}
