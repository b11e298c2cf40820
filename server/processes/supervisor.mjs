/** Keeps servers running, one for each core: each is a process of its own, which is replaced when it fails. */
import cluster from "node:cluster";
import { createPlace, endOf } from "./place.mjs";
import { serverFile } from "./standalone.mjs";
import { poolSizeOf } from "./workers.mjs";

const LONGEST_MS = 180_000;

/** Loaded when first asked for: `npm run demo` comes here before it has installed packages. */
const loadMeters = async () => new (await import("prom-client")).AggregatorRegistry();
/** @type {ReturnType<typeof loadMeters> | undefined} */
let meters;

async function metersOfAll() {
  meters ??= loadMeters();
  return (await meters).clusterMetrics();
}

/**
 * Keeps servers of this checkout running, by the settings of this process's environment. They share the port
 * and tell their metrics together. D-273
 * @param {import("../program/log.mjs").Log} log
 * @param {number} workers how many
 * @returns {{ start(): Promise<string>, replaceAll(): Promise<void>, close(): Promise<void> }} `start`: gives the address, once all
 *   serve, and throws a Problem where the first does not, which has said why; `replaceAll`: puts another server in each one's
 *   place, one after the other
 */
export function createSupervisor(log, workers) {
  cluster.setupPrimary({ exec: serverFile(), args: [] });
  let replacing = Promise.resolve();

  /** @param {Record<string, string>} settings */
  function fork(settings) {
    const poolSize = process.env.DATABASE_POOL_SIZE || String(poolSizeOf(workers));
    const worker = cluster.fork({ DATABASE_POOL_SIZE: poolSize, ...settings });
    worker.on("message", async (message) => {
      if (message !== "meters") return;
      // Where a server is starting or hangs, the one that asks tells its own alone.
      const text = await metersOfAll().catch(() => null);
      if (worker.isConnected()) worker.send({ meters: text });
    });
    return worker;
  }

  const places = Array.from({ length: workers }, (_, i) => createPlace(i + 1, workers, fork, log));
  const [first, ...others] = /** @type {[typeof places[0], ...typeof places]} */ (places);

  return {
    async start() {
      // It examines the settings and the port for all.
      const url = await first.begin();
      await Promise.all(others.map((place) => place.keep()));
      return url;
    },
    replaceAll() {
      replacing = replacing.then(async () => {
        for (const place of places) await place.replace();
      });
      return replacing;
    },
    async close() {
      for (const place of places) place.end();
      const left = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = left.map(endOf);
      for (const worker of left) {
        if (worker.isConnected()) worker.send("end");
        setTimeout(() => worker.process.kill("SIGKILL"), LONGEST_MS).unref();
      }
      await Promise.all(ended);
    },
  };
}
