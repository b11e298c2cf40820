import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Api } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { makeProvider, type TestProvider } from "../support/provider";
import { type RunningProcess, settingsOf, startServer } from "../support/stack";

/**
 * Round trips to PostgreSQL, counted on the wire: BEGIN and COMMIT count, so does each statement. The counted server
 * has one connection and no timer, so that every trip is the request's own; a warm-up prepares its statements. The
 * API key is looked up afresh every three seconds, which costs that one request another trip: counted apart.
 */
describe("round trips to the database", () => {
  let proxy: PostgresProxy;
  let server: RunningProcess;

  beforeAll(async () => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    proxy = await startPostgresProxy(databaseUrl);
    server = await startServer("server", {
      ...settingsOf(proxy.url, appKeys, jobsSecret),
      DATABASE_POOL_SIZE: "1",
      SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
      TICK_SECONDS: "0",
    });
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    const { id, created } = await authorisedPlan(client, provider);
    await client.confirm(id, confirmBody(created));
    await client.status(id);
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
    const id: string = created.body.checkout.checkout_id;
    await client.authorise(id);
    return { id, created: created.body };
  }

  /** A provider whose key the server has just looked up, so that the next request need not. */
  async function freshlyKnown() {
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    await client.get("/v1/environment");
    return { provider, client };
  }

  async function counted<T>(work: () => Promise<T>): Promise<{ answer: T; trips: number }> {
    const before = proxy.roundTrips();
    const answer = await work();
    return { answer, trips: proxy.roundTrips() - before };
  }

  it("status takes 1", async () => {
    const { provider, client } = await freshlyKnown();
    const created = await client.create(planBody(provider));
    const { answer, trips } = await counted(() => client.status(created.body.checkout.checkout_id));
    expect(answer.status).toBe(200);
    expect(trips).toBe(1);
  });

  it("status takes 2 when the API key has to be looked up", async () => {
    const { provider, client } = await freshlyKnown();
    const created = await client.create(planBody(provider));
    const other = await makeProvider();
    const { answer, trips } = await counted(() =>
      client.as(other.key).status(created.body.checkout.checkout_id),
    );
    expect(answer.status).toBe(404);
    expect(trips).toBe(2);
  });

  it("create of a plan takes 1 of the 3 allowed, with and without an Idempotency-Key", async () => {
    const { provider, client } = await freshlyKnown();
    const bare = await counted(() => client.create(planBody(provider)));
    expect(bare.answer.status).toBe(201);
    expect(bare.trips).toBe(1);
    const keyed = await counted(() => client.createOnce("counted", planBody(provider)));
    expect(keyed.answer.status).toBe(201);
    expect(keyed.trips).toBe(1);
  });

  it("create by card takes 2: one before the gateway is called, one after", async () => {
    const { provider, client } = await freshlyKnown();
    const { answer, trips } = await counted(() => client.createOnce("counted", payNowBody(provider)));
    expect(answer.status).toBe(201);
    expect(trips).toBe(2);
  });

  it("confirm takes 2 of the 4 allowed", async () => {
    const { provider, client } = await freshlyKnown();
    const { id, created } = await authorisedPlan(client, provider);
    const { answer, trips } = await counted(() => client.confirm(id, confirmBody(created)));
    expect(answer.status).toBe(200);
    expect(trips).toBe(2);
  });
});

describe("without named statements, as behind a transaction pooler", () => {
  let server: RunningProcess;
  beforeAll(async () => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    server = await startServer("server", {
      ...settingsOf(databaseUrl, appKeys, jobsSecret),
      DATABASE_PREPARE: "off",
    });
  });
  afterAll(() => server.stop());

  it("both flows end as they should", async () => {
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    const paid = await client.createOnce("paid", payNowBody(provider));
    expect(paid.status).toBe(201);
    const created = await client.createOnce("plan", planBody(provider));
    const id = created.body.checkout.checkout_id;
    await client.authorise(id);
    const confirmed = await client.confirm(id, confirmBody(created.body));
    expect(confirmed.body).toMatchObject({ checkout_status: "Confirmed" });
    expect((await client.status(id)).body.timeline).toHaveLength(3);
  });
});
