import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Estate, startEstate } from "../faults/estate";
import { planBody } from "../support/bodies";
import { Api } from "../support/client";
import { runCommand } from "../support/commands";
import { type Here, serveHere } from "../support/here";
import { until } from "../support/poll";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { settingsOf } from "../support/stack";

let estate: Estate;
let here: Here;
let settings: Record<string, string>;
let provider: TestProvider;
let client: Api;

beforeAll(async () => {
  estate = await startEstate("embedded");
  const { appKeys, jobsSecret } = inject("stack");
  const url = estate.serviceUrl();
  const read = new URL(url);
  read.port = String(estate.standby!.port);
  settings = { ...settingsOf(url, appKeys, jobsSecret), DATABASE_READ_URL: read.href };
  here = await serveHere(settings);
  provider = await makeProvider({}, database(estate.primary.url));
  client = new Api(here.url, provider.key);
}, 120_000);
afterAll(async () => {
  await here?.stop();
  estate?.stop();
});

async function listed(): Promise<string[]> {
  const { status, body, text } = await client.get("/v1/provider-checkouts?limit=100");
  expect(status, text).toBe(200);
  return body.data.map((one: { checkout: { checkout_id: string } }) => one.checkout.checkout_id);
}

async function created(): Promise<string> {
  const { status, body, text } = await client.create(planBody(provider));
  expect(status, text).toBe(201);
  return body.checkout.checkout_id;
}

async function readsFrom(server: "replica" | "primary"): Promise<number> {
  const text = await here.deps.meters.text();
  return Number(new RegExp(`list_reads_total\\{from="${server}"\\} (\\d+)`).exec(text)?.[1]);
}

/** Whether the next list comes from there. */
async function comesFrom(server: "replica" | "primary"): Promise<boolean> {
  const before = await readsFrom(server);
  await listed();
  return (await readsFrom(server)) > before;
}

async function onStandby(statement: string): Promise<void> {
  const sql = estate.standby!.connect();
  await sql.unsafe(statement);
  await sql.end();
}

const doctorSays = async () =>
  (await runCommand("doctor", [], { ...settings, LOG_LEVEL: "silent" })).rows.find(
    ({ check }) => check === "replica",
  );

describe("lists with DATABASE_READ_URL", () => {
  it("come from the replica, and hold what was created two seconds ago", async () => {
    await until("lists come from the replica", () => comesFrom("replica"));
    const id = await created();
    await until("the new checkout is listed", async () => (await listed()).includes(id));
    expect(await doctorSays()).toMatchObject({
      result: "pass",
      found: expect.stringMatching(/^a standby of the same database, less than \d+ ms behind$/),
    });
  });

  it("of one order, and a status, know what the primary knows", async () => {
    await until("lists come from the replica", () => comesFrom("replica"));
    await onStandby("select pg_wal_replay_pause()");
    try {
      const body = planBody(provider);
      const made = await client.create(body);
      const order = encodeURIComponent(body.provider.provider_order_id);
      const found = await client.get(`/v1/provider-checkouts?provider_order_id=${order}`);
      expect(found.body.data).toHaveLength(1);
      expect((await client.status(made.body.checkout.checkout_id)).status).toBe(200);
    } finally {
      await onStandby("select pg_wal_replay_resume()");
    }
  });

  it("come from the primary while the replica is behind, and from the replica again when it has caught up", async () => {
    await until("lists come from the replica", () => comesFrom("replica"));
    await onStandby("select pg_wal_replay_pause()");
    try {
      const id = await created();
      await until("lists come from the primary", () => comesFrom("primary"));
      expect(await listed()).toContain(id);
      expect(await doctorSays()).toMatchObject({
        result: "warn",
        found: expect.stringContaining("two seconds ago"),
      });
    } finally {
      await onStandby("select pg_wal_replay_resume()");
    }
    await until("lists come from the replica", () => comesFrom("replica"));
  });

  it("are answered, and the service is ready, when the replica hangs and when it is gone", async () => {
    await until("lists come from the replica", () => comesFrom("replica"));
    await estate.synchronise(false);
    const id = await created();
    await until("the new checkout is listed", async () => (await listed()).includes(id));
    estate.standby!.pause();
    try {
      await Promise.all(Array.from({ length: 8 }, async () => expect(await listed()).toContain(id)));
      await until("lists come from the primary", () => comesFrom("primary"));
    } finally {
      estate.standby!.resume();
    }
    await until("lists come from the replica", () => comesFrom("replica"));
    estate.standby!.kill();
    for (let times = 0; times < 20; times++) expect(await listed()).toContain(id);
    expect((await client.get("/readyz")).status).toBe(200);
    expect(await doctorSays()).toMatchObject({
      result: "warn",
      remedy: expect.stringContaining("DATABASE_READ_URL"),
    });
  });
});
