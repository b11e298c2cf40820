import { randomInt } from "node:crypto";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { event, webhookAttempt, webhookDelivery } from "../../drizzle/schema";
import { newWebhookSecret } from "../../packages/net/signature";
import { Api } from "../support/api";
import { planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { compiled, type RunningProcess, settingsOf, start, startServer } from "../support/stack";
import { type Receiver, startReceiver } from "../webhooks/receiver";
import { appKeys, depsOver, makeEndpoint } from "../webhooks/scene";

/** CHAOS_EVENTS=10000 for the whole of it. */
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 300);
const MINUTES = Math.max(10, EVENTS / 100);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Attempts of one event that may fail, so that no schedule ends before its event came through. */
const MAX_FAILURES = 4;

/** Fails three times in ten: an error, a dead connection, and each twentieth time no answer at all. */
function unreliable(receiver: Receiver) {
  /** How often it said yes to an event. */
  const taken = new Map<string, number>();
  const failed = new Map<string, number>();
  const failures = { errors: 0, deadConnections: 0, unanswered: 0 };
  let count = 0;
  receiver.answer = (response, { id }) => {
    const times = failed.get(id) ?? 0;
    if (times < MAX_FAILURES && randomInt(10) < 3) {
      failed.set(id, times + 1);
      count++;
      if (count % 20 === 0) failures.unanswered++;
      else if (count % 2 === 0) {
        failures.errors++;
        response.writeHead(500).end("try again");
      } else {
        failures.deadConnections++;
        response.destroy();
      }
      return;
    }
    taken.set(id, (taken.get(id) ?? 0) + 1);
    response.end();
  };
  return { taken, failures };
}

/**
 * Keeps a process running that is killed without warning in the middle of its work, again and again, until it is told
 * to stop. How much work it sees before that is chance; how long it takes is not asked.
 */
function doomed<P extends Pick<RunningProcess, "child" | "stop">>(
  begin: () => Promise<P>,
  isReady: (process: P) => boolean,
  workSoFar: () => number,
) {
  let isOver = false;
  let kills = 0;
  const state: { current: P | null } = { current: null };
  const living = (async () => {
    while (!isOver) {
      const one = await begin();
      while (!isReady(one) && one.child.exitCode === null) await pause(20);
      state.current = one;
      const last = workSoFar() + randomInt(30, 90);
      while (!isOver && one.child.exitCode === null && workSoFar() < last) await pause(5);
      state.current = null;
      if (!isOver) kills++;
      one.child.kill("SIGKILL");
      if (one.child.exitCode === null && one.child.signalCode === null) await once(one.child, "exit");
    }
  })();
  return {
    state,
    kills: () => kills,
    async stop() {
      isOver = true;
      await living;
    },
  };
}

it(`${EVENTS} events come through a receiver that fails three times in ten, while servers and workers are killed: none lost, none unsigned, none twice under another id`, {
  timeout: MINUTES * 60_000,
}, async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const db = database(databaseUrl);
  const provider = await makeProvider({}, db);
  const secret = newWebhookSecret();
  const receiver = await startReceiver(secret);
  const { taken, failures } = unreliable(receiver);
  const deps = depsOver(databaseUrl);
  await makeEndpoint(deps, provider, { url: receiver.url, secret });
  await deps.close();
  const settings = {
    ...settingsOf(databaseUrl, appKeys, "x".repeat(24)),
    WEBHOOK_ALLOW_LOOPBACK: "on",
    // Passes for those that are not answered; an answer that takes as long is made again, which is no fault.
    WEBHOOK_TIMEOUT_MS: "5000",
    DATABASE_POOL_SIZE: "5",
    LOG_LEVEL: "silent",
  };
  let created = 0;
  const server = doomed(
    () => startServer("server", settings),
    () => true,
    () => created,
  );
  const worker = () =>
    doomed(
      async () => start([compiled("worker")], settings),
      (process) => process.output().includes("Looking for"),
      () => receiver.received.length,
    );
  const processes = [server, worker(), worker()];
  let isOver = false;
  // The schedule's hours in moments: what waits for its next attempt is due now.
  const hurrying = (async () => {
    while (!isOver) {
      await db.execute(sql`update ${webhookDelivery} set due_at = now()
        where status = 'pending' and lease_until is null and due_at > now()`);
      await pause(250);
    }
  })();
  onTestFinished(async () => {
    isOver = true;
    await Promise.all([...processes.map((one) => one.stop()), hurrying]);
    await receiver.stop();
  });

  await until("all of them run", () => processes.every(({ state }) => state.current));
  let asked = 0;
  const create = async () => {
    while (asked < EVENTS) {
      const key = `chaos-${++asked}`;
      const body = planBody(provider);
      for (let isMade = false; !isMade; ) {
        const url = server.state.current?.url;
        const answer = url && (await new Api(url, provider.key).createOnce(key, body).catch(() => null));
        isMade = answer ? answer.status === 201 : false;
        if (!isMade) await pause(50);
      }
      created++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
  for (;;) {
    const [left] = await db.execute<{
      n: number;
    }>(sql`select (select count(*) from ${event} where dispatched_at is null)
      + (select count(*) from ${webhookDelivery} where status = 'pending') as n`);
    if (Number(left!.n) === 0) break;
    await pause(200);
  }
  const kills = { server: server.kills(), workers: processes[1]!.kills() + processes[2]!.kills() };
  const events = await db.select({ id: event.id }).from(event);
  const deliveries = await db.select().from(webhookDelivery);
  const attempts = await db.select({ number: webhookAttempt.number }).from(webhookAttempt);
  const takenTwice = [...taken.values()].filter((times) => times > 1).length;
  const requests = receiver.received.length;
  const recorded = attempts.length;
  console.error(JSON.stringify({ events: events.length, requests, recorded, takenTwice, kills, failures }));

  expect(events).toHaveLength(EVENTS);
  expect([...taken.keys()].sort(), "none lost, none made up").toEqual(events.map(({ id }) => id).sort());
  expect(receiver.unsigned, "none unsigned").toEqual([]);
  expect(deliveries).toHaveLength(EVENTS);
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(["delivered"]));
  const bodies = new Map<string, string>();
  for (const { id, body } of receiver.received) {
    expect(bodies.get(id) ?? body).toBe(body);
    bodies.set(id, body);
  }
  expect(kills.server, "servers were killed").toBeGreaterThanOrEqual(2);
  expect(kills.workers, "workers were killed").toBeGreaterThanOrEqual(2);
  for (const [kind, count] of Object.entries(failures)) expect(count, kind).toBeGreaterThanOrEqual(2);
});
