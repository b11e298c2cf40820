import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { type Db, openDatabase } from "../../lib/db/client";
import { clientOf, readRows } from "../../packages/postgres-guard/index";
import { until } from "../support/poll";
import { type Listener, startPostgresProxy } from "../support/postgres-proxy";

async function place(listen?: Listener) {
  const proxy = await startPostgresProxy(inject("cluster"), 0, listen);
  const { db, close } = openDatabase({ url: proxy.url, poolSize: 2, prepare: true, name: "resent" });
  onTestFinished(async () => {
    await close();
    await proxy.close();
  });
  return { db, proxy };
}

const HELD = sql`(select 'held' as one) held`;
/** A statement as each of these sends it. */
const SENT = {
  "a select of Drizzle's": (db: Db) => db.select({ one: sql`one` }).from(HELD),
  "rows that are declared to be read": (db: Db) => readRows(db, sql`select one from ${HELD}`),
  "raw text": (db: Db) => db.execute(sql`select one from ${HELD}`),
  "a select of Drizzle's behind a part that may write": (db: Db) => {
    const part = db.$with("part").as(db.select({ one: sql`one`.as("one") }).from(HELD));
    return db.with(part).select().from(part);
  },
};

it.each([
  ["a select of Drizzle's", 2],
  ["rows that are declared to be read", 2],
  ["raw text", 1],
  ["a select of Drizzle's behind a part that may write", 1],
] as const)("%s, whose connection is cut under way, leaves %i times", async (what, times) => {
  let left = 0;
  const { db, proxy } = await place((_, __, body) => {
    if (body.includes("held")) left++;
  });
  proxy.holdAt("held");
  const settled = Promise.resolve<unknown>(SENT[what](db)).then(
    () => "responded",
    (error) => (error.cause ?? error).code,
  );
  await until("it is under way", proxy.isHolding);
  await proxy.cut();
  await proxy.restore();
  expect(await settled).toBe(times === 2 ? "responded" : "CONNECTION_CLOSED");
  expect(left).toBe(times);
});

it("a statement is sent once, however often it is awaited", async () => {
  let left = 0;
  const { db } = await place((_, __, body) => {
    if (body.includes("'twice'")) left++;
  });
  const query = clientOf(db).unsafe("select 'twice' as said");
  const rows = await Promise.all([query, query]);
  expect([...rows, await query].map(([row]) => row)).toEqual(Array(3).fill({ said: "twice" }));
  expect(left).toBe(1);
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
