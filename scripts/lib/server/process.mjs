/** The process around a server: how it ends, and what becomes of a fault that nobody expected. */
import cluster from "node:cluster";
import { describe } from "../problem.mjs";

const ALIVE_EVERY_MS = 5_000;

/**
 * Serves until a signal, the supervisor or a fault ends it, and finishes the requests under way first.
 * @param {() => Promise<{ url: string, fail(error: unknown): void, note(error: unknown, kind: "rejection" | "page"): void, close(how?: { isReplaced?: boolean }): Promise<void> }>} start
 */
export async function serveUntilTold(start) {
  const { worker } = cluster;
  let server;
  try {
    server = await start();
  } catch (error) {
    console.error(describe(error));
    process.exit(1);
  }
  const { url, fail, note, close } = server;
  let isEnding = false;
  /** @param {number} code @param {{ isReplaced?: boolean }} [how] */
  const end = (code, how) => {
    if (isEnding) return;
    isEnding = true;
    close(how).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };

  // Next's own listeners would write an error as it is, with what the sender put into it, and go on.
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  process.on("uncaughtException", (error) => {
    fail(error);
    // The supervisor starts a replacement before it ends this process.
    if (worker) worker.send("failing");
    else end(1);
  });
  process.on("unhandledRejection", (error) => note(error, "rejection"));
  for (const level of /** @type {const} */ (["error", "warn"])) {
    const write = console[level];
    console[level] = (...said) => {
      const errors = said.filter((one) => one instanceof Error);
      for (const error of errors) note(error, "page");
      if (errors.length === 0) write(...said);
    };
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
  if (!worker) return console.log(`Provider Checkout is at ${url}`);
  worker.on("message", (message) => {
    if (message === "end") end(0);
    if (message === "replaced") end(0, { isReplaced: true });
  });
  worker.send({ url });
  // The supervisor replaces a server that falls silent.
  setInterval(() => worker.isConnected() && worker.send("alive"), ALIVE_EVERY_MS).unref();
}
