/**
 * A machine that is slow: `npm run test:slowly` is `npm test` with a fifth of the processors' time, for the database and
 * browsers too. `node e2e/run/slowly.mjs [--share 0.2] -- COMMAND …` runs any command so.
 *
 * Where cgroups can be written, of version 2 or 1, the system's own quota limits it. On other Linux machines all processes
 * that the command has started, also those in sessions of their own, are stopped for most of each tenth of a second. A
 * database that was running before is not slowed: end what uses it first.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { parseArgs } from "node:util";

const HELP = `npm run test:slowly -- [WORDS]
node e2e/run/slowly.mjs [--share 0.2] -- COMMAND …

Runs a command, and all that it starts, with a share of the processors' time. Reads no settings.`;

const PERIOD_MS = 100;
/** By it the processes are found that the command has started, whoever their parent is by now. */
const MARK = "RUN_SLOWLY";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: "string", default: "0.2" }, help: { type: "boolean" } },
});
const share = Number(values.share);
const [program, ...args] = positionals;
if (values.help || !program || !(share > 0 && share < 1)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const mark = randomBytes(8).toString("hex");
const group = makeGroup();
// It moves into its group before it is the command.
const command = group
  ? ["/bin/sh", "-c", `echo $$ > ${join(group, "cgroup.procs")} && exec "$@"`, "slowly"]
  : [];
const [first = program, ...rest] = [...command, program, ...args];
const child = spawn(first, rest, { stdio: "inherit", env: { ...process.env, [MARK]: mark } });
let isOver = false;
const ended = new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
ended.then(() => (isOver = true));
// They reach the command by themselves: it is in the terminal's group.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => child.kill(signal));
console.error(
  `Running with ${share * 100} % of the processors' time, ${group ? "by cgroup" : "by stopping and going on"}`,
);
if (!group) await stopAndGoOn();
process.exitCode = Number(await ended);
if (group) await removeGroup(group);

/** @returns {string | null} its folder; null where none can be made */
function makeGroup() {
  const micros = Math.round(share * availableParallelism() * PERIOD_MS * 1_000);
  const period = PERIOD_MS * 1_000;
  const ways = [
    { top: "/sys/fs/cgroup", limits: { "cpu.max": `${micros} ${period}` } },
    {
      top: "/sys/fs/cgroup/cpu",
      limits: { "cpu.cfs_period_us": `${period}`, "cpu.cfs_quota_us": `${micros}` },
    },
  ];
  for (const { top, limits } of ways) {
    const folder = join(top, `slowly-${mark}`);
    try {
      mkdirSync(folder);
      for (const [file, text] of Object.entries(limits)) {
        if (!existsSync(join(folder, file))) throw new Error(`${file} is not there`);
        writeFileSync(join(folder, file), text);
      }
      return folder;
    } catch {
      if (existsSync(folder)) rmdirSync(folder);
    }
  }
  return null;
}

/** What the command left running, a database that others joined, goes on without a limit. @param {string} folder */
async function removeGroup(folder) {
  const list = join(folder, "cgroup.procs");
  for (let tries = 0; tries < 50 && existsSync(folder); tries++) {
    for (const pid of readFileSync(list, "utf8").split("\n").filter(Boolean))
      try {
        writeFileSync(join(folder, "..", "cgroup.procs"), pid);
      } catch {
        // It has ended.
      }
    try {
      rmdirSync(folder);
    } catch {
      await pass(PERIOD_MS);
    }
  }
}

/** Linux only: elsewhere nothing tells which processes the command has started. */
async function stopAndGoOn() {
  while (!isOver) {
    signalAll("SIGSTOP");
    await pass(PERIOD_MS * (1 - share));
    signalAll("SIGCONT");
    await pass(PERIOD_MS * share);
  }
  signalAll("SIGCONT");
}

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
  for (const pid of ours())
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}

/** Those that were found once: pg_ctl leaves its server behind without the mark. @type {Set<number>} */
const found = new Set();

/** Processes that carry the mark, and all that one of them has started. */
function ours() {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]));
      if (readFileSync(`/proc/${name}/environ`, "utf8").includes(`${MARK}=${mark}`)) found.add(Number(name));
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
  for (const pid of found) if (!parents.has(pid)) found.delete(pid);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return found;
}
