import { eq, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { chargeAttempt, checkout } from "../../drizzle/schema";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../packages/dates/time";
import { expectDeath } from "../kills/estate";
import { checkoutIdOf } from "../support/answer";
import { Api } from "../support/api";
import { type Body, payNowBody, planBody } from "../support/bodies";
import { chargedFor } from "../support/charges";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { settingsOf, startServer } from "../support/stack";
import { clockAhead } from "../support/wrong-clock";

const TIMEOUT_MS = 1_000;
/** When a charge that its own request left is first looked at. */
const DUE_AFTER_MS = TIMEOUT_MS + 10 * SECOND_MS;

async function place() {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const db = database(databaseUrl);
  const settings = {
    ...settingsOf(databaseUrl, appKeys, jobsSecret),
    GATEWAY_TIMEOUT_MS: String(TIMEOUT_MS),
  };
  const secondsUntil = async (column: typeof chargeAttempt.dueAt | typeof checkout.expiresAt) => {
    const [row] = await db.execute<{ s: number }>(
      sql`select extract(epoch from ${column} - clock_timestamp())::float8 as s from ${column.table}`,
    );
    return row!.s;
  };
  return { db, settings, provider: await makeProvider({}, db), secondsUntil };
}

test("a charge left by a server that was minutes ahead is recovered within seconds, and its plans live on", async (context) => {
  const { db, settings, provider, secondsUntil } = await place();
  const ahead = { ...settings, ...clockAhead(4 * MINUTE_MS), TICK_SECONDS: "0" };
  const dying = await startServer("server", { ...ahead, CRASH_AT: "create.charged" });
  context.onTestFinished(() => dying.stop("SIGKILL"));
  const client = new Api(dying.url, provider.key);
  const { status, body: readiness } = await client.get("/readyz");
  expect([status, readiness.status, readiness.checks.clock]).toEqual([200, "degraded", "fail"]);
  const plan = planBody(provider);
  expect((await client.create(plan)).status).toBe(201);
  const life = (await secondsUntil(checkout.expiresAt)) * SECOND_MS;
  expect(life).toBeGreaterThan(HOUR_MS);
  const body = payNowBody(provider);
  await expectDeath(dying, client.createOnce("key", body));
  expect(await secondsUntil(chargeAttempt.dueAt)).toBeLessThanOrEqual(DUE_AFTER_MS / SECOND_MS);

  const right = await startServer("server", settings);
  context.onTestFinished(() => right.stop());
  const [attempt] = await until("it is recovered", async () => {
    const rows = await db.select().from(chargeAttempt).where(eq(chargeAttempt.status, "succeeded"));
    return rows.length > 0 && rows;
  });
  // By the database's clock alone, and with time for a machine that is busy: not minutes.
  const took = attempt!.updatedAt.getTime() - attempt!.createdAt.getTime();
  expect(took).toBeLessThan(DUE_AFTER_MS + 2 * MINUTE_MS);
  expect(await chargedFor(new Api(right.url, provider.key), body)).toEqual([1500]);
});

test("what a server a day ahead makes is found and listed by the database's time", async (context) => {
  const { db, settings, provider } = await place();
  const [wrong, right] = [
    await startServer("server", { ...settings, ...clockAhead(DAY_MS) }),
    await startServer("server", settings),
  ];
  context.onTestFinished(async () => void (await Promise.all([wrong.stop(), right.stop()])));
  const [there, here] = [new Api(wrong.url, provider.key), new Api(right.url, provider.key)];
  const first = checkoutIdOf(await there.create(planBody(provider)));
  const second = checkoutIdOf(await here.create(planBody(provider)));
  const [row] = await db.execute<{ from: string; to: string }>(sql`
    select to_char(now() at time zone 'UTC' - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SSZ') as "from",
      to_char(now() at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SSZ') as "to"`);
  const listed = async (path: string, of: (one: Body) => unknown) => (await here.get(path)).body.data.map(of);
  const period = `created_after=${row!.from}&created_before=${row!.to}`;
  const newestFirst = [second, first];
  expect(await listed(`/v1/provider-checkouts?${period}`, ({ checkout }) => checkout.checkout_id)).toEqual(
    newestFirst,
  );
  expect(await listed("/v1/events", ({ data }) => data.checkout.checkout_id)).toEqual(newestFirst);
});

test("a server a day ahead works by the database's time, and expires nothing", async (context) => {
  const { db, settings, provider } = await place();
  const wrong = await startServer("server", { ...settings, ...clockAhead(DAY_MS) });
  context.onTestFinished(() => wrong.stop());
  const client = new Api(wrong.url, provider.key);
  const { body } = await client.create(planBody(provider));
  await db.update(checkout).set({ expiresAt: sql`now() + interval '1 hour'` });
  expect((await client.create(payNowBody(provider))).status).toBe(201);
  await until("a round of its background work is over", async () => {
    const rows = await db.execute(sql`select from event where dispatched_at is null`);
    return rows.length === 0;
  });
  expect((await client.status(body.checkout.checkout_id)).body.checkout_status).toBe("Awaiting Direct Debit");
  const readiness = await client.get("/readyz");
  expect([readiness.status, readiness.body.checks.clock]).toEqual([200, "fail"]);
});
