/** Talks to an embedded server as its superuser. */
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../problem.mjs";

export const SUPERUSER = "postgres";
export const DATABASE = "provider_checkout";

/** A server that accepts connections but is not yet, or no longer, at work says so with this code. */
const CANNOT_CONNECT_NOW = "57P03";
const WRONG_PASSWORD = new Set(["28P01", "28000"]);

const SILENT_MS = 30_000;
/** A crash recovery replays at most what was written since the last checkpoint. */
const RECOVERY_MS = 600_000;

/** @typedef {{ port: number, password: string }} Access */

/** @param {Access} access */
export function urlOf({ port, password }, database = DATABASE) {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * One connection, kept until it is ended.
 *
 * @param {Access} access
 */
async function connect({ port, password }) {
  const { default: postgres } = await import("postgres");
  return postgres({
    host: "127.0.0.1",
    port,
    username: SUPERUSER,
    password,
    database: "postgres",
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "provider-checkout scripts" },
  });
}

/**
 * Waits until the server answers.
 *
 * @param {Access} access
 * @param {{ isGone: () => boolean, log: import("../log.mjs").Log }} options
 * @returns {Promise<import("postgres").Sql | undefined>} an open connection, or undefined when the server ended first
 * @throws {Problem} when it does not know our password, or never answers
 */
export async function untilReady(access, { isGone, log }) {
  const start = performance.now();
  let recovering = false;
  for (;;) {
    const sql = await connect(access);
    try {
      await sql`select 1`;
      return sql;
    } catch (error) {
      await sql.end({ timeout: 0 });
      if (isGone()) return undefined;
      const { code } = /** @type {{ code?: string }} */ (error);
      if (code && WRONG_PASSWORD.has(code)) {
        throw new Problem(
          `The PostgreSQL on port ${access.port} does not accept the password that was kept for it.`,
        );
      }
      if (code === CANNOT_CONNECT_NOW && !recovering && performance.now() - start > 2_000) {
        recovering = true;
        log.line("PostgreSQL is recovering after a crash: waiting for it");
      }
      if (performance.now() - start > (code === CANNOT_CONNECT_NOW ? RECOVERY_MS : SILENT_MS)) {
        throw new Problem(
          `PostgreSQL on port ${access.port} does not answer: ${/** @type {Error} */ (error).message}`,
        );
      }
      await sleep(code === CANNOT_CONNECT_NOW ? 100 : 25);
    }
  }
}

/** @param {import("postgres").Sql} sql */
export async function ensureDatabase(sql) {
  const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
  if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`);
}

/**
 * Whether anyone but us is connected. Connections that were closed a moment ago are waited for.
 *
 * @param {import("postgres").Sql} sql
 */
export async function othersConnected(sql) {
  for (const end = performance.now() + 1_500; ; ) {
    const others = await sql`
      select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    if (others.length === 0) return false;
    if (performance.now() > end) return true;
    await sleep(50);
  }
}
