/** Keeps servers running, one for each core: each is a process of its own, which is replaced when it fails. */
import cluster from "node:cluster";
import { join } from "node:path";
import { createBuckets } from "../../lib/siblings/buckets.mjs";
import { createChannel } from "../../lib/siblings/channel.mjs";
import { root } from "../program/checkout.mjs";
import { createPlace, endOf } from "./place.mjs";
import { poolSizeOf } from "./workers.mjs";

const LONGEST_MS = 180_000;
/** A server that does not tell its meters in time is left out. */
const METERS_MS = 1_000;

/** @typedef {import("node:cluster").Worker} Worker */

/**
 * Keeps servers of this checkout running, by the settings of this process's environment. They share the port, what they
 * count for limits, and their metrics. D-273
 * @param {import("../program/log.mjs").Log} log
 * @param {number} workers how many
 * @returns {{ start(): Promise<string>, replaceAll(): Promise<void>, close(): Promise<void> }} `start`: gives the address, once all
 *   serve, and throws a Problem where the first does not, which has said why; `replaceAll`: puts another server in each one's
 *   place, one after the other
 */
export function createSupervisor(log, workers) {
  cluster.setupPrimary({ exec: join(root, "server/serve.mjs"), args: [] });
  const take = createBuckets();
  /** The end of each server's channel. @type {Map<Worker, ReturnType<typeof createChannel>>} */
  const channels = new Map();
  let replacing = Promise.resolve();

  /** @param {Record<string, string>} settings */
  function fork(settings) {
    const poolSize = process.env.DATABASE_POOL_SIZE || String(poolSizeOf(workers));
    const worker = cluster.fork({ DATABASE_POOL_SIZE: poolSize, ...settings });
    const channel = createChannel((message) => worker.isConnected() && worker.send(message), {
      take: (/** @type {Parameters<typeof take>[]} */ asked) => asked.map((one) => take(...one)),
      meters: () => metersBeside(worker),
    });
    channels.set(worker, channel);
    worker.on("message", channel.receive);
    worker.once("exit", () => channels.delete(worker));
    return worker;
  }

  /** @param {Worker} asking @returns {Promise<string[]>} the meters of the others */
  async function metersBeside(asking) {
    const others = [...channels].filter(([worker]) => worker !== asking);
    const told = others.map(([, channel]) => channel.ask("meters", null, METERS_MS).catch(() => ""));
    return Promise.all(told);
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
