import { expect, inject, it, onTestFinished } from "vitest";
import { lockCheckout } from "../db/locked-row";
import { Api } from "../support/api";
import { payNowBody, planBody } from "../support/bodies";
import { eventsOf } from "../support/charges";
import { makeDatabase } from "../support/database";
import { hurried } from "../support/limits";
import { database, makeProvider } from "../support/provider";
import { authorisedPlan, startedPlan } from "../support/scenes";
import { settingsOf, startServer } from "../support/stack";

const SECONDS = 60;

/** Statuses, each with the longest wait for one of them in milliseconds. */
type Tally = Record<number, { count: number; longestMs: number }>;

async function counted(tally: Tally, work: () => Promise<{ status: number }>): Promise<void> {
  const from = performance.now();
  const { status } = await work();
  tally[status] ??= { count: 0, longestMs: 0 };
  const entry = tally[status];
  entry.count += 1;
  entry.longestMs = Math.max(entry.longestMs, Math.round(performance.now() - from));
}

it("one tenant's row that stays locked for a minute costs another tenant none of its requests", async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const server = await startServer("server", hurried(settingsOf(databaseUrl, appKeys, jobsSecret)));
  onTestFinished(() => server.stop());
  const db = database(databaseUrl);
  const [one, other] = [await makeProvider({}, db), await makeProvider({}, db)];
  const [client, neighbour] = [new Api(server.url, one.key), new Api(server.url, other.key)];
  const { id } = await authorisedPlan(client, one);
  const theirs = await startedPlan(neighbour, other);
  const release = await lockCheckout(databaseUrl, id);
  onTestFinished(release);

  const [ofOne, ofOther]: [Tally, Tally] = [{}, {}];
  const until = performance.now() + SECONDS * 1_000;
  const again = async (work: () => Promise<unknown>) => {
    while (performance.now() < until) await work();
  };
  let turn = 0;
  const requests = [
    () => neighbour.status(theirs.id),
    () => neighbour.create(planBody(other)),
    () => neighbour.create(payNowBody(other)),
    () => neighbour.get("/v1/provider-checkouts?limit=1"),
  ];
  await Promise.all([
    ...Array.from({ length: 30 }, () => again(() => counted(ofOne, () => client.cancel(id)))),
    again(async () => {
      await counted(ofOther, requests[turn++ % requests.length]!);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }),
  ]);
  // The reporters of the parts let lines pass that begin so.
  console.error(`Measured: the locked tenant ${JSON.stringify(ofOne)}, another ${JSON.stringify(ofOther)}`);
  expect(Object.keys(ofOther).filter((status) => Number(status) >= 300)).toEqual([]);
  expect(Object.keys(ofOne)).toEqual(["503"]);

  await release();
  expect((await client.cancel(id)).status).toBe(200);
  expect(await eventsOf(id, db)).toHaveLength(3);
}, 600_000);
