import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newWebhookSecret } from "../../packages/net/signature";
import { Api, expectProblem } from "../support/api";
import { payNowBody, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { open, submit } from "../support/html-form";
import { until } from "../support/poll";
import { ENDPOINTS } from "../support/webhooks";
import { type Receiver, startReceiver } from "../webhooks/receiver";
import { CRON_SECRET, type Platform, startPlatform } from "./platform";

let platform: Platform;
let receiver: Receiver;
beforeAll(async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  platform = await startPlatform(databaseUrl);
  receiver = await startReceiver(newWebhookSecret());
  await platform.client.post(ENDPOINTS, { url: receiver.url });
});
afterAll(async () => {
  await platform.server.stop();
  await receiver.stop();
});

const typesReceived = () => receiver.received.map(({ body }) => JSON.parse(body).type);

it("webhooks are on their way after the answer, without a timer or a cron job", async () => {
  const { client, provider } = platform;
  expect((await client.create(payNowBody(provider))).status).toBe(201);
  await until("the webhooks", () => typesReceived().length >= 2);
  expect(typesReceived()).toContain("checkout.created");
});

it("an answer does not wait for a receiver that hangs, and is no other for it", async () => {
  const { client, provider } = platform;
  const before = receiver.received.length;
  receiver.hold();
  expect((await client.create(planBody(provider))).status).toBe(201);
  await until("a webhook", () => receiver.received.length > before);
  // The one that hangs is still under way.
  expect((await client.create(planBody(provider))).status).toBe(201);
  expect(receiver.load.now).toBeGreaterThan(0);
  receiver.letGo();
});

it("what a form asks for is done after its page", async () => {
  const { server, provider, db } = platform;
  const form = await open(`${server.url}/p/${provider.code}/link`);
  expect((await submit(form, "Email me a new link", { email: "amelia@example.com" })).status).toBe(303);
  await until("the request for a link is answered", async () => {
    const [row] = await db.execute<{ open: number }>(sql`select count(*)::int as open from link_request`);
    return row!.open === 0;
  });
});

it("the cron's secret opens the drain route, for GET too, and strangers have limits of their own", async () => {
  const { server } = platform;
  const cron = new Api(server.url, CRON_SECRET);
  expect((await cron.get("/api/jobs/drain")).status).toBe(200);
  expectProblem(await new Api(server.url).get("/api/jobs/drain"), 401, "authentication_required");
});

it("a process that is not asked opens no more than two connections and begins no work", async () => {
  const { db, client } = platform;
  await Promise.all(Array.from({ length: 20 }, () => client.list()));
  const [row] = await db.execute<{ most: number }>(
    sql`select count(*)::int as most from pg_stat_activity where application_name = 'provider-checkout' and datname = current_database()`,
  );
  expect(row!.most).toBeLessThanOrEqual(2);
});
