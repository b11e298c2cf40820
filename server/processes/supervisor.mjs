/**
 * Keeps servers running, one for each core: each is a process of its own, which is replaced when it fails.
 * See docs/decisions/050-one-server-for-each-core.md.
 */
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../program/problem.mjs";
import { serverFile } from "./standalone.mjs";
import { poolSizeOf } from "./workers.mjs";

/** A server that fails sooner delays the next start, longer each time. */
const LIVED_MS = 10_000;
const MAX_PAUSE_MS = 30_000;
/** A server that is silent for so long hangs and is killed; starting and finishing requests may take longer. */
const SILENT_MS = 60_000;
const MAX_MS = 180_000;

/** @typedef {import("node:cluster").Worker} Worker */
/** @typedef {{ number: number, name: string, starts: number, failures: number }} Place */

/** Loaded when first asked for: `npm run demo` comes here before it has installed packages. */
const loadMeters = async () => new (await import("prom-client")).AggregatorRegistry();
/** @type {ReturnType<typeof loadMeters> | undefined} */
let meters;

/** Where a server is starting or hangs, the one that asks tells its own alone. @param {Worker} worker */
async function tellMeters(worker) {
  meters ??= loadMeters();
  const text = await (await meters).clusterMetrics().catch(() => null);
  if (worker.isConnected()) worker.send({ meters: text });
}

/**
 * Keeps servers of this checkout running, by the settings of this process's environment. They share the port
 * and tell their metrics together.
 * @param {import("../program/log.mjs").Log} log
 * @param {number} workers how many
 * @returns {{ start(): Promise<string>, close(): Promise<void> }} `start`: gives the address, once all serve, and throws a
 *   Problem where the first does not, which has said why
 */
export function createSupervisor(log, workers) {
  cluster.setupPrimary({ exec: serverFile(), args: [] });
  const poolSize = process.env.DATABASE_POOL_SIZE || String(poolSizeOf(workers));
  let isEnding = false;
  /** The end of each process that has not ended. @type {Map<Worker, Promise<unknown>>} */
  const running = new Map();
  /** @type {Place[]} */
  const places = Array.from({ length: workers }, (_, i) => ({
    number: i + 1,
    name: workers > 1 ? `Server ${i + 1} of ${workers}` : "The server",
    starts: 0,
    failures: 0,
  }));

  /** Starts a server, and another once this one fails. @param {Place} place @returns {Promise<string>} its address */
  function begin(place) {
    const since = performance.now();
    // The place and the restarts are for its metrics: how often a server was started that was not the place's first.
    const worker = cluster.fork({
      DATABASE_POOL_SIZE: poolSize,
      SERVER_PLACE: workers > 1 ? String(place.number) : "",
      SERVER_RESTARTS: String(place.starts),
    });
    place.starts += 1;
    // A message could not be sent: the process has ended, or ends as soon as it notices.
    worker.on("error", () => {});
    const kill = () => worker.process.kill("SIGKILL");
    let patience = setTimeout(kill, MAX_MS);
    let isServing = false;
    /** @param {string} why */
    const replace = (why) => {
      if (!isServing || isEnding) return;
      isServing = false;
      log.line(`${place.name} ${why}. Starting another …`);
      place.failures = performance.now() - since < LIVED_MS ? place.failures + 1 : 0;
      void fill(place).then(() => worker.isConnected() && worker.send("replaced", () => {}));
    };
    return new Promise((resolve, reject) => {
      worker.on("message", (message) => {
        clearTimeout(patience);
        patience = setTimeout(kill, isServing || message.url ? SILENT_MS : MAX_MS);
        if (message === "meters") void tellMeters(worker);
        // It serves until another does.
        if (message === "failing") replace("met an unexpected fault");
        if (!message.url || isEnding) return;
        isServing = true;
        if (workers > 1) log.line(`${place.name} is running (process ${worker.process.pid}).`);
        else if (place.starts > 1) log.line("Another server is running.");
        resolve(message.url);
      });
      const ended = new Promise((resolve) => worker.once("exit", (...how) => resolve(how)));
      running.set(
        worker,
        ended.then(([code, signal]) => {
          clearTimeout(patience);
          running.delete(worker);
          const refused = new Problem("The server did not start; the reason is above.");
          reject(Object.assign(refused, { exitCode: code || 1 }));
          replace(`ended (${signal ?? `code ${code}`})`);
        }),
      );
    });
  }

  /** Starts servers until one serves in the place. @param {Place} place */
  async function fill(place) {
    for (let serves = false; !serves; ) {
      await sleep(place.failures === 0 ? 0 : Math.min(500 * 2 ** place.failures, MAX_PAUSE_MS));
      if (isEnding) return;
      serves = await begin(place).then(
        () => true,
        () => false,
      );
      if (!serves) place.failures += 1;
    }
  }

  return {
    async start() {
      const [first, ...others] = /** @type {[Place, ...Place[]]} */ (places);
      // It examines the settings and the port for all.
      const url = await begin(first);
      await Promise.all(others.map(fill));
      return url;
    },
    async close() {
      isEnding = true;
      for (const worker of running.keys()) {
        worker.process.kill();
        setTimeout(() => worker.process.kill("SIGKILL"), MAX_MS).unref();
      }
      await Promise.all(running.values());
    },
  };
}
