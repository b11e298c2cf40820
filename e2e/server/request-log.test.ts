import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { requestLog as requestLogTable } from "../../drizzle/schema";
import { listRequests, writeRequests } from "../../lib/db/request-log";
import { newId } from "../../lib/domain/ids";
import { REQUESTS_KEPT } from "../../lib/domain/limits";
import { checkoutIdOf } from "../support/answer";
import { Api } from "../support/api";
import { cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { type Here, serveHere } from "../support/here";
import { until } from "../support/poll";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";
import { sharedSettings } from "../support/shared";

const REQUESTS = "/v1/sandbox/requests";

let settings: Record<string, string>;
let servers: [Here, Here];
let provider: TestProvider;
let clients: [Api, Api];

beforeAll(async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  settings = sharedSettings({ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_SECOND: "0" });
  servers = [await serveHere(settings), await serveHere(settings)];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
});
beforeEach(async () => {
  provider = await makeProvider({}, servers[0].deps.db);
  clients = [new Api(servers[0].url, provider.key), new Api(servers[1].url, provider.key)];
});

type Entry = { method: string; route: string; status: number; code: string | null };
const listed = async (client: Api): Promise<Entry[]> => (await client.get(REQUESTS)).body.data;
const short = ({ method, route, status, code }: Entry) => [method, route, status, code];

it("shows a key's requests, newest first, on every server, with the codes of refusals and no word of the caller's", async () => {
  const [client] = clients;
  const created = await client.create(planBody(provider));
  await client.status(checkoutIdOf(created));
  const declined = payNowBody(provider, { card_payment: { token: cardToken("declined_lost_card") } });
  await client.createOnce(orderId(), declined);
  await client.create({ ...planBody(provider), course: {} });
  await client.get("/v1/provider-checkouts?email=amelia@example.com");
  await client.get("/v1/no-such-address?email=amelia@example.com");
  await client.as(await makeKey(provider.id, {}, servers[0].deps.db)).get("/v1/events");
  const expected = [
    ["GET", "none", 404, "not_found"],
    ["GET", "/v1/provider-checkouts", 200, null],
    ["POST", "/v1/provider-checkouts", 422, "validation_failed"],
    ["POST", "/v1/provider-checkouts", 402, "card_declined"],
    ["GET", "/v1/provider-checkouts/{checkoutId}", 200, null],
    ["POST", "/v1/provider-checkouts", 201, null],
  ];
  expect((await listed(clients[0])).map(short)).toEqual(expected);
  await until("the other server shows them", async () => (await listed(clients[1])).length === 6);
  const { text, body } = await clients[1].get(REQUESTS);
  expect(body.data.map(short)).toEqual(expected);
  expect(body.data.at(-1).request_id).toBe(created.headers.get("request-id"));
  expect(text).not.toMatch(/amelia|@|no-such-address|Bookkeeping/i);
});

it("names the requests that a key's scopes or rate refused, and none without a key that works", async () => {
  const key = await makeKey(provider.id, { scopes: ["sandbox:simulate"] }, servers[0].deps.db);
  const client = clients[0].as(key);
  await client.get("/v1/events");
  await client.as(`${key.slice(0, -1)}x`).get("/v1/events");
  await client.as(null).get("/v1/events");
  expect((await listed(client)).map(short)).toEqual([["GET", "/v1/events", 403, "insufficient_scope"]]);
});

it("a flood leaves the newest, in the process and in the database", async () => {
  const { db, requestLog } = servers[0].deps;
  for (let flood = 0; flood < 3; flood++) {
    await Promise.all(Array.from({ length: 2 * REQUESTS_KEPT }, () => clients[0].get("/v1/events")));
    await clients[0].get("/v1/provider-checkouts");
    await requestLog!.flush();
  }
  const all = await listed(clients[1]);
  expect(all).toHaveLength(REQUESTS_KEPT);
  expect(short(all[0]!)).toEqual(["GET", "/v1/provider-checkouts", 200, null]);
  const kept = await db.select().from(requestLogTable).where(eq(requestLogTable.providerId, provider.id));
  expect(kept).toHaveLength(REQUESTS_KEPT);
});

it("a slow request is kept, and listed by when it was answered", async () => {
  const { db } = servers[0].deps;
  const now = Date.now();
  const row = (id: ReturnType<typeof newId<"req">>, at: number, durationMs: number) => ({
    ...{ providerId: provider.id, keyId: slowKey, id, at: new Date(at), durationMs },
    ...{ method: "GET", route: "/v1/events", status: 200, code: null },
  });
  const slowKey = newId("key");
  const slow = row(newId("req"), now, 9_000);
  const quick = Array.from({ length: REQUESTS_KEPT }, (_, n) => row(newId("req"), now - 5_000 + n, 1));
  await writeRequests(db, quick);
  await writeRequests(db, [slow]);
  const kept = await listRequests(db, provider.id, slowKey);
  expect(kept.map(({ id }) => id)).toEqual([slow, ...quick.slice(1).reverse()].map(({ id }) => id));
});

it("what waits of many keys is written together, however much it is", async () => {
  const { db } = servers[0].deps;
  const keys = Array.from({ length: 400 }, () => newId("key"));
  const rows = keys.flatMap((keyId) =>
    Array.from({ length: REQUESTS_KEPT }, () => ({
      ...{ providerId: provider.id, keyId, id: newId("req"), at: new Date() },
      ...{ method: "GET", route: "/v1/events", status: 200, code: null, durationMs: 1 },
    })),
  );
  await writeRequests(db, rows);
  for (const keyId of [keys[0]!, keys.at(-1)!])
    expect(await listRequests(db, provider.id, keyId)).toHaveLength(REQUESTS_KEPT);
});

it("a log that cannot be written holds up no request", async () => {
  const { db } = servers[0].deps;
  await db.execute("alter table request_log rename to request_log_away");
  const bringBack = () => db.execute("alter table if exists request_log_away rename to request_log");
  onTestFinished(async () => void (await bringBack()));
  expect((await clients[0].get("/v1/events")).status).toBe(200);
  await servers[0].deps.requestLog!.flush();
  await bringBack();
  expect((await clients[0].get("/v1/events")).status).toBe(200);
  expect((await listed(clients[0])).map(short)).toEqual([["GET", "/v1/events", 200, null]]);
});
