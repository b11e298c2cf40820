/** One of the places that a supervisor keeps filled, each with a server. */
import { Problem } from "../program/problem.mjs";

/** A server that fails sooner delays the next start, longer each time. */
const LIVED_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that is silent for so long hangs and is killed; starting and finishing requests may take longer. */
const SILENT_MS = 60_000;
const LONGEST_MS = 180_000;

/** @typedef {import("node:cluster").Worker} Worker */

/** Settled when its process has ended; an error of the channel to it says nothing of that. @param {Worker} worker */
export const endOf = (worker) => new Promise((resolve) => worker.once("exit", resolve));

/**
 * @param {number} number of this place, from 1
 * @param {number} places how many there are
 * @param {(settings: Record<string, string>) => Worker} fork starts a server
 * @param {import("../program/log.mjs").Log} log
 */
export function createPlace(number, places, fork, log) {
  const name = places > 1 ? `Server ${number} of ${places}` : "The server";
  let isEnding = false;
  let isRenewing = false;
  let failures = 0;
  let starts = 0;
  /** @type {Worker | undefined} */
  let starting;
  /** @type {{ worker: Worker, since: number, isFaulty: boolean } | undefined} */
  let serving;

  /** @returns {Promise<string>} the address, once it serves */
  function begin() {
    // The place and the restarts are for its metrics: how often a server was started that was not the place's first.
    const worker = fork({
      SERVER_PLACE: places > 1 ? String(number) : "",
      SERVER_RESTARTS: String(starts),
    });
    starts += 1;
    starting = worker;
    // Sending to a worker that has just ended must not throw.
    worker.on("error", () => {});
    const kill = () => worker.process.kill("SIGKILL");
    let patience = setTimeout(kill, LONGEST_MS);
    return new Promise((resolve, reject) => {
      worker.on("message", (message) => {
        clearTimeout(patience);
        patience = setTimeout(kill, SILENT_MS);
        if (message === "failing") {
          if (serving?.worker !== worker || serving.isFaulty) return;
          serving.isFaulty = true;
          log.line(`${name} met a fault that nobody expected. Another takes its place …`);
          return void renew();
        }
        if (!message.url) return;
        starting = undefined;
        if (isEnding) return;
        const before = serving;
        serving = { worker, since: performance.now(), isFaulty: false };
        if (before?.worker.isConnected()) before.worker.send("replaced");
        if (places > 1) log.line(`${name} is running (process ${worker.process.pid}).`);
        else if (starts > 1) log.line("Another server is running.");
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
        if (!isFaulty) log.line(`${name} ended (${signal ?? `code ${code}`}). Starting another …`);
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
      await begin().catch(() => {
        failures += 1;
      });
    }
    isRenewing = false;
  }

  return {
    begin,
    /** Fills the place, as often as it takes. @returns {Promise<unknown>} settled once the first start has come to something */
    keep: () =>
      begin().catch(() => {
        failures += 1;
        void renew();
      }),
    /** Puts another server into the place, and waits until the former one has finished its requests. */
    async replace() {
      const former = serving?.worker;
      // An empty place is being filled anyway.
      if (isEnding || isRenewing || !former) return;
      const ended = endOf(former);
      await begin().then(
        () => ended,
        () => log.line(`${name} goes on serving: the one that was to take its place did not start.`),
      );
    },
    /** From now on the place is left empty. */
    end() {
      isEnding = true;
      // It has no request, and does not hear messages yet.
      starting?.process.kill();
    },
  };
}
