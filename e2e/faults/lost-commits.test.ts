import { randomBytes } from "node:crypto";
import { afterEach, expect, inject, it } from "vitest";
import { listAlerts } from "../../lib/db/alerts";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { Api } from "../support/api";
import { type Body, cardToken, merge, payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, makeDue } from "../support/charges";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { settingsOf } from "../support/stack";
import { type Estate, startEstate } from "./estate";

const NOT_CHARGED = /not been charged|nothing was charged/i;

let estate: Estate | undefined;
afterEach(() => {
  estate?.stop();
  estate = undefined;
});

/** The service over a primary; its gateway is a stranger's system, which no failover of ours touches. */
async function place() {
  estate = await startEstate("embedded");
  const gateway = await makeDatabase(inject("cluster"));
  const appKeys = `1:${randomBytes(32).toString("base64")}`;
  const settingsAt = (url: string) => ({
    ...settingsOf(url, appKeys, randomBytes(16).toString("hex")),
    SANDBOX_GATEWAY_DATABASE_URL: gateway,
    LOG_LEVEL: "silent",
  });
  return {
    estate,
    /** As superuser, who sees who follows the primary. */
    doctor: async () => (await runCommand("doctor", [], settingsAt(estate!.primary.url))).rows,
    serve: () => serveHere(settingsAt(estate!.serviceUrl())),
  };
}

const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

it("an asynchronous standby is promoted: acknowledged payments that it never got are taken up, none is made twice", async () => {
  const { estate, doctor, serve } = await place();
  expect(await doctor()).toContainEqual(
    expect.objectContaining({ check: "synchronous_standby", result: "pass" }),
  );
  await estate.synchronise(false);
  expect(await doctor()).toContainEqual(
    expect.objectContaining({ check: "synchronous_standby", result: "warn" }),
  );
  const provider = await makeProvider({}, database(estate.primary.url));
  const before = await serve();
  await reconcile(before.deps, new Date());
  const client = new Api(before.url, provider.key);
  const kept = payNowBody(provider);
  expect((await client.create(kept)).status).toBe(201);
  await caughtUp(estate);

  // One that is only paused would still read what its connection holds.
  await estate.standby!.stop("fast");
  const bodies = Array.from({ length: 4 }, () => payNowBody(provider));
  const paid = await Promise.all(
    bodies.map((body) => client.createOnce(body.provider.provider_order_id, body)),
  );
  expect(paid.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const keys = await Promise.all(
    bodies.map(async (body) => (await attemptOf(provider, body, database(estate.primary.url)))!.id),
  );
  estate.primary.kill();
  await estate.standby!.start();
  await estate.promote();
  await before.stop();

  const after = await serve();
  const again = new Api(after.url, provider.key);
  const retries = [
    bodies[0]!,
    withCard(bodies[1]!, "mastercard"),
    withCard(bodies[2]!, "declined_expired_card"),
    withCard(bodies[3]!, "answer_lost"),
  ];
  // The response to the same key is lost as well, so recovery has to find the old charge.
  const [lost, lostKey] = [retries[3]!, keys[3]!];
  const pending = await again.createOnce(lost.provider.provider_order_id, lost);
  expect(pending.status, pending.text).toBe(202);
  expect(pending.body.card_payment).toMatchObject({ success: false, status: "pending" });
  expect(pending.text).not.toMatch(NOT_CHARGED);
  await makeDue(lostKey, after.deps.db);
  await tick(after.deps, new Date());
  for (const [index, body] of retries.entries()) {
    const answer = await again.createOnce(body.provider.provider_order_id, body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.card_payment).toMatchObject({ success: true, card: { last4: "4242" } });
    expect(answer.text).not.toMatch(NOT_CHARGED);
    const attempt = await attemptOf(provider, body, database(estate.primary.url));
    expect(attempt).toMatchObject({ id: keys[index], status: "succeeded" });
    expect(await chargedFor(again, body)).toEqual([1500]);
  }
  expect((await again.create(withCard(kept, "visa"))).status).toBe(409);
  expect(await reconcile(after.deps, new Date())).toMatchObject({ raised: 0 });
  expect(await listAlerts(after.deps.db, { all: false })).toEqual([]);
  await after.stop();
});

/** Until the standby has all that the primary has. */
async function caughtUp({ primary }: Estate): Promise<void> {
  const sql = primary.connect();
  await until("the standby has all", async () => {
    const [row] =
      await sql`select bool_and(replay_lsn >= pg_current_wal_lsn()) as done from pg_stat_replication`;
    return row?.done === true;
  });
  await sql.end();
}
