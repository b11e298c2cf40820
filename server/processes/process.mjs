/** The process around a server: how it ends, and what becomes of a fault that nobody expected. */
import cluster from "node:cluster";
import { workInRoot } from "../program/checkout.mjs";
import { tellRefusal } from "../program/lines.mjs";
import { describe } from "../program/problem.mjs";

const ALIVE_EVERY_MS = 5_000;

/**
 * How Next warns of an action that it does not have, and server/http/own-fetch.mjs refuses to forward one to the page that
 * has it: anyone may ask for these, and pages of another release do.
 */
const NO_ACTION =
  /^(Failed to find Server Action|Invalid Server Actions request|POST is not sent to this server by itself)/;

/**
 * Serves until a signal, the supervisor or a fault ends it, and finishes the requests under way first.
 * @param {() => Promise<{ url: string, fail(error: unknown): void, note(error: unknown, kind: "rejection" | "page"): void, close(): Promise<void> }>} start
 */
export async function serveUntilTold(start) {
  workInRoot();
  const { worker } = cluster;
  // The supervisor replaces a server that falls silent, also while it starts.
  setInterval(() => worker?.isConnected() && worker.send("alive", () => {}), ALIVE_EVERY_MS).unref();
  let server;
  try {
    server = await start();
  } catch (error) {
    const { faults, exitCode = 1 } = /** @type {{ faults?: string[], exitCode?: number }} */ (error);
    tellRefusal(describe(error), faults);
    process.exit(exitCode);
  }
  const { url, fail, note, close } = server;
  let isEnding = false;
  /** @param {number} code */
  const end = (code) => {
    if (isEnding) return;
    isEnding = true;
    close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };

  // Next's own listeners would write an error as it is, with what the sender put into it, and go on.
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  process.on("uncaughtException", (error) => {
    fail(error);
    // It serves until another does. One that cannot tell the supervisor ends now.
    if (!worker?.isConnected()) return end(1);
    worker.on("message", (message) => message === "replaced" && end(1));
    worker.send("failing", (lost) => lost && end(1));
  });
  process.on("unhandledRejection", (error) => note(error, "rejection"));
  for (const level of /** @type {const} */ (["error", "warn"])) {
    const write = console[level];
    console[level] = (...said) => {
      const errors = said.filter((one) => one instanceof Error);
      for (const error of errors) if (!NO_ACTION.test(error.message)) note(error, "page");
      if (errors.length === 0) write(...said);
    };
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
  if (!worker) return console.log(`Provider Checkout is at ${url}`);
  worker.send({ url });
}
