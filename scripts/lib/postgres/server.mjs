/** Joins, starts and leaves the server of a data folder. The caller sees to it that only one does at a time. */
import { setTimeout as sleep } from "node:timers/promises";
import { writePrivateJson } from "../checkout.mjs";
import { freePort, isFree } from "../port.mjs";
import { Problem } from "../problem.mjs";
import { tail } from "../run.mjs";
import { INSTEAD, requireSameMajor } from "./cluster.mjs";
import { othersConnected, untilReady } from "./connection.mjs";
import { findServer, launch, shutDown } from "./postmaster.mjs";

/**
 * @typedef {import("./cluster.mjs").Cluster} Cluster
 * @typedef {import("../log.mjs").Log} Log
 * @typedef {{ sql: import("postgres").Sql, port: number, version: string }} Joined
 */

/**
 * @param {Cluster} cluster
 * @param {Log} log
 * @returns {Promise<Joined | undefined>} undefined when no server is running, or none that may stay
 */
export async function joinServer({ data, kept, place }, log) {
  const server = findServer(data);
  if (!server) return undefined;
  const isGone = () => findServer(data)?.pid !== server.pid;
  const sql = await untilReady({ port: server.port, password: kept.password }, { isGone, log });
  if (!sql) return undefined;
  if (kept.version !== place.version && !(await othersConnected(sql))) {
    await sql.end();
    await shutDown(data, place);
    return undefined;
  }
  return { sql, port: server.port, version: await versionOf(sql) };
}

/**
 * @param {Cluster} cluster
 * @param {{ port: number | undefined, settings: Record<string, string | number>, log: Log, logFile: string }} options
 * @returns {Promise<Joined>}
 */
export async function startServer(cluster, { port: wanted, settings, log, logFile }) {
  const { data, kept, place, file } = cluster;
  requireSameMajor(cluster);
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (kept.port && (await isFree(kept.port)) ? kept.port : await freePort());
    const server = launch({ data, place, port, settings, logFile });
    const sql = await untilReady({ port, password: kept.password }, { isGone: server.isGone, log });
    if (sql) {
      writePrivateJson(file, { ...kept, self: file, port, version: place.version });
      return { sql, port, version: await versionOf(sql) };
    }
    const said = server.said();
    if (!passes(said, wanted, attempt)) {
      throw new Problem(`${tail(said, 20)}\n\nPostgreSQL did not start; its log is ${logFile}. ${INSTEAD}`);
    }
    await sleep(250);
  }
}

/**
 * Two reasons not to start go away by themselves: the last processes of a killed server still hold its memory,
 * or someone was quicker to take the free port.
 *
 * @param {string} said
 * @param {number | undefined} wanted
 * @param {number} attempt
 */
function passes(said, wanted, attempt) {
  if (/pre-existing shared memory block/.test(said)) return attempt < 40;
  return wanted === undefined && /could not bind|Address already in use/.test(said) && attempt < 5;
}

/**
 * Shuts the server down, unless someone else is still connected to it.
 *
 * @param {Cluster} cluster
 * @param {import("postgres").Sql} sql
 * @param {Log} log
 * @returns {Promise<"stopped" | "in use">}
 */
export async function leaveServer({ data, place }, sql, log) {
  // A server that ended by itself cannot be asked, and is in nobody's use.
  const inUse = await othersConnected(sql).catch(() => false);
  await sql.end({ timeout: 1 });
  if (inUse) {
    log.line("PostgreSQL stays running: another program is connected to it");
    return "in use";
  }
  await shutDown(data, place);
  return "stopped";
}

/** @param {import("postgres").Sql} sql */
async function versionOf(sql) {
  const [row] = await sql`select current_setting('server_version') as version`;
  return row?.version;
}
