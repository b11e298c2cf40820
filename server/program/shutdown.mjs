/** Runs a command, and ends it in good order, whatever the reason. */
import { createLog } from "./log.mjs";
import { describe, Problem } from "./problem.mjs";

/** @typedef {ReturnType<typeof createShutdown>} Shutdown */

/** npm passes a signal on that the terminal has already given us: one Ctrl-C can arrive twice. */
const ECHO_MS = 500;
const PARENT_CHECK_MS = 1_000;

/**
 * Runs what was registered, the last first, on Ctrl-C, on a signal, on a failure that nobody caught, and when the
 * npm that started us has been killed. A second Ctrl-C ends at once; a second SIGTERM does not, because whoever stops
 * services sends several.
 * @param {import("./log.mjs").Log} log
 */
function createShutdown(log) {
  /** @type {(() => Promise<unknown>)[]} */
  const undo = [];
  let since = 0;
  let isServing = false;

  /** @param {number} code */
  async function end(code) {
    if (since) return;
    since = performance.now();
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        log.line(describe(error));
        code ||= 1;
      }
    }
    process.exit(code);
  }

  /** @param {unknown} error */
  function fail(error) {
    if (since) return;
    log.line(`\n${describe(error)}`);
    void end(error instanceof Problem ? error.exitCode : 1);
  }

  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      const isRepeated = since > 0 && performance.now() - since > ECHO_MS;
      if (isRepeated && signal === "SIGINT") process.exit(130);
      if (!since) log.line("\nStopping …");
      void end(isServing ? 0 : 130);
    });
  }
  process.on("uncaughtException", fail);
  // In development Next is part of this process: a promise that it leaves to nobody ends one request at most.
  process.on("unhandledRejection", (error) => (isServing ? log.line(describe(error)) : fail(error)));
  // A terminal that was closed takes no more output; that must not keep the database from being stopped.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && end(isServing ? 0 : 130), PARENT_CHECK_MS).unref();

  return {
    /** @param {() => Promise<unknown>} step */
    before: (step) => void undo.push(step),
    fail,
    /** Whether this command is being ended: what failed now has failed for that. */
    isEnding: () => since > 0,
    /** From now on being interrupted is the regular end. */
    serving: () => {
      isServing = true;
    },
  };
}

/**
 * A command from its start to its end: a failure is told in words, and nothing that it began goes on without it.
 * @param {(log: import("./log.mjs").Log, shutdown: Shutdown) => Promise<unknown>} work
 */
export async function runCommand(work) {
  const log = createLog();
  const shutdown = createShutdown(log);
  await work(log, shutdown).catch(shutdown.fail);
}
