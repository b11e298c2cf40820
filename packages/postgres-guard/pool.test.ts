import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patience } from "../time-limit/time-limit";
import type { Connection } from "./connection";
import { faultOf } from "./errors";
import { pipelineOver } from "./pipeline";
import { Pool } from "./pool";

/** A database on a machine that has too little time for it. Times are in seconds, and pass as fast as they can. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const passed = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, 1_000 * seconds));

/** A connection to a server that takes so long for each statement. */
function connectionTo(seconds: number): Connection {
  const socket = new EventEmitter();
  let lose = (_: Error) => {};
  const one = {
    ...{ socket, isOpen: true, sent: 0, openedAt: performance.now(), usedAt: 0, askedAt: 0, heardAt: 0 },
    run(_: unknown, deadlineMs: number) {
      one.sent++;
      return new Promise((resolve, reject) => {
        lose = reject;
        const end = patience(deadlineMs, () => one.destroy(faultOf("DEADLINE_MISSED", "late")));
        setTimeout(() => resolve([]), 1_000 * seconds);
        setTimeout(end, 1_000 * seconds);
      });
    },
    destroy(fault: Error) {
      one.isOpen = false;
      lose(fault);
      setTimeout(() => socket.emit("close"));
    },
    close: () => one.destroy(faultOf("CONNECTION_CLOSED", "closed")),
  };
  return one as unknown as Connection;
}

/** How many of the statements that come, one in so many seconds, are done in an hour. */
async function doneInAnHour(pool: Pool, every: number, first = 1): Promise<number> {
  const options = { parsers: {}, serializers: {} };
  const load = { underWay: 0, deadlinesMissed: 0 };
  const client = pipelineOver({ pool, options, prepare: true, deadlineMs: 20_000, load });
  let done = 0;
  const send = () =>
    client.unsafe("select").then(
      () => done++,
      () => {},
    );
  for (let sent = 0; sent < first; sent++) send();
  for (let seconds = 0; seconds < 3_600; seconds += every) {
    send();
    await vi.advanceTimersByTimeAsync(1_000 * every);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return done;
}

it("where twice as much is asked as can be done, what can be done is done", async () => {
  const pool = new Pool(1, async () => {
    await passed(1);
    return connectionTo(6);
  });
  // One takes 6 seconds: 600 in an hour.
  expect(await doneInAnHour(pool, 3)).toBeGreaterThan(500);
});

it("a server that has time to open a few connections within their limit is not asked for ten at once for ever", async () => {
  let atWork = 0;
  /** Of those that are at work each has its share; one that is given up is at work all the same, until it is ready. */
  async function work(seconds: number) {
    atWork++;
    for (let left = seconds; left > 0; left -= 0.1 / atWork) await passed(0.1);
    atWork--;
  }
  const pool = new Pool(10, async () => {
    const limit = passed(5).then(() => {
      throw faultOf("CONNECT_TIMEOUT", "silent");
    });
    await Promise.race([work(1), limit]);
    return connectionTo(4);
  });
  expect(await doneInAnHour(pool, 0.5, 40)).toBeGreaterThan(7_000);
});

it("tells all who wait at once that nothing can be opened, however many were tried together", async () => {
  const away = faultOf("ECONNREFUSED", "refused");
  const pool = new Pool(10, () => Promise.reject(away));
  const told = Promise.allSettled(Array.from({ length: 10 }, () => pool.take(20_000)));
  let isTold = false;
  void told.then(() => (isTold = true));
  // No timer runs meanwhile.
  for (let turns = 0; turns < 50 && !isTold; turns++) await Promise.resolve();
  expect(isTold).toBe(true);
  expect((await told).every((one) => one.status === "rejected" && one.reason === away)).toBe(true);
});
