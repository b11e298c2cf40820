import { expect, inject, it, onTestFinished } from "vitest";
import { lockCheckout } from "../db/locked-row";
import { limitedServer } from "../limits/servers";
import { Api, api } from "../support/api";
import { planBody } from "../support/bodies";
import { hurried } from "../support/limits";
import { makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { settingsOf, startServer } from "../support/stack";
import { measure } from "./calls";
import { callOf, expectFair, SECONDS } from "./fair";

async function twoTenants() {
  const { url, stop } = await limitedServer();
  onTestFinished(() => stop());
  const flooding = await makeProvider();
  return { url: `${url}/v1/provider-checkouts`, flooding, call: await callOf(url) };
}

it.each([
  ["requests", 0],
  ["requests with bodies", 32_000],
])(
  "a tenant that floods the API with %s leaves another's p99 within twice its normal",
  async (_, bodyBytes) => {
    const { url, flooding, call } = await twoTenants();
    await expectFair(call, async () => {
      const during = await measure(call, SECONDS, { url, key: flooding.key, connections: 16, bodyBytes });
      expect(during.flood[429]).toBeGreaterThan(50);
      return during;
    });
  },
);

it("a tenant that asks for its longest lists leaves another's p99 within twice its normal", async () => {
  const { url, flooding, call } = await twoTenants();
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`key_${at}`, "x".repeat(500)]));
  const client = api("server", flooding.key);
  for (let made = 0; made < 100; made += 4) {
    const four = Array.from({ length: 4 }, () =>
      client.post("/v1/provider-checkouts", { ...planBody(flooding), metadata }),
    );
    for (const { status, text } of await Promise.all(four)) expect(status, text).toBe(201);
  }
  const flood = { url: `${url}?limit=100`, key: flooding.key, connections: 16, bodyBytes: 0 };
  await expectFair(call, async () => {
    const during = await measure(call, SECONDS, flood);
    expect(during.flood[200]).toBeGreaterThan(0);
    return during;
  });
});

it("thirty requests for one locked checkout leave another tenant's p99 within twice its normal", async () => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const { url, stop } = await startServer("server", hurried(settingsOf(databaseUrl, appKeys, jobsSecret)));
  onTestFinished(() => stop());
  const one = await makeProvider();
  const client = new Api(url, one.key);
  const locked = await startedPlan(client, one);
  const call = await callOf(url);
  await expectFair(call, async () => {
    const release = await lockCheckout(databaseUrl, locked.id);
    let isOver = false;
    const statuses = new Set<number>();
    const asking = Array.from({ length: 30 }, async () => {
      while (!isOver) statuses.add((await client.authorise(locked.id)).status);
    });
    const during = await measure(call, SECONDS, null);
    isOver = true;
    await Promise.all(asking);
    await release();
    expect([...statuses]).toEqual([503]);
    return during;
  });
});
