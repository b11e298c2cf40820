import { eq, sql } from "drizzle-orm";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { apiKey } from "../../drizzle/schema";
import { makeApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database, makeKey, makeProvider } from "../support/provider";
import { left, limitedHere } from "./here";

const LIST = "/v1/provider-checkouts";
const [HERE, ELSEWHERE] = ["203.0.113.1", "203.0.113.2"];

describe("callers without a key", () => {
  it("are refused in the envelope then, whatever they ask for", async () => {
    const { ask, admitted } = limitedHere();
    await admitted(600, () => ask("GET", LIST, { from: HERE }));
    for (const [method, path] of [
      ["GET", LIST],
      ["GET", "/v1/environment"],
      ["GET", "/v1/nothing"],
      ["PUT", LIST],
      ["GET", "/openapi.json"],
      ["POST", "/api/jobs/drain"],
    ] as const) {
      const { status, headers, body } = await ask(method, path, { from: HERE });
      expect([status, headers["content-type"]], path).toEqual([429, "application/problem+json"]);
      expect(JSON.parse(String(body))).toMatchObject({ status: 429, code: "rate_limited" });
      expect(headers).toMatchObject({ "retry-after": "1", ratelimit: '"address";r=0;t=1' });
    }
  });

  it("who guess keys are stopped before the database is asked", async () => {
    const proxy = await startPostgresProxy(inject("stack").databaseUrl);
    onTestFinished(() => proxy.close());
    const { ask, admitted } = limitedHere(undefined, proxy.url);
    const guess = () => ask("GET", LIST, { from: HERE, key: makeApiKey("sandbox", newId("key")).key });
    expect(await admitted(600, guess)).toBe(600);
    const before = proxy.statements();
    expect(before).toBeGreaterThanOrEqual(600);
    expect(await admitted(100, guess)).toBe(0);
    expect(proxy.statements()).toBe(before);
  });

  it("do not shut out the keys of their network, and are not counted for them", async () => {
    const { ask, admitted } = limitedHere();
    const { key } = await makeProvider();
    const call = () => ask("GET", LIST, { from: HERE, key });
    expect((await call()).status).toBe(200);
    const list = () => ask("GET", LIST, { from: HERE });
    expect(left(await list())).toBe(599);
    expect(await admitted(700, list)).toBe(599);
    expect((await call()).status).toBe(200);
  });

  it("include keys that worked and have ended", async () => {
    const { ask } = limitedHere();
    const { id } = await makeProvider();
    const key = await makeKey(id, { expiresAt: new Date(Date.now() + 3_600_000) });
    const call = () => ask("GET", LIST, { from: HERE, key });
    expect((await call()).status).toBe(200);
    await database().update(apiKey).set({ expiresAt: sql`now()` }).where(eq(apiKey.providerId, id));
    // It is remembered for three seconds.
    const asked = { timeout: 120_000, interval: 1_000 };
    await expect.poll(async () => (await call()).status, asked).toBe(401);
    expect(left(await ask("GET", LIST, { from: HERE }))).toBe(598);
  });
});

describe("forms of pages", () => {
  it("count for their address too", async () => {
    const { ask, form, admitted, pass } = limitedHere();
    expect(await form(HERE)).toBeNull();
    const list = () => ask("GET", LIST, { from: HERE });
    expect(await admitted(700, list)).toBe(599);
    expect(await form(HERE)).toBe(1);
    expect(await form(ELSEWHERE)).toBeNull();
    pass(0.1);
    expect(await form(HERE)).toBeNull();
  });
});
