/** The server process of a data folder: is there one, start one, end one. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readText } from "../checkout.mjs";
import { commandLine, isAlive, workingFolder } from "../process.mjs";
import { run } from "../run.mjs";

const LOG_BYTES = 5_000_000;

/** @typedef {import("./place.mjs").Place} Place */

/**
 * PostgreSQL's programs take settings from PG… variables, and words and dates from the locale: they get neither.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function environment() {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"].map((name) => [name, process.env[name]]);
  return /** @type {NodeJS.ProcessEnv} */ ({
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
    LC_ALL: "C",
    TZ: "UTC",
  });
}

/**
 * They look at the folder that they start in, which the stand-in for root may not enter.
 *
 * @param {Place} place
 */
export const runOptions = ({ account, home }) => ({ cwd: home, ...account });

/**
 * The living server of a data folder, as its postmaster.pid names it. A file that a crash left behind, whose
 * number now belongs to some other program, would make PostgreSQL refuse to start: it is disowned.
 *
 * @param {string} data
 * @returns {{ pid: number, port: number } | undefined}
 */
export function findServer(data) {
  const file = join(data, "postmaster.pid");
  const lines = readText(file)?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (isServerOf(pid, data)) return { pid, port: Number(lines[3]) };
  // PostgreSQL takes its own parent's number for stale, and then still looks for survivors of the old server
  // in shared memory by the file's other lines: removing the file would lose that.
  lines[0] = String(process.pid);
  writeFileSync(file, lines.join("\n"));
  return undefined;
}

/**
 * In doubt it is: a second server on the same data would destroy them. The folder that it works in is the best
 * evidence, but some containers hide that even from root.
 *
 * @param {number} pid
 * @param {string} data
 */
function isServerOf(pid, data) {
  const command = commandLine(pid);
  if (command === undefined) return true;
  if (!/(^|[/\\])postgres(\.exe)? /.test(command)) return false;
  const folder = workingFolder(pid);
  return folder === undefined ? command.includes(data) : folder === realpathSync(data);
}

/**
 * Starts a server in a process group of its own: Ctrl-C in the terminal is for us, and we end it in our order.
 *
 * @param {{ data: string, place: Place, port: number, settings: Record<string, string | number>, logFile: string }} options
 */
export function launch({ data, place, port, settings, logFile }) {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const before = size > LOG_BYTES ? 0 : size;
  const log = openSync(logFile, before === 0 ? "w" : "a", 0o600);
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
    port,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(place.bin, "postgres"), ["-D", data, ...args], {
    ...runOptions(place),
    env: environment(),
    detached: true,
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  let ended = false;
  let failure = "";
  child.on("exit", () => {
    ended = true;
  });
  child.on("error", (error) => {
    ended = true;
    failure = error.message;
  });
  return {
    isGone: () => ended,
    /** What the server has written since this start. */
    said: () => failure || readFileSync(logFile).subarray(before).toString("utf8"),
  };
}

/**
 * A fast shutdown: open transactions are rolled back, everything committed is kept. Nothing happens when no
 * server is running.
 *
 * @param {string} data
 * @param {Place} place
 */
export async function shutDown(data, place) {
  if (!findServer(data)) return;
  const { uid, gid } = statSync(data);
  const account = place.account && { uid, gid };
  const { code, output } = await run(
    join(place.bin, "pg_ctl"),
    ["stop", "-D", data, "-m", "fast", "-w", "-t", "60"],
    { ...runOptions({ ...place, account, home: dirname(data) }), env: environment() },
  );
  if (code !== 0 && findServer(data)) throw new Error(`PostgreSQL did not stop: ${output.trim()}`);
}
