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
