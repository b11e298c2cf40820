import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { checkout } from "../../drizzle/schema";
import { openDatabase } from "../../lib/db/client";
import { type Id, idFromUuid, idToUuid } from "../../lib/domain/ids";
import { WORDING_VERSION } from "../../lib/domain/wording";
import { dispatchEvents } from "../../lib/events/dispatch";
import { tick } from "../../lib/jobs/tick";
import { later, MINUTE_MS } from "../../packages/dates/time";
import { newWebhookSecret } from "../../packages/net/signature";
import type { Deps } from "../../server/instance/deps";
import { createPortal } from "../../server/instance/portal";
import { lockCheckout } from "../db/locked-row";
import { atReview, DECLARED, newVisit } from "../portal/student";
import type { Answer } from "../support/answer";
import { Api, expectProblem } from "../support/api";
import { confirmBody, payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, eventsOf, makeDue } from "../support/charges";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { hurried } from "../support/limits";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { authorisedPlan, payNow, startedPlan } from "../support/scenes";
import { makeEndpoint } from "../support/webhooks";
import { startReceiver } from "../webhooks/receiver";

/** Never passes by itself. */
const NEVER_MS = 3_600_000;

let databaseUrl: string;
let server: Here;
let db: Deps["db"];
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  const settings = hurried(settingsOver(databaseUrl));
  server = await serveHere({ ...settings, WEBHOOK_ALLOW_LOOPBACK: "on" });
  db = database(databaseUrl);
});
afterAll(() => server.stop());

async function tenant() {
  const provider = await makeProvider({}, db);
  return { provider, client: new Api(server.url, provider.key) };
}

async function locked(checkoutId: string) {
  const release = await lockCheckout(databaseUrl, checkoutId);
  onTestFinished(release);
  return release;
}

/** A pool that waits for a lock as long as the lock is there. */
function patient(poolSize: number): Deps["db"] {
  const { db, close } = openDatabase({
    url: databaseUrl,
    poolSize,
    // PostgreSQL's own limit on the wait comes with named statements only.
    prepare: false,
    name: "waits-for-a-lock",
    deadlineMs: NEVER_MS,
  });
  onTestFinished(close);
  return db;
}

/** How many connections wait for a lock at the moment. */
async function waiting(): Promise<number> {
  const rows = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = 'waits-for-a-lock' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const times = <T>(count: number, work: () => Promise<T>) => Array.from({ length: count }, work);

describe("one tenant's locked row", () => {
  it("takes one connection, whatever waits for it: charges, recovery, webhooks and all else go on, this tenant's too", async () => {
    const { db: before } = server.deps;
    server.deps.db = patient(10);
    onTestFinished(() => {
      server.deps.db = before;
    });
    const receiver = await startReceiver(newWebhookSecret());
    onTestFinished(() => receiver.stop());
    const one = await tenant();
    await makeEndpoint(one.client, { url: receiver.url });
    const { id } = await startedPlan(one.client, one.provider);
    const lost = await payNow(one.client, one.provider, "answer_lost");
    const release = await locked(id);
    const cancelling = times(30, () => one.client.cancel(id));
    await until("one waits for the lock", async () => (await waiting()) === 1);

    const other = await tenant();
    await makeEndpoint(other.client, { url: receiver.url });
    const created = await startedPlan(other.client, other.provider);
    const answers = await Promise.all([
      other.client.status(created.id),
      other.client.get("/v1/provider-checkouts"),
      other.client.cancel(created.id),
      ...times(10, () => other.client.create(payNowBody(other.provider))),
      ...times(10, () => one.client.create(payNowBody(one.provider))),
      ...times(10, () => one.client.status(id)),
    ]);
    for (const answer of answers) expect([200, 201], answer.text).toContain(answer.status);
    await makeDue((await attemptOf(one.provider, lost.body, db))!.id, db);
    await tick(server.deps);
    expect((await one.client.status(lost.id)).body.checkout_status).toBe("Payment Processing");
    // Of the locked checkout too: its event was recorded before.
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.checkout.checkout_id);
    expect(told).toEqual(expect.arrayContaining([id, lost.id, created.id]));
    expect(await waiting()).toBe(1);

    await release();
    expect((await Promise.all(cancelling)).map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(await eventsOf(id, db)).toEqual(["checkout.created", "checkout.cancelled"]);
  });

  it("is a 503 with Retry-After for each write that waits for it, which writes nothing; reads wait for nobody", async () => {
    const { provider, client } = await tenant();
    const started = await startedPlan(client, provider);
    const authorised = await authorisedPlan(client, provider);
    const releases = [await locked(started.id), await locked(authorised.id)];
    const refused: Promise<Answer>[] = [
      ...times(8, () => client.cancel(started.id)),
      ...times(8, () => client.authorise(started.id)),
      ...times(8, () => client.confirm(authorised.id, confirmBody(authorised.answer.body))),
    ];
    for (const { status } of await Promise.all(times(4, () => client.status(started.id))))
      expect(status).toBe(200);
    for (const answer of await Promise.all(refused)) {
      expectProblem(answer, 503, "service_unavailable");
      expect(answer.body.retryable).toBe(true);
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    for (const release of releases) await release();
    expect(await eventsOf(started.id, db)).toEqual(["checkout.created"]);
    expect((await client.status(started.id)).body.checkout_status).toBe("Awaiting Direct Debit");
    expect((await client.authorise(started.id)).status).toBe(200);
    expect((await client.confirm(authorised.id, confirmBody(authorised.answer.body))).status).toBe(200);
  });

  it("keeps no statement waiting that was sent after a write on the same connection", async () => {
    const one = await tenant();
    const { id } = await startedPlan(one.client, one.provider);
    const release = await locked(id);
    const pool = patient(2);
    await Promise.all(times(2, () => pool.execute(sql`select pg_sleep(0.1)`)));
    const writing = pool
      .update(checkout)
      .set({ courseName: "Written" })
      .where(eq(checkout.id, id as Id<"chk">));
    const written = Promise.resolve(writing);
    await until("it waits for the lock", async () => (await waiting()) === 1);
    const reads = await Promise.all(times(20, () => pool.execute(sql`select 1 as one`)));
    expect(reads.flat()).toEqual(Array(20).fill({ one: 1 }));
    await release();
    await written;
  });

  it("after its charge was made is a 202, and recovery records the one charge", async () => {
    const { provider, client } = await tenant();
    const { gateway } = server.deps;
    let release = async () => {};
    server.deps.gateway = {
      ...gateway,
      async charge(request) {
        const result = await gateway.charge(request);
        release = await locked((await attemptOf(provider, body, db))!.checkoutId);
        return result;
      },
    };
    onTestFinished(() => {
      server.deps.gateway = gateway;
    });
    const body = payNowBody(provider);
    const answer = await client.createOnce("locked", body);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.card_payment).toMatchObject({ success: false, status: "pending" });
    await release();
    await makeDue((await attemptOf(provider, body, db))!.id, db);
    await tick(server.deps);
    expect((await client.createOnce("locked", body)).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("keeps no other tenant's charge from being recovered, and is recovered once it is free", async () => {
    const one = await tenant();
    const other = await tenant();
    const scenes = [
      { ...one, ...(await payNow(one.client, one.provider, "answer_lost")) },
      { ...other, ...(await payNow(other.client, other.provider, "answer_lost")) },
    ] as const;
    const release = await locked(scenes[0].id);
    const due = async () => {
      for (const { provider, body } of scenes) await makeDue((await attemptOf(provider, body, db))!.id, db);
      return tick(server.deps);
    };
    const status = async ({ client, id }: (typeof scenes)[number]) => (await client.status(id)).body;
    await due();
    expect(await status(scenes[0])).toMatchObject({ checkout_status: "Payment Pending" });
    expect(await status(scenes[1])).toMatchObject({ checkout_status: "Payment Processing" });
    await release();
    await due();
    expect(await status(scenes[0])).toMatchObject({ checkout_status: "Payment Processing" });
    for (const { client, body } of scenes) expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("keeps its own mail waiting, and nobody else's", async () => {
    const [one, other] = [await tenant(), await tenant()];
    const [held, free] = [await payNow(one.client, one.provider), await payNow(other.client, other.provider)];
    const release = await locked(held.id);
    const mailed = async (minutes: number) => {
      await dispatchEvents({ ...server.deps, mail: {} }, () => later(server.deps.now(), minutes * MINUTE_MS));
      const rows = await db.execute<{ id: string }>(
        sql`select checkout_id as id from email where checkout_id in (${idToUuid(held.id as Id<"chk">)}, ${idToUuid(free.id as Id<"chk">)})`,
      );
      return rows.map(({ id }) => idFromUuid("chk", id));
    };
    expect(await mailed(0)).toEqual([free.id]);
    await release();
    expect((await mailed(1)).sort()).toEqual([free.id, held.id].sort());
  });

  it("in the portal loses nothing of what the student has entered", async () => {
    const student = await atReview({ over: server.deps, db });
    const { checkoutId } = await student.view();
    const release = await locked(checkoutId!);
    const portal = createPortal(student.deps);
    await expect(
      portal.confirmPlan(newVisit(), student.secret, DECLARED, checkoutId!, WORDING_VERSION),
    ).rejects.toMatchObject({
      cause: { code: "55P03" },
    });
    expect(await student.view()).toMatchObject({ step: "review" });
    await release();
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
  });
});
