import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { Answer } from "../support/answer";
import { checkoutIdOf, ok } from "../support/answer";
import { Api, api } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { type Here, serveHere } from "../support/here";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { makeProvider, type TestProvider } from "../support/provider";
import { settingsOf } from "../support/stack";

/** Longer than it takes to send a transaction's writes together. */
const DELAY_MS = 50;

/**
 * Round trips to PostgreSQL, counted on the wire: BEGIN and COMMIT count, so does each statement or what is sent together
 * with it. The counted server
 * has one connection and no timer, so that every trip is the request's own; a warm-up prepares its statements. The
 * API key is looked up afresh every three seconds, which costs that one request another trip: counted apart. Between
 * the request that looks it up and the one that is counted the clock stands still.
 */
describe("round trips to the database", () => {
  let proxy: PostgresProxy;
  let server: Here;

  beforeAll(async () => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    proxy = await startPostgresProxy(databaseUrl, DELAY_MS);
    server = await serveHere({
      ...settingsOf(proxy.url, appKeys, jobsSecret),
      DATABASE_POOL_SIZE: "1",
      SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
    });
    // It is written behind the answers, once a second: no trip of it is a request's own.
    server.deps.requestLog = null;
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    const { id, created } = await authorisedPlan(client, provider);
    await client.confirm(id, confirmBody(created));
    await client.status(id);
    await client.list();
    await client.create(payNowBody(provider));
    await client.createOnce("warm-up", planBody(provider));
    await client.createOnce("warm-up-card", payNowBody(provider));
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  async function authorisedPlan(client: Api, provider: TestProvider) {
    const created = await client.create(planBody(provider));
    const id: string = checkoutIdOf(created);
    ok(await client.authorise(id));
    return { id, created: created.body };
  }

  /** A provider with an authorised plan; the counted server has not heard of either. */
  async function arranged() {
    const provider = await makeProvider();
    return {
      provider,
      client: new Api(server.url, provider.key),
      ...(await authorisedPlan(api("server", provider.key), provider)),
    };
  }

  /** Counts a request right after another has had the server look up the key. */
  async function counted(client: Api, work: () => Promise<Answer>) {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await client.get("/v1/environment");
      const before = proxy.roundTrips();
      const answer = await work();
      return { answer, trips: proxy.roundTrips() - before };
    } finally {
      vi.useRealTimers();
    }
  }

  it("status takes 1", async () => {
    const { client, id } = await arranged();
    const { answer, trips } = await counted(client, () => client.status(id));
    expect(answer.status).toBe(200);
    expect(trips).toBe(1);
  });

  it("status takes 2 when the API key has to be looked up", async () => {
    const { client, id } = await arranged();
    const before = proxy.roundTrips();
    expect((await client.status(id)).status).toBe(200);
    expect(proxy.roundTrips() - before).toBe(2);
  });

  it("a list takes 1, and a create that is sent again 2", async () => {
    const { client, provider } = await arranged();
    expect((await counted(client, () => client.list())).trips).toBe(1);
    const body = planBody(provider);
    for (let times = 0; times < 2; times++) await client.createOnce("again", body);
    const { answer, trips } = await counted(client, () => client.createOnce("again", body));
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect(trips).toBe(2);
  });

  it("create of a plan takes 1 of the 3 allowed, with and without an Idempotency-Key", async () => {
    const { client, provider } = await arranged();
    const bare = await counted(client, () => client.create(planBody(provider)));
    expect(bare.answer.status).toBe(201);
    expect(bare.trips).toBe(1);
    const keyed = await counted(client, () => client.createOnce("counted", planBody(provider)));
    expect(keyed.answer.status).toBe(201);
    expect(keyed.trips).toBe(1);
  });

  it("create by card takes 6: a transaction before the gateway is called, and one after", async () => {
    const { client, provider } = await arranged();
    const { answer, trips } = await counted(client, () => client.createOnce("counted", payNowBody(provider)));
    expect(answer.status).toBe(201);
    expect(trips).toBe(6);
  });

  it("confirm takes 4 to read and to sign in a transaction, and at most 3 to leave its document to background work", async () => {
    const { client, id, created } = await arranged();
    server.deps.agreements = { ...server.deps.agreements, render: async () => null };
    const { answer, trips } = await counted(client, () => client.confirmAsItIs(id, confirmBody(created)));
    expect(answer.status).toBe(200);
    expect(trips).toBeLessThanOrEqual(7);
  });

  it("a webhook endpoint and its new secret are told without another trip once they are written", async () => {
    const { client } = await arranged();
    const make = () => client.post("/v1/webhook-endpoints", { url: "https://receiver.example/hooks" });
    const { body } = await make();
    const rotate = () => client.post(`/v1/webhook-endpoints/${body.endpoint_id}/rotate-secret`, {});
    await rotate();
    // On a busy machine what is sent together may be under way one by one.
    const leastOf = async (work: typeof make, status: number, expected: number) => {
      for (let tries = 1; ; tries++) {
        const { answer, trips } = await counted(client, work);
        expect(answer.status, answer.text).toBe(status);
        if (trips === expected || tries === 6) return trips;
      }
    };
    expect(await leastOf(make, 201, 5)).toBe(5);
    expect(await leastOf(rotate, 200, 2)).toBe(2);
  });
});
