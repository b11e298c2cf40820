/** Talks to an embedded server as its superuser. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readText } from "../../server/program/checkout.mjs";

const DATABASE = "provider_checkout";

/** @param {number} port @param {string} password */
export const urlOf = (port, password) => `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;

/**
 * One connection to the server that runs on these data. Its postmaster.pid may have been left by a crash, or copied with the
 * checkout, and its port may belong to others now: the server itself is asked whose it is.
 * @param {string} data
 * @param {string} password
 * @returns {Promise<{ sql: import("postgres").Sql, port: number, version: string } | undefined>} undefined where none does
 */
export async function findServer(data, password) {
  const port = Number(readText(join(data, "postmaster.pid"))?.split("\n")[3]);
  if (!port) return undefined;
  // Loaded only now: the commands start before the packages are installed.
  const { default: postgres } = await import("postgres");
  const sql = postgres({
    ...{ host: "127.0.0.1", port, username: "postgres", password, database: "postgres" },
    ...{ max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 5, fetch_types: false },
    onnotice: () => {},
    connection: { application_name: "provider-checkout scripts" },
  });
  try {
    const [row] = await sql`
      select current_setting('data_directory') as directory, current_setting('server_version') as version`;
    if (row?.directory === data) return { sql, port, version: row.version };
  } catch {
    // It is not there, or somebody else's.
  }
  await sql.end({ timeout: 0 });
  return undefined;
}

/** @param {import("postgres").Sql} sql */
export async function ensureDatabase(sql) {
  const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
  if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`);
}

/**
 * Whether anyone but us is connected. Connections that were closed a moment ago are waited for.
 * @param {import("postgres").Sql} sql
 */
export async function othersConnected(sql) {
  for (const end = performance.now() + 1_500; ; await sleep(50)) {
    const others = await sql`
      select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    if (others.length === 0) return false;
    if (performance.now() > end) return true;
  }
}
