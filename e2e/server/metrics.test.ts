import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { openDatabase } from "../../lib/db/client";
import { readMetrics } from "../../lib/db/metrics";
import { newId } from "../../lib/domain/ids";
import { isDeadlineMissed } from "../../packages/postgres-guard/faults";
import type { Deps } from "../../server/instance/deps";
import { openWorkerServer } from "../../server/instance/worker-server";
import { createMetrics } from "../../server/metrics/read";
import { jobsPlace } from "../jobs/place";
import { expectProblem } from "../support/api";
import { depsHere } from "../support/here";
import { until } from "../support/poll";
import { sharedSettings } from "../support/shared";
import { freePort } from "../support/stack";

const WELL = { recent: async () => ({ database: "pass" }) as never, aheadMs: () => 0 };
const HOUR_MS = 3_600_000;

const linesOf = (text: string) => text.split("\n");

function deps(databaseUrl = inject("stack").databaseUrl, changes: Record<string, string> = {}): Deps {
  const made = depsHere(sharedSettings({ DATABASE_URL: databaseUrl, ...changes }));
  onTestFinished(() => made.close());
  return made;
}

it("a request counts under its route's template, never under what was sent", async (context) => {
  const { client, metrics, db } = await jobsPlace(context);
  for (let times = 0; times < 2; times++)
    expect((await client.get(`/v1/provider-checkouts/${newId("chk")}`)).status).toBe(404);
  expect((await client.get("/v1/nothing-here")).status).toBe(404);
  expect((await client.post("/v1/environment")).status).toBe(405);
  const { text } = await metrics();
  expect(linesOf(text)).toEqual(
    expect.arrayContaining([
      'provider_checkout_http_requests_total{route="/v1/provider-checkouts/{checkoutId}",method="GET",status="404"} 2',
      'provider_checkout_http_requests_total{route="none",method="GET",status="404"} 1',
      'provider_checkout_http_requests_total{route="/v1/environment",method="POST",status="405"} 1',
      'provider_checkout_http_request_duration_seconds_count{route="/v1/provider-checkouts/{checkoutId}"} 2',
      "provider_checkout_http_requests_in_flight 1",
      `provider_checkout_build_info{environment="sandbox",node="${process.version}"} 1`,
    ]),
  );
  expect(text).not.toContain("nothing-here");
  expect(text).not.toMatch(/chk_/);
  expect(await db.select().from(chargeAttempt)).toEqual([]);
});

it("what a browser reports as blocked on a card page is counted by its kind, and nothing else of it is kept", async (context) => {
  const { client, metrics, deps } = await jobsPlace(context);
  const note = vi.spyOn(deps.security, "note");
  const stranger = client.as(null);
  const raw = JSON.stringify({
    "csp-report": { "effective-directive": "script-src-elem", "document-uri": "https://x/e/the-secret/card" },
  });
  const sent = (page: string, text = raw) =>
    stranger.call("POST", `/api/content-reports/${page}`, { raw: text });
  expect(await sent("portal")).toMatchObject({ status: 204, text: "" });
  expect((await sent("hosted", "no report")).status).toBe(204);
  expectProblem(await sent("elsewhere"), 404, "not_found");
  expect(note.mock.calls.map(([kind, reason]) => [kind, reason])).toEqual([
    ["content_blocked", "portal script-src"],
    ["content_blocked", "hosted other"],
  ]);
  const { text } = await metrics();
  const counted = (page: string, directive: string) =>
    `provider_checkout_content_blocked_total{page="${page}",directive="${directive}"} 1`;
  expect(linesOf(text)).toEqual(
    expect.arrayContaining([counted("portal", "script-src"), counted("hosted", "other")]),
  );
  expect(text).not.toContain("the-secret");
});

it("what works and what waits is counted at the pool, a transaction as one", async () => {
  const { databaseUrl } = inject("stack");
  const { db, load, close } = openDatabase({ url: databaseUrl, poolSize: 2, prepare: true, name: "metrics" });
  const holder = postgres(databaseUrl, { max: 1 });
  onTestFinished(async () => {
    await Promise.all([close(), holder.end()]);
  });
  const lock = Math.floor(Math.random() * 1e9);
  await holder`select pg_advisory_lock(${lock})`;
  const wanted = sql`select pg_advisory_xact_lock(${lock})`;
  const asked = [
    db.transaction(async (tx) => {
      await tx.execute(wanted);
      await tx.execute(wanted);
    }),
    db.execute(wanted).then((rows) => rows),
    db.execute(wanted).then((rows) => rows),
  ];
  await until("they are there", () => load.underWay === 3);
  await holder`select pg_advisory_unlock(${lock})`;
  await Promise.all(asked);
  expect(load).toEqual({ underWay: 0, deadlinesMissed: 0 });
});

it("deadlines missed are counted, of a query and of a transaction", async () => {
  const { databaseUrl } = inject("stack");
  const options = { url: databaseUrl, poolSize: 2, prepare: true, name: "metrics", deadlineMs: 1_500 };
  // Without it, PostgreSQL may give up the lock before a busy process sees that its deadline is over.
  const { db, load, close } = openDatabase({ ...options, lockMs: 600_000 });
  const holder = postgres(databaseUrl, { max: 1 });
  const lock = Math.floor(Math.random() * 1e9);
  await holder`select pg_advisory_lock(${lock})`;
  const wanted = sql`select pg_advisory_xact_lock(${lock})`;
  await expect(db.execute(wanted)).rejects.toSatisfy(isDeadlineMissed);
  await expect(db.transaction((tx) => tx.execute(wanted))).rejects.toSatisfy(isDeadlineMissed);
  expect(load).toMatchObject({ underWay: 0 });
  expect(load.deadlinesMissed).toBeGreaterThanOrEqual(2);
  await holder.end();
  await close();
});

it("without the database the process still answers with its own, and says that the rest is missing", async () => {
  const made = deps(`postgres://nobody@127.0.0.1:${await freePort()}/nothing`);
  const door = await openWorkerServer(made, "127.0.0.1", 0);
  onTestFinished(() => door.close());
  const answer = await fetch(`http://127.0.0.1:${door.port}/api/jobs/metrics`, {
    headers: { Authorization: `Bearer ${made.settings.JOBS_SECRET}` },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(linesOf(text)).toEqual(
    expect.arrayContaining([
      "provider_checkout_data_up 0",
      "provider_checkout_ready 0",
      'provider_checkout_check{check="database"} 0',
      'provider_checkout_check{check="renderer"} 1',
    ]),
  );
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(text).not.toContain("provider_checkout_open_charges");
});

it("however often they are asked for, the data are read once in a while", async () => {
  const made = deps();
  // A slow machine's first connection may take longer than metrics wait.
  await readMetrics(made.db);
  const execute = vi.spyOn(made.db, "execute");
  const metrics = createMetrics(made, WELL, HOUR_MS);
  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics()));
  for (const text of texts) expect(text).toContain("provider_checkout_data_up 1");
  await metrics();
  const asked = execute.mock.calls.length;
  await metrics();
  // What waits.
  expect([asked, execute.mock.calls.length]).toEqual([1, 1]);
});

it("data that could not be read are tried again", async () => {
  const made = deps();
  vi.spyOn(made.db, "execute").mockRejectedValue(new Error("away"));
  const metrics = createMetrics(made, WELL, 0);
  expect(await metrics()).toContain("provider_checkout_data_up 0");
  vi.restoreAllMocks();
  expect(await metrics()).toContain("provider_checkout_data_up 1");
});

it("a worker's door is open for its metrics only, with the secret", async () => {
  const made = deps();
  const door = await openWorkerServer(made, "127.0.0.1", 0);
  onTestFinished(() => door.close());
  const ask = async (path: string, secret = "wrong", method = "GET") => {
    const headers = { Authorization: `Bearer ${secret}` };
    const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { method, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const secret = made.settings.JOBS_SECRET;
  expect((await ask("/api/jobs/metrics")).status).toBe(401);
  expect((await ask("/api/jobs/metrics", "")).status).toBe(401);
  expect((await ask("/api/jobs/metrics", secret)).text).toContain("provider_checkout_data_up 1");
  expect((await ask("/livez")).status).toBe(200);
  expect((await ask("/readyz")).status).toBe(200);
  expect((await ask("/v1/environment", secret)).status).toBe(404);
  expect((await ask("/api/jobs/drain", secret, "POST")).status).toBe(404);
  door.drain();
  expect((await ask("/readyz")).status).toBe(503);
});
