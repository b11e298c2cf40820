/** Keeps a server running: the process that serves is another one, which is replaced when it fails. */
import cluster from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";

/** A server that fails sooner delays the next start, longer each time. */
const LIVED_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that is silent for so long hangs and is killed; starting and finishing requests may take longer. */
const SILENT_MS = 60_000;
const LONGEST_MS = 180_000;

/** @typedef {import("node:cluster").Worker} Worker */

/**
 * Starts the server of this checkout in a process of its own, by the settings of this one's environment.
 * @param {import("../log.mjs").Log} log
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 * @throws {Problem} where the first does not start; it has said why
 */
export async function supervise(log) {
  cluster.setupPrimary({ exec: join(root, "server.mjs"), args: [] });
  let isEnding = false;
  let isRenewing = false;
  let failures = 0;
  let starts = 0;
  /** @type {{ worker: Worker, since: number, isFaulty: boolean } | undefined} */
  let serving;

  /** @param {Worker} worker @param {"end" | "replaced"} why */
  function end(worker, why) {
    if (worker.isConnected()) worker.send(why);
  }

  /** @returns {Promise<string>} the address, once it serves */
  function begin() {
    // For its metrics: how often a server was started that was not the first.
    const worker = cluster.fork({ SERVER_RESTARTS: String(starts) });
    starts += 1;
    // Sending to a worker that has just ended must not throw.
    worker.on("error", () => {});
    const kill = () => worker.process.kill("SIGKILL");
    let patience = setTimeout(kill, LONGEST_MS);
    return new Promise((resolve, reject) => {
      worker.on("message", (message) => {
        clearTimeout(patience);
        patience = setTimeout(kill, SILENT_MS);
        if (message === "alive") return;
        if (message === "failing") {
          if (serving?.worker !== worker || serving.isFaulty) return;
          serving.isFaulty = true;
          log.line("The server met a fault that nobody expected. Another takes its place …");
          return void renew();
        }
        if (isEnding) return end(worker, "end");
        const before = serving;
        serving = { worker, since: performance.now(), isFaulty: false };
        if (before) end(before.worker, "replaced");
        resolve(message.url);
      });
      worker.once("exit", (code, signal) => {
        clearTimeout(patience);
        const refused = new Problem("The server did not start; the reason is above.");
        reject(Object.assign(refused, { exitCode: code || 1 }));
        if (worker !== serving?.worker || isEnding) return;
        const { isFaulty } = serving;
        countFailure();
        serving = undefined;
        if (!isFaulty) log.line(`The server ended (${signal ?? `code ${code}`}). Starting another …`);
        void renew();
      });
    });
  }

  function countFailure() {
    const lived = serving ? performance.now() - serving.since : 0;
    failures = lived < LIVED_MS ? failures + 1 : 0;
  }

  /** Starts servers until one serves that has met no fault; one after the other, however often it is asked for. */
  async function renew() {
    if (isRenewing) return;
    isRenewing = true;
    if (serving) countFailure();
    while (!isEnding && (!serving || serving.isFaulty)) {
      const pause = failures === 0 ? 0 : Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isEnding) break;
      await begin().then(
        () => log.line("Another server is running."),
        () => {
          failures += 1;
        },
      );
    }
    isRenewing = false;
  }

  return {
    url: await begin(),
    async close() {
      isEnding = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = workers.map((worker) => once(worker, "exit"));
      // One that is still starting hears of it once it serves.
      for (const worker of workers) {
        end(worker, "end");
        setTimeout(() => worker.process.kill("SIGKILL"), LONGEST_MS).unref();
      }
      await Promise.all(ended);
    },
  };
}
