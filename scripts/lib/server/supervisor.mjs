/** Keeps a server running: the process that serves is another one, which is replaced when it fails. */
import cluster from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";

/** Who dies as soon as this has not served: the next one waits, longer each time. */
const LIVED_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Starts the server of this checkout in a process of its own, by the settings of this one's environment.
 *
 * @param {import("../log.mjs").Log} log
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 * @throws {Problem} where the first does not start; it has said why
 */
export async function supervise(log) {
  cluster.setupPrimary({ exec: join(root, "server.mjs"), args: [] });
  let isEnding = false;
  let early = 0;
  /** @type {import("node:cluster").Worker | undefined} */
  let serving;

  /** @returns {Promise<string>} the address, once it serves */
  function begin() {
    const from = performance.now();
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      worker.on("message", (message) => {
        if (message === "failing") return void replace(worker);
        early = 0;
        const before = serving;
        serving = worker;
        before?.send("end");
        resolve(message.url);
      });
      worker.once("exit", (code, signal) => {
        reject(new Problem("The server did not start; the reason is above."));
        if (worker !== serving || isEnding) return;
        serving = undefined;
        log.line(`The server ended (${signal ?? `code ${code}`}). Starting another …`);
        void again(performance.now() - from < LIVED_MS);
      });
    });
  }

  /** @param {boolean} soon it died soon */
  async function again(soon) {
    early = soon ? early + 1 : 0;
    const pause = early === 0 ? 0 : Math.min(500 * 2 ** early, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (isEnding || serving) return;
    await begin().then(
      () => log.line("The server is running again."),
      () => again(true),
    );
  }

  /** @param {import("node:cluster").Worker} worker it can finish what it has, and should begin nothing */
  async function replace(worker) {
    if (worker !== serving || isEnding) return;
    log.line("The server met a fault that nobody expected. Another takes its place …");
    await begin().then(
      () => log.line("Another server has taken its place."),
      // None can be started: the faulty one goes on, and is replaced when it ends.
      () => {},
    );
  }

  return {
    url: await begin(),
    async close() {
      isEnding = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = workers.map((worker) => once(worker, "exit"));
      for (const worker of workers) if (worker.isConnected()) worker.send("end");
      await Promise.all(ended);
    },
  };
}
