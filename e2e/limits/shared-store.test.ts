import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { purgeRateBuckets, takeFromBucket } from "../../lib/db/rate-buckets";
import { Api } from "../support/api";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { database, makeProvider } from "../support/provider";
import type { RunningProcess } from "../support/stack";
import { limitedServer } from "./servers";

const LIST = "/v1/provider-checkouts";
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

describe("a bucket in the database", () => {
  /** So slow that nothing comes back while a test runs, on any machine. */
  const BUCKET = { capacity: 20, perSecond: 0.0001 };
  const REFILLED_SECONDS = 20 / 0.0001;
  let names = 0;
  const newName = () => `test:${process.pid}:${names++}`;
  const take = (name: string, tokens = 1, bucket = BUCKET) =>
    takeFromBucket(database(), name, tokens, bucket);
  /** As if so many seconds had passed. */
  const pass = (name: string, seconds: number) =>
    database().execute(
      sql`update rate_bucket set full_at = full_at - ${seconds}::float8 * interval '1 second' where key = ${name}`,
    );

  it("admits what it holds and no more, also at once, and counts a refusal for nothing", async () => {
    const name = newName();
    await take(name);
    const taken = await times(60, () => take(name));
    expect(taken.filter((one) => one.admitted)).toHaveLength(19);
    for (const { missing } of taken.filter((one) => !one.admitted)) expect(missing).toBeCloseTo(21, 1);
    await pass(name, REFILLED_SECONDS / 2);
    const later = await times(20, () => take(name));
    expect(later.filter((one) => one.admitted)).toHaveLength(10);
  });

  it("tells the same to one that waited while another took the last token", async () => {
    const name = newName();
    await take(name, 19);
    const second = await database().transaction(async (tx) => {
      await takeFromBucket(tx, name, 1, BUCKET);
      const waiting = take(name);
      await until("it waits", async () => {
        const rows = await database().execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      return () => waiting;
    });
    const { admitted, missing } = await second();
    expect(admitted).toBe(false);
    expect(missing).toBeCloseTo(21, 1);
  });

  it("never holds more than it does, however long nobody asks", async () => {
    const name = newName();
    await take(name);
    await pass(name, 10 * REFILLED_SECONDS);
    expect((await take(name)).missing).toBeCloseTo(1, 1);
  });

  it("takes tokens back", async () => {
    const name = newName();
    await take(name, 5);
    expect((await take(name, -2)).missing).toBeCloseTo(3, 1);
    await take(name, -10);
    expect((await take(name)).missing).toBeCloseTo(1, 1);
  });

  it("is forgotten once it is full again, and not before", async () => {
    const [full, empty] = [newName(), newName()];
    await take(full);
    await take(empty, 20);
    await pass(full, REFILLED_SECONDS);
    await purgeRateBuckets(database());
    const rows = await database().execute<{ key: string }>(
      sql`select key from rate_bucket where key in (${full}, ${empty})`,
    );
    expect(rows.map(({ key }) => key)).toEqual([empty]);
  });
});

describe("a store that cannot be reached", () => {
  let databaseUrl: string;
  let proxy: PostgresProxy;
  let server: RunningProcess;
  beforeAll(async () => {
    databaseUrl = await makeDatabase(inject("cluster"));
    proxy = await startPostgresProxy(databaseUrl);
    server = await limitedServer("server", {
      RATE_LIMIT_STORE: "postgres",
      DATABASE_URL: proxy.url,
      SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
      TICK_SECONDS: "0",
      // How long a request waits for its count is the subject.
      TEST_LIMIT_MS: "",
    });
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  /** An answer that no query is needed for but that of its limit. */
  async function isLimitedStill() {
    const answer = await new Api(server.url).get("/openapi.json");
    expect([answer.status, answer.headers.get("ratelimit-policy")]).toEqual([200, '"address";q=600;w=60']);
  }

  it("takes nothing down with it: each server counts for itself until it is back", async () => {
    await isLimitedStill();
    await proxy.cut();
    await times(10, isLimitedStill);
    expect(server.output()).toContain("Limits are counted in this process");
    await proxy.restore();
    const { key } = await makeProvider({}, database(databaseUrl));
    await until(
      "keys are known again",
      async () => (await new Api(server.url, key).get(LIST)).status === 200,
    );
  });

  it("holds no request up that hangs with it", async () => {
    proxy.holdAt("rate_bucket");
    await until("it hangs", async () => {
      await isLimitedStill();
      return proxy.isHolding();
    });
    for (let i = 0; i < 5; i++) await isLimitedStill();
    expect(proxy.isHolding(), "the store has answered nothing since").toBe(true);
    await proxy.restore();
  });
});
