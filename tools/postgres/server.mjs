/** Talks to an embedded server as its superuser. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readText } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { isAlive } from "../shared/run.mjs";

const DATABASE = "provider_checkout";
/** A server that accepts connections but is not yet, or no longer, at work says so with this code. */
const CANNOT_CONNECT_NOW = "57P03";
const WRONG_PASSWORD = ["28P01", "28000"];
/** A server that starts listens after so long; one that recovers answers that it does. */
const SILENT_MS = 5_000;
const RECOVERY_MS = 600_000;

/** @typedef {{ port: number, password: string }} Access */

/** @param {Access} access */
export const urlOf = ({ port, password }) => `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;

/**
 * One connection, kept until it is ended.
 * @param {Access} access
 */
export async function connect({ port, password }) {
  // Loaded only now: the commands start before the packages are installed.
  const { default: postgres } = await import("postgres");
  return postgres({
    host: "127.0.0.1",
    port,
    username: "postgres",
    password,
    database: "postgres",
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
 * The port of the server that is running on these data. Its postmaster.pid may have been left by a crash, or copied with
 * the checkout, and its numbers may belong to others now: the server itself is asked whose it is.
 * @param {string} data
 * @param {string} password
 * @param {import("../../server/program/log.mjs").Log} log
 * @returns {Promise<number | undefined>}
 */
export async function askServer(data, password, log) {
  const file = join(data, "postmaster.pid");
  const start = performance.now();
  for (let told = false; ; await sleep(100)) {
    const lines = readText(file)?.split("\n") ?? [];
    if (!isAlive(Number(lines[0]))) return undefined;
    const port = Number(lines[3]);
    const answer = await directoryOf({ port, password });
    if (answer.directory === data) return port;
    const isStranger = "directory" in answer || WRONG_PASSWORD.includes(answer.code);
    const waited = performance.now() - start;
    if (isStranger || (answer.code === "ECONNREFUSED" && waited > SILENT_MS)) {
      // PostgreSQL would refuse to start beside that process. It takes its starter's number for stale, and then still
      // looks for survivors of the old server by the file's other lines: without the file it could not.
      writeFileSync(file, [process.pid, ...lines.slice(1)].join("\n"));
      return undefined;
    }
    if (waited > RECOVERY_MS) throw new Problem(`PostgreSQL on port ${port} does not answer: ${answer.code}`);
    if (answer.code === CANNOT_CONNECT_NOW && !told)
      log.line("PostgreSQL is recovering after a crash: waiting for it");
    told ||= answer.code === CANNOT_CONNECT_NOW;
  }
}

/**
 * @param {Access} access
 * @returns {Promise<{ directory: string } | { directory?: undefined, code: string }>}
 */
async function directoryOf(access) {
  const sql = await connect(access);
  try {
    const [row] = await sql`select current_setting('data_directory') as directory`;
    return { directory: row?.directory };
  } catch (error) {
    return { code: String(/** @type {{ code?: string }} */ (error).code) };
  } finally {
    await sql.end({ timeout: 0 });
  }
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
