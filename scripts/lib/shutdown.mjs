/** Ends a serving command in good order, whatever the reason. */
import { describe } from "./problem.mjs";
import { commandLine, parentOf } from "./process.mjs";

/** npm passes a signal on that the terminal has already given us: one Ctrl-C can arrive twice. */
const ECHO_MS = 500;
const PARENT_CHECK_MS = 1_000;

/**
 * Runs what was registered, the last first, on Ctrl-C, on a signal, on a failure that nobody caught, and when
 * the npm that started us has been killed. A second Ctrl-C ends at once.
 *
 * @param {import("./log.mjs").Log} log
 */
export function createShutdown(log) {
  /** @type {(() => Promise<unknown>)[]} */
  const undo = [];
  let since = 0;
  let interruptedCode = 130;

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
    end(1);
  }

  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (since && performance.now() - since > ECHO_MS) process.exit(130);
      if (!since) log.line("\nStopping …");
      end(interruptedCode);
    });
  }
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  // A terminal that was closed takes no more output; that must not keep the database from being stopped.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  if (process.env.npm_lifecycle_event) endWithParent(() => end(interruptedCode));

  return {
    /**
     * @param {() => Promise<unknown>} step
     */
    before: (step) => void undo.push(step),
    fail,
    /** From now on being interrupted is the regular end. */
    serving: () => {
      interruptedCode = 0;
    },
  };
}

/**
 * npm may have put a shell between itself and us, which outlives it.
 *
 * @param {() => void} end
 */
function endWithParent(end) {
  const parent = process.ppid;
  const isShell = /^\S*sh /.test(commandLine(parent) ?? "");
  const npm = isShell ? parentOf(parent) : undefined;
  setInterval(() => {
    if (process.ppid !== parent || (isShell && parentOf(parent) !== npm)) end();
  }, PARENT_CHECK_MS).unref();
}
