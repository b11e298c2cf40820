import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import { startPostgresProxy } from "../support/postgres-proxy";

async function place() {
  const proxy = await startPostgresProxy(inject("cluster"));
  const { db, close } = openDatabase({ url: proxy.url, poolSize: 2, prepare: true, name: "resent" });
  onTestFinished(async () => {
    await close();
    await proxy.close();
  });
  return { db, proxy };
}

it("a read that was under way when its connection died is read over another one", async () => {
  const { db, proxy } = await place();
  const read = db.execute<{ n: number }>(sql`select ${7}::int as n from pg_sleep(0.5)`);
  setImmediate(() => proxy.strand());
  expect((await read)[0]!.n).toBe(7);
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
    name: "resent-unsent",
  });
  onTestFinished(close);
  const write = () => db.execute<{ n: number }>(sql`with one as (select 1 as n) select n from one`);
  const begin = () => db.transaction((tx) => tx.execute<{ n: number }>(sql`select 1 as n`));
  for (const work of [write, begin]) {
    await Promise.all([write(), begin()]);
    // Not from within an event of a connection: what has come meanwhile is read before anything is written.
    await new Promise((resolve) => setImmediate(resolve));
    endConnections("resent-unsent");
    expect((await work())[0]!.n).toBe(1);
  }
});
