/**
 * The embedded PostgreSQL of the demo, of development and of the tests: a real server from a package, run by its own
 * pg_ctl. The package's JavaScript ties the server to the signals of one process; this one outlives a command that was
 * killed, and is shared by those that run at once.
 */
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makePrivateFolder, readText, root } from "../../server/program/checkout.mjs";
import { quiet } from "../../server/program/log.mjs";
import { freePort } from "../../server/program/port.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { withLock } from "../shared/lock.mjs";
import { tail } from "../shared/run.mjs";
import { choosePlace, runProgram } from "./programs.mjs";
import { ensureDatabase, findServer, othersConnected, urlOf } from "./server.mjs";

/**
 * @typedef {object} Postgres
 * @property {string} url of the database `provider_checkout`, as superuser
 * @property {string} version of PostgreSQL, for example "18.4"
 * @property {string} data the data folder
 * @property {string} logFile
 * @property {boolean} reused it was already running
 * @property {() => Promise<"stopped" | "in use">} stop shuts it down, unless someone else is connected
 */

const LOG_BYTES = 5_000_000;
/** A crash recovery replays at most what was written since the last checkpoint. */
const RECOVERY_SECONDS = "600";
/** Half a second lies between two attempts at a start. */
const MAX_ATTEMPTS = 40;
const INSTEAD = "Where the embedded PostgreSQL cannot run, set DATABASE_URL to one that does.";

/**
 * Starts the server of that name, or joins the one that is already running: another command's, or one that a killed
 * command left behind. Its data are kept from start to start. One connection stays open until the caller stops it: it
 * tells other commands that the server is in use, and vanishes with this process however that ends.
 * @param {object} options
 * @param {string} options.name
 * @param {string} [options.dataRoot] relative to the checkout
 * @param {Record<string, string | number>} [options.settings] as in postgresql.conf
 * @param {import("../../server/program/log.mjs").Log} [options.log]
 * @returns {Promise<Postgres>}
 * @throws {Problem} where it cannot run; the message says what to do
 */
export async function startPostgres({ name, dataRoot = ".data", settings = {}, log = quiet }) {
  makePrivateFolder(resolve(root, dataRoot));
  const folder = realpathSync(resolve(root, dataRoot));
  /** @type {<T>(work: () => Promise<T>) => Promise<T>} */
  const alone = (work) =>
    withLock("postgres", work, () =>
      log.line("Another command is starting or stopping PostgreSQL: waiting for it"),
    );

  const { place, data, logFile, password, sql, port, version, reused } = await alone(async () => {
    const place = await choosePlace(folder, name);
    const data = join(place.home, name);
    if (!existsSync(data)) await makeData(place, data);
    const server = { data, logFile: `${data}.log`, password: readText(passwordFile(data)) ?? "" };
    const running = await findServer(data, server.password);
    const found = running ?? (await start(place, { ...server, settings }));
    await ensureDatabase(found.sql);
    return { place, ...server, ...found, reused: running !== undefined };
  });

  /** @type {ReturnType<Postgres["stop"]> | undefined} */
  let stopping;
  const leave = async () => {
    // A server that ended by itself cannot be asked, and is in nobody's use.
    const inUse = await othersConnected(sql).catch(() => false);
    await sql.end({ timeout: 1 });
    if (inUse) {
      log.line("PostgreSQL stays running: another program is connected to it");
      return "in use";
    }
    const { code, output } = await runProgram(place, "pg_ctl", ["stop", "-D", data, "-m", "fast", "-w"]);
    if (code !== 0 && existsSync(join(data, "postmaster.pid")))
      throw new Problem(`PostgreSQL did not stop: ${output.trim()}`);
    return "stopped";
  };
  return {
    ...{ url: urlOf(port, password), version, data, logFile, reused },
    stop: () => {
      stopping ??= alone(leave);
      return stopping;
    },
  };
}

/** @param {string} data */
const passwordFile = (data) => join(data, "superuser-password");

/**
 * Makes the data folder. It gets its name when it is complete, so that one with that name always is.
 * @param {import("./programs.mjs").Place} place
 * @param {string} data
 */
async function makeData(place, data) {
  const draft = `${data}.unfinished`;
  const password = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(password, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(password, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  if (place.account)
    for (const made of [draft, password]) chownSync(made, place.account.uid, place.account.gid);
  const { code, output } = await runProgram(place, "initdb", [
    ...["-D", draft, "--username=postgres", "--pwfile", password, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C", "-c", "timezone=UTC"],
  ]);
  if (code !== 0) throw new Problem(`${output.trim()}\n\nThe database could not be made. ${INSTEAD}`);
  renameSync(password, passwordFile(draft));
  renameSync(draft, data);
}

/**
 * Starts a server in a session of its own: Ctrl-C in the terminal is for us, and we end it in our order.
 * @param {import("./programs.mjs").Place} place
 * @param {{ data: string, logFile: string, password: string, settings: Record<string, string | number> }} options
 */
async function start(place, { data, logFile, password, settings }) {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) rmSync(logFile);
  writeFileSync(logFile, "", { flag: "a", mode: 0o600 });
  if (place.account) chownSync(logFile, place.account.uid, place.account.gid);
  const pidFile = join(data, "postmaster.pid");
  for (let attempt = 1; ; attempt += 1) {
    const all = {
      ...{ listen_addresses: "127.0.0.1", unix_socket_directories: "", log_timezone: "UTC" },
      ...settings,
      port: await freePort(),
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
    const before = readText(logFile)?.length ?? 0;
    const given = ["start", "-D", data, "-w", "-t", RECOVERY_SECONDS, "-l", logFile, "-o", options.join(" ")];
    const { output } = await runProgram(place, "pg_ctl", given);
    const server = await findServer(data, password);
    if (server) return server;
    // Some faults pass: a server that a killed command was starting, the last processes of a killed server, or a port that
    // somebody took meanwhile.
    const said = `${output}\n${readText(logFile)?.slice(before) ?? ""}`;
    if (attempt === MAX_ATTEMPTS || !/shared memory|could not bind|lock file|57P03/.test(said))
      throw new Problem(`${tail(said, 20)}\n\nPostgreSQL did not start; its log is ${logFile}. ${INSTEAD}`);
    // The process that the file names may be another program by now. PostgreSQL takes its starter's number for stale, and
    // then still looks for survivors of the old server by the file's other lines.
    const [, ...lines] = readText(pidFile)?.split("\n") ?? [];
    if (attempt === MAX_ATTEMPTS / 4 && lines.length > 0)
      writeFileSync(pidFile, [process.pid, ...lines].join("\n"));
    await sleep(500);
  }
}
