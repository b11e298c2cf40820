import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import type { Wakes } from "../../lib/domain/wakes";
import { startPostgresProxy } from "../support/postgres-proxy";

/** Only what hangs takes as long: a connection that is silent is found out after seconds. */
const AT_ONCE_MS = 2_000;

/** A pool whose process wakes when the test says so. */
async function place() {
  const proxy = await startPostgresProxy(inject("cluster"));
  const listeners: (() => void)[] = [];
  let [count, lastAt] = [0, 0];
  const wakes: Wakes = {
    count: () => count,
    lastAt: () => lastAt,
    onWake: (listener) => void listeners.push(listener),
    stop: () => {},
  };
  const { db, close } = openDatabase({ url: proxy.url, poolSize: 2, prepare: true, name: "wakes", wakes });
  onTestFinished(async () => {
    await close();
    await proxy.close();
  });
  const take = () => db.execute<{ value: string }>(sql`select pg_sleep(0.05), ${"a"}::text as value`);
  await Promise.all([take(), take()]);
  return {
    db,
    proxy,
    take,
    wake() {
      count += 1;
      lastAt = performance.now();
      for (const listener of listeners) listener();
    },
  };
}

it("after a wake no statement is sent on a connection from before", async () => {
  const { db, proxy, take, wake } = await place();
  proxy.strand();
  wake();
  const from = performance.now();
  // A write that had left would not be sent again.
  const write = db.execute(sql`with one as (select 1) select count(*) from one`);
  await Promise.all([write, take(), db.transaction((tx) => tx.execute(sql`select 1`))]);
  expect(performance.now() - from).toBeLessThan(AT_ONCE_MS);
});

it("a read that was under way when its connection died is read over another one", async () => {
  const { db, proxy, wake } = await place();
  const read = db.execute<{ n: number }>(sql`select ${7}::int as n from pg_sleep(0.5)`);
  const from = performance.now();
  setImmediate(() => {
    proxy.strand();
    wake();
  });
  expect((await read)[0]!.n).toBe(7);
  expect(performance.now() - from).toBeLessThan(15_000);
});

it("after a wake nothing is sent behind what has no answer yet", async () => {
  const { db, proxy, wake } = await place();
  const under = [1, 2].map(() => db.execute(sql`select 1 from pg_sleep(0.3)`));
  // A query is sent once it is awaited.
  const all = Promise.all(under);
  await new Promise((resolve) => setImmediate(resolve));
  proxy.strand();
  wake();
  const write = await db.execute<{ n: number }>(sql`with one as (select 1 as n) select n from one`);
  expect(write[0]!.n).toBe(1);
  await all;
});

it("a read is sent again when its connection is cut, and a write that may have been done is not", async () => {
  const { db, proxy } = await place();
  const cutIn = async (work: PromiseLike<unknown>) => {
    const settled = Promise.resolve(work).then(
      () => "answered",
      (error) => error.cause?.code,
    );
    setTimeout(async () => {
      await proxy.cut();
      await proxy.restore();
    }, 200);
    return settled;
  };
  expect(await cutIn(db.execute(sql`select 1 from pg_sleep(0.6)`))).toBe("answered");
  expect(await cutIn(db.execute(sql`with one as (select 1 from pg_sleep(0.6)) select * from one`))).toBe(
    "CONNECTION_CLOSED",
  );
});

/** Ends the pool's connections from another process, while this one stands still and hears nothing of it. */
function endConnections(name: string) {
  const script = `
    import postgres from "postgres";
    const sql = postgres(process.env.CLUSTER, { max: 1 });
    await sql\`select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = \${process.env.NAME}\`;
    await sql.end();`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, CLUSTER: inject("cluster"), NAME: name },
  });
}

it("a write and a transaction are sent again where their connection was found dead before they left", async () => {
  const { db, close } = openDatabase({
    url: inject("cluster"),
    poolSize: 2,
    prepare: true,
    name: "wakes-unsent",
  });
  onTestFinished(close);
  const write = () => db.execute<{ n: number }>(sql`with one as (select 1 as n) select n from one`);
  const begin = () => db.transaction((tx) => tx.execute<{ n: number }>(sql`select 1 as n`));
  for (const work of [write, begin]) {
    await Promise.all([write(), begin()]);
    // Not from within an event of a connection: what has come meanwhile is read before anything is written.
    await new Promise((resolve) => setImmediate(resolve));
    endConnections("wakes-unsent");
    expect((await work())[0]!.n).toBe(1);
  }
});
