import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { type Db, openDatabase } from "../../lib/db/client";
import { isDatabaseUnavailable } from "../../packages/postgres-guard/faults";
import { readHealth } from "../../packages/postgres-guard/health";
import { checkSessions } from "../../packages/postgres-guard/index";
import { startPostgresProxy } from "../support/postgres-proxy";

const isThere = async (db: Db) => (await readHealth(db)).database;

/** Never passes by itself: a machine may be as slow as it is. A test says when it has passed. */
const DEADLINE_MS = 3_600_000;

/** One connection, through a wire that can be held up, and deadlines that pass when they are told to. */
async function opened(prepare: boolean) {
  const { databaseUrl } = inject("stack");
  if (!prepare) await checkSessions({ url: databaseUrl, prepare });
  const proxy = await startPostgresProxy(databaseUrl);
  const passDeadlines = deadlines();
  const { db, close } = openDatabase({
    url: proxy.url,
    poolSize: 1,
    prepare,
    name: "hangs",
    deadlineMs: DEADLINE_MS,
  });
  onTestFinished(async () => {
    await proxy.close();
    await close();
  });
  expect(await isThere(db)).toBe(true);
  /** What comes of work whose deadline has passed. */
  async function late(work: PromiseLike<unknown>): Promise<unknown> {
    let isOver = false;
    const ended = Promise.resolve(work)
      .catch((error) => error)
      .finally(() => {
        isOver = true;
      });
    while (!isOver) {
      passDeadlines();
      await setImmediate();
    }
    return ended;
  }
  return { proxy, db, late };
}

/** @returns what lets every deadline pass that is set at the moment */
function deadlines(): () => void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const waiting = new Map<unknown, () => void>();
  const spies = [
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number, ...args: []) => {
      const timer = set(run, ms, ...args);
      if (ms === DEADLINE_MS) waiting.set(timer, run);
      return timer;
    }) as typeof setTimeout),
    vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
      waiting.delete(timer);
      clear(timer);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => {
    for (const pass of waiting.values()) pass();
  };
}

it.each([true, false])(
  "a database that hangs is unavailable, and is used again once it answers (prepared: %s)",
  async (prepare) => {
    const { proxy, db, late } = await opened(prepare);
    proxy.holdAt("to be held");
    const held = db.execute(sql`select 'to be held'`).catch((error) => error);
    await expect.poll(proxy.isHolding).toBe(true);
    expect(isDatabaseUnavailable(await late(held))).toBe(true);
    expect(isDatabaseUnavailable(await late(db.execute(sql`select 'behind it'`)))).toBe(true);
    expect(await late(isThere(db))).toBe(false);
    await proxy.restore();
    await expect.poll(() => isThere(db)).toBe(true);
  },
);

it.each(["begin", "in between", "commit", "rollback"])(
  "a transaction whose database hangs at %s ends, and does nothing later",
  async (where) => {
    const { proxy, db, late } = await opened(true);
    let worked = 0;
    proxy.holdAt(where);
    const work = db
      .transaction(async (inner) => {
        worked++;
        await inner.execute(sql`select 'in between'`);
        if (where === "rollback") throw new Error("to be rolled back");
      })
      .catch((error) => error);
    await expect.poll(proxy.isHolding).toBe(true);
    expect(isDatabaseUnavailable(await late(work))).toBe(true);
    await proxy.restore();
    await expect.poll(() => isThere(db)).toBe(true);
    expect(worked).toBe(where === "begin" ? 0 : 1);
  },
);
