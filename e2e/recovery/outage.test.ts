import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { Api, expectProblem } from "../support/api";
import { payNowBody, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { freePort } from "../support/stack";

describe("a database that does not answer", () => {
  let server: Here;
  beforeAll(async () => {
    const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
    server = await serveHere(settingsOver(nowhere));
  });
  afterAll(() => server.stop());

  it("the environment resource still answers, and is not ready", async () => {
    const { status, body } = await new Api(server.url).get("/v1/environment");
    expect([status, body.ready_for_api_calls]).toEqual([200, false]);
  });

  it("every operation with a key is service_unavailable, retryable, with Retry-After", async () => {
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    for (const answer of [
      await client.get("/v1/provider-checkouts"),
      await client.create(payNowBody(provider)),
      await client.get("/v1/environment"),
    ]) {
      expectProblem(answer, 503, "service_unavailable");
      expect(answer.body.retryable).toBe(true);
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(answer.text).not.toMatch(/postgres|ECONN|127\.0\.0\.1:\d+\/nothing/);
    }
  });

  it("what needs no database is told all the same, a mistyped key by its checksum", async () => {
    expectProblem(await new Api(server.url).get("/v1/provider-checkouts"), 401, "authentication_required");
    expectProblem(
      await new Api(server.url, "pc_test_x").get("/v1/provider-checkouts"),
      401,
      "invalid_api_key",
    );
    const { key } = makeApiKey("sandbox", newId("key"));
    const mistyped = key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
    expectProblem(await new Api(server.url, mistyped).get("/v1/provider-checkouts"), 401, "invalid_api_key");
    expectProblem(await new Api(server.url, key).get("/v1/provider-checkouts"), 503, "service_unavailable");
    expectProblem(await new Api(server.url).get("/v1/nothing"), 404, "not_found");
  });
});

describe("production", () => {
  let server: Here;
  let db: Here["deps"]["db"];
  let provider: TestProvider;
  let client: Api;
  let gatewayPort: number;
  let proxy: PostgresProxy;
  beforeAll(async () => {
    // Production takes a database on this machine without TLS, wherever the tests' own may be.
    proxy = await startPostgresProxy(await makeDatabase(inject("cluster")));
    gatewayPort = await freePort();
    server = await serveHere({
      ...settingsOver(proxy.url),
      ENVIRONMENT: "production",
      BASE_URL: "https://pay.example.edu",
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
      GATEWAY_SECRET: randomBytes(24).toString("base64url"),
      GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
    });
    db = server.deps.db;
    provider = await makeProvider({}, db);
    client = new Api(server.url, await makeKey(provider.id, { environment: "production" }, db));
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  it("says so, with the live gateway", async () => {
    expect((await client.get("/v1/environment")).body).toEqual({
      environment: "production",
      gateway_mode: "live",
      gateway_publishable_key: "pk_live_providerCheckout",
      capture_script_url: "https://pay.example.edu/capture/v1.js",
      card_fields: "own",
      ready_for_api_calls: true,
    });
  });

  it("has none of the sandbox's operations", async () => {
    const { id } = await startedPlan(client, provider);
    expectProblem(await client.authorise(id), 404, "not_found");
    expectProblem(await client.charges("ORD-1"), 404, "not_found");
    expectProblem(await client.as(null).charges("ORD-1"), 404, "not_found");
    for (const method of ["PUT", "OPTIONS"])
      expectProblem(await client.call(method, "/v1/sandbox/charges"), 404, "not_found");
    const { body: document } = await client.get("/openapi.json");
    expect(Object.keys(document.paths).filter((path) => path.includes("sandbox"))).toEqual([]);
    expect(document.tags.map((tag: { name: string }) => tag.name)).not.toContain("Sandbox");
  });

  it("lists no ignored members", async () => {
    const answer = await client.create(planBody(provider, { student: { nickname: "Amy" } }));
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty("warnings");
    expect(answer.body.environment).toBe("production");
  });

  it("a gateway that refuses the connection fails the checkout, and says of this payment only that it was not made", async () => {
    const body = payNowBody(provider);
    const answer = await client.create(body);
    expectProblem(answer, 503, "service_unavailable");
    expect(answer.body.retryable).toBe(true);
    expect(answer.body.user_message).toContain("yours was not made");
    expect(answer.text).not.toMatch(/not been charged|nothing was charged/i);
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const { data } = (
      await client.get(`/v1/provider-checkouts?provider_order_id=${body.provider.provider_order_id}`)
    ).body;
    expect(data).toMatchObject([{ checkout_status: "Payment Failed", opportunity_stage: null }]);
  });

  it("a fault of ours is internal_error and shows nothing of the inside", async () => {
    const { id } = await startedPlan(client, provider);
    await db.execute(sql`alter table agreement rename to agreement_away`);
    const answer = await client.status(id);
    await db.execute(sql`alter table agreement_away rename to agreement`);
    expectProblem(answer, 500, "internal_error");
    expect(answer.text).not.toMatch(/agreement_away|select|relation|postgres|drizzle|\.ts|at /i);
    expect((await client.status(id)).status).toBe(200);
  });
});
