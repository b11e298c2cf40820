import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import { isDatabaseUnavailable } from "../../lib/db/errors";
import { isReady } from "../../lib/db/health";
import { startPostgresProxy } from "../support/postgres-proxy";

it.each([true, false])(
  "a database that hangs is unavailable, and is used again once it answers (prepared: %s)",
  async (prepare) => {
    const proxy = await startPostgresProxy(inject("stack").databaseUrl);
    const { db, close } = openDatabase({
      url: proxy.url,
      poolSize: 1,
      prepare,
      name: "hangs",
      deadlineMs: 400,
    });
    onTestFinished(async () => {
      await proxy.close();
      await close();
    });
    expect(await isReady(db)).toBe(true);
    proxy.holdAt("to be held");
    const held = await db.execute(sql`select 'to be held'`).catch((error) => error);
    expect(isDatabaseUnavailable(held)).toBe(true);
    const queued = await db.execute(sql`select 'behind it'`).catch((error) => error);
    expect(isDatabaseUnavailable(queued)).toBe(true);
    expect(await isReady(db)).toBe(false);
    await proxy.restore();
    await expect.poll(() => isReady(db), { timeout: 5_000 }).toBe(true);
  },
);

it.each(["begin", "in between", "commit", "rollback"])(
  "a transaction whose database hangs at %s ends, and does nothing later",
  async (where) => {
    const proxy = await startPostgresProxy(inject("stack").databaseUrl);
    const { db, close } = openDatabase({
      url: proxy.url,
      poolSize: 1,
      prepare: true,
      name: "hangs",
      deadlineMs: 400,
    });
    onTestFinished(async () => {
      await proxy.close();
      await close();
    });
    expect(await isReady(db)).toBe(true);
    let worked = 0;
    const work = () =>
      db.transaction(async (inner) => {
        worked++;
        await inner.execute(sql`select 'in between'`);
        if (where === "rollback") throw new Error("to be rolled back");
      });
    proxy.holdAt(where);
    const failed = await Promise.race([
      work().catch((error) => error),
      new Promise((resolve) => setTimeout(() => resolve("still waiting"), 5_000)),
    ]);
    expect(isDatabaseUnavailable(failed)).toBe(true);
    await proxy.restore();
    await expect.poll(() => isReady(db), { timeout: 5_000 }).toBe(true);
    expect(worked).toBe(where === "begin" ? 0 : 1);
  },
);
