import { expect, inject, it, onTestFinished } from "vitest";
import { measure } from "../bench/fairness";
import { lockCheckout } from "../db/locked-row";
import { limitedServer } from "../limits/servers";
import { Api, api } from "../support/api";
import { planBody } from "../support/bodies";
import { hurried } from "../support/limits";
import { untilUndisturbed } from "../support/measure";
import { makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { settingsOf, startServer } from "../support/stack";

/** Below it, twice is what a busy machine does by itself: one slice of its time given to somebody else. */
const FLOOR_MS = 25;
const SECONDS = 4;
const ROUNDS = 8;
const mostBeside = (alone: number) => 2 * Math.max(alone, FLOOR_MS);

it.each([
  ["requests", 0],
  ["requests with bodies", 32_000],
])(
  "a tenant that floods the API with %s leaves another's p99 within twice its normal",
  async (_, bodyBytes) => {
    const { url, stop } = await limitedServer();
    onTestFinished(() => stop());
    const [flooding, steady] = [await makeProvider(), await makeProvider()];
    const { id } = await startedPlan(new Api(url, steady.key), steady);
    const call = { url: `${url}/v1/provider-checkouts/${id}`, key: steady.key };
    const flood = { url: `${url}/v1/provider-checkouts`, key: flooding.key, connections: 16, bodyBytes };
    await measure(call, 1, null);
    const { alone, beside } = await untilUndisturbed(
      "p99 in ms, alone and beside a flood",
      async () => {
        const before = await measure(call, SECONDS, null);
        const during = await measure(call, SECONDS, flood);
        expect([before.failures, during.failures]).toEqual([0, 0]);
        expect(during.flood[429]).toBeGreaterThan(50);
        return { alone: Math.round(before.p99), beside: Math.round(during.p99) };
      },
      (p99) => p99.beside <= mostBeside(p99.alone),
      ROUNDS,
    );
    expect(beside, `alone ${alone} ms`).toBeLessThanOrEqual(mostBeside(alone));
  },
);

it("a tenant that asks for its longest lists leaves another's p99 within twice its normal", async () => {
  const { url, stop } = await limitedServer();
  onTestFinished(() => stop());
  const [flooding, steady] = [await makeProvider(), await makeProvider()];
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`key_${at}`, "x".repeat(500)]));
  const client = api("server", flooding.key);
  for (let made = 0; made < 100; made += 4) {
    const four = Array.from({ length: 4 }, () =>
      client.post("/v1/provider-checkouts", { ...planBody(flooding), metadata }),
    );
    for (const { status, text } of await Promise.all(four)) expect(status, text).toBe(201);
  }
  const { id } = await startedPlan(new Api(url, steady.key), steady);
  const call = { url: `${url}/v1/provider-checkouts/${id}`, key: steady.key };
  const list = `${url}/v1/provider-checkouts?limit=100`;
  const flood = { url: list, key: flooding.key, connections: 16, bodyBytes: 0 };
  await measure(call, 1, null);
  const { alone, beside } = await untilUndisturbed(
    "p99 in ms, alone and beside long lists",
    async () => {
      const before = await measure(call, SECONDS, null);
      const during = await measure(call, SECONDS, flood);
      expect([before.failures, during.failures]).toEqual([0, 0]);
      expect(during.flood[200]).toBeGreaterThan(0);
      return { alone: Math.round(before.p99), beside: Math.round(during.p99) };
    },
    (p99) => p99.beside <= mostBeside(p99.alone),
    ROUNDS,
  );
  expect(beside, `alone ${alone} ms`).toBeLessThanOrEqual(mostBeside(alone));
});

it("thirty requests for one locked checkout leave another tenant's p99 within twice its normal", async () => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const { url, stop } = await startServer("server", hurried(settingsOf(databaseUrl, appKeys, jobsSecret)));
  onTestFinished(() => stop());
  const [one, steady] = [await makeProvider(), await makeProvider()];
  const client = new Api(url, one.key);
  const locked = await startedPlan(client, one);
  const { id } = await startedPlan(new Api(url, steady.key), steady);
  const call = { url: `${url}/v1/provider-checkouts/${id}`, key: steady.key };
  await measure(call, 1, null);
  let isOver = false;
  const { alone, beside } = await untilUndisturbed(
    "p99 in ms, alone and beside a locked checkout",
    async () => {
      const before = await measure(call, SECONDS, null);
      const release = await lockCheckout(databaseUrl, locked.id);
      isOver = false;
      const statuses = new Set<number>();
      const asking = Array.from({ length: 30 }, async () => {
        while (!isOver) statuses.add((await client.authorise(locked.id)).status);
      });
      const during = await measure(call, SECONDS, null);
      isOver = true;
      await Promise.all(asking);
      await release();
      expect([before.failures, during.failures, [...statuses]]).toEqual([0, 0, [503]]);
      return { alone: Math.round(before.p99), beside: Math.round(during.p99) };
    },
    (p99) => p99.beside <= mostBeside(p99.alone),
    ROUNDS,
  );
  expect(beside, `alone ${alone} ms`).toBeLessThanOrEqual(mostBeside(alone));
});
