import { once } from "node:events";
import { eq, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { course } from "../../drizzle/schema";
import { RESET_KEEPS, RESET_TABLES } from "../../lib/db/reset";
import { idToUuid } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { begin, newVisit } from "../portal/student";
import { makeAccount } from "../support/accounts";
import { checkoutIdOf, ok } from "../support/answer";
import { type Api, expectProblem } from "../support/api";
import { cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { payWithCard } from "../support/card-payment";
import { advance } from "../support/collection";
import type { TestProvider } from "../support/provider";
import { rowsOf } from "../support/provider-rows";
import { askRefund } from "../support/refunds";
import { type ResetScene, reset, startResetScene } from "../support/reset-scene";
import { authorisedPlan, confirmedPlan, payNow, startedPlan } from "../support/scenes";
import { settlementOf } from "../support/settlements";
import { makeEndpoint } from "../support/webhooks";

/** A receiver that answers when it is told to. */
let held: Promise<void> = Promise.resolve();

let scene: ResetScene;
let { provider, other, clients } = {} as Awaited<ReturnType<ResetScene["arrange"]>>;
beforeAll(async () => {
  scene = await startResetScene((_, response) => void held.then(() => response.writeHead(200).end()));
});
afterAll(() => scene.stop());
beforeEach(async () => {
  held = Promise.resolve();
  ({ provider, other, clients } = await scene.arrange());
});

/** Without the log of requests, which grows meanwhile. */
const KEPT = RESET_KEEPS.filter((name) => name !== "request_log");
const EMPTIED = Object.values(RESET_TABLES).map(getTableName);
const countsOf = async (one: TestProvider) =>
  Object.fromEntries(
    Object.entries(await rowsOf(scene.servers[0].deps.db, one, EMPTIED)).map(([name, rows]) => [
      name,
      rows.length,
    ]),
  );

/** Something in every table. */
async function tests(client: Api, who: TestProvider) {
  const { deps } = scene.servers[0];
  await makeAccount(deps, who, ["unused-secret"]);
  await makeEndpoint(client, { url: scene.receiverUrl });
  await startedPlan(client, who);
  await authorisedPlan(client, who);
  const { id } = await confirmedPlan(client, who);
  const outside = { kind: "outside_payment", number: 3, received_on: "2026-01-05" };
  const headers = { "Idempotency-Key": orderId() };
  ok(await client.post(`/v1/provider-checkouts/${id}/payment-plan/changes`, outside, { headers }));
  await payWithCard(deps, who, id, [2]);
  await payWithCard(deps, who, (await confirmedPlan(client, who)).id, [1], cardToken("answer_lost"));
  // Its first debit is on its way.
  await advance(client, 14);
  await settlementOf(who, deps.db);
  for (const card of ["visa", "declined_lost_card", "no_such_card", "answer_lost"])
    await client.createOnce(orderId(), payNowBody(who, { card_payment: { token: cardToken(card) } }));
  await askRefund(client, (await payNow(client, who)).id, 500);
  const student = await begin({ over: deps, db: deps.db, college: who });
  await student.saveDetails();
  await tick(deps);
  return { id, student };
}

describe("a reset", () => {
  it("deletes all that a provider's tests have made, on every server, and nothing else", async () => {
    const { id, student } = await tests(clients[0], provider);
    await tests(clients[0].as(other.key), other);
    for (const { code } of [provider, other])
      await student.portal.askForLink(newVisit(), code, { email: "amelia@example.com" });
    for (const client of clients) expect((await client.status(id)).status).toBe(200);
    const [before, kept] = [await countsOf(provider), await rowsOf(scene.servers[0].deps.db, provider, KEPT)];
    const others = await rowsOf(scene.servers[0].deps.db, other, [...EMPTIED, ...KEPT]);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);

    const { body } = await reset(clients[0]);
    expect(body).toMatchObject({ provider_code: provider.code, charges_under_way: 0 });
    expect(body.deleted.checkouts).toBe(before.checkout);
    expect(body.deleted.sandbox_charges).toBeGreaterThanOrEqual(3);
    const after = await countsOf(provider);
    expect(Object.entries(after).filter(([, count]) => count > 0)).toEqual([]);
    expect(await rowsOf(scene.servers[0].deps.db, provider, KEPT)).toEqual(kept);
    expect(await rowsOf(scene.servers[0].deps.db, other, [...EMPTIED, ...KEPT])).toEqual(others);
    for (const client of clients) {
      expectProblem(await client.status(id), 404, "checkout_not_found");
      for (const list of ["/v1/provider-checkouts", "/v1/events", "/v1/sandbox/charges"])
        expect((await client.get(list)).body.data, list).toEqual([]);
    }
    expect(await scene.violations()).toEqual([]);

    const again = (await reset(clients[0])).body.deleted;
    expect(again).toEqual(Object.fromEntries(Object.keys(again).map((name) => [name, 0])));
  });

  it("puts the clock of collection back, and the plans that are signed then are collected", async () => {
    await makeAccount(scene.servers[0].deps, provider, ["unused-secret"]);
    await confirmedPlan(clients[0], provider);
    const before = await advance(clients[0], 60);
    await reset(clients[0]);
    const { id } = await confirmedPlan(clients[0], provider);
    expect((await advance(clients[0], 40)).today < before.today).toBe(true);
    const { body } = await clients[0].get(`/v1/provider-checkouts/${id}/payment-plan`);
    expect(body.paid).toBeGreaterThan(0);
  });

  it("frees orders, keys and card tokens for the same requests again", async () => {
    const body = payNowBody(provider);
    const key = orderId();
    const first = await clients[0].createOnce(key, body);
    await reset(clients[0]);
    const second = await clients[1].createOnce(key, body);
    expect(second.status).toBe(201);
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(checkoutIdOf(second)).not.toBe(checkoutIdOf(first));
    expect((await clients[0].charges(body.provider.provider_order_id)).body.data).toHaveLength(1);
  });

  it("leaves a checkout whose charge is being made, says so, and deletes it once the charge is known", async () => {
    const { deps } = scene.servers[0];
    const { gateway } = deps;
    let release = () => {};
    const isAsked = new Promise<void>((asked) => {
      deps.gateway = {
        ...gateway,
        async charge(request) {
          asked();
          await new Promise<void>((done) => {
            release = done;
          });
          return gateway.charge(request);
        },
      };
    });
    const paying = clients[0].create(payNowBody(provider));
    await isAsked;
    expect((await reset(clients[1])).body).toMatchObject({ charges_under_way: 1, deleted: { checkouts: 0 } });
    release();
    deps.gateway = gateway;
    expect((await paying).status).toBe(201);
    expect((await reset(clients[1])).body).toMatchObject({
      charges_under_way: 0,
      deleted: { checkouts: 1, sandbox_charges: 1 },
    });
    expect(await scene.violations()).toEqual([]);
  });

  it("does not disturb a delivery that is under way", async () => {
    const { deps } = scene.servers[0];
    await makeEndpoint(clients[0], { url: scene.receiverUrl });
    await startedPlan(clients[0], provider);
    let release = () => {};
    held = new Promise((done) => {
      release = done;
    });
    const arrived = once(scene.receiver, "request");
    const ticking = tick(deps);
    await arrived;
    expect((await reset(clients[1])).body.deleted).toMatchObject({ checkouts: 1 });
    release();
    await ticking;
    expect(await scene.violations()).toEqual([]);
    expect((await countsOf(provider)).webhook_attempt).toBe(0);
  });

  it("keeps courses, so that a student can enrol at once", async () => {
    const { deps } = scene.servers[0];
    const student = await begin({ over: deps, db: deps.db, college: provider });
    await reset(clients[0]);
    const courses = await deps.db.select().from(course).where(eq(course.providerId, provider.id));
    expect(courses).toHaveLength(1);
    expect(await student.view().catch(() => null)).toBeNull();
    await (await begin({ over: deps, db: deps.db, college: provider })).saveDetails();
  });

  it("beside requests, recovery and deliveries of the same provider ends nothing in a fault", async () => {
    await makeEndpoint(clients[0], { url: scene.receiverUrl });
    await confirmedPlan(clients[0].as(other.key), other);
    const others = await rowsOf(scene.servers[0].deps.db, other, [
      ...KEPT,
      "checkout",
      "contact",
      "agreement",
    ]);
    const told: string[] = [];
    const see = ({ status, text }: { status: number; text: string }) => {
      if (status >= 500) told.push(text);
    };
    let isOver = false;
    const calls = Array.from({ length: 6 }, async (_, lane) => {
      const client = clients[lane % 2]!;
      for (let turn = 0; turn < 8; turn++) {
        const plan = await client.createOnce(orderId(), planBody(provider));
        see(plan);
        const id = checkoutIdOf(plan);
        see(await client.authorise(id));
        const card = cardToken(turn % 3 === 0 ? "answer_lost" : "visa");
        see(await client.createOnce(orderId(), payNowBody(provider, { card_payment: { token: card } })));
        see(await client.cancel(id));
        see(await client.token(id));
      }
    });
    const resets = (async () => {
      while (!isOver) for (const client of clients) see(await reset(client));
    })();
    const work = (async () => {
      while (!isOver) await tick(scene.servers[1].deps);
    })();
    await Promise.all(calls);
    isOver = true;
    await Promise.all([resets, work]);
    expect(told).toEqual([]);
    await reset(clients[0]);
    expect(
      await rowsOf(scene.servers[0].deps.db, other, [...KEPT, "checkout", "contact", "agreement"]),
    ).toEqual(others);
    expect(await scene.violations()).toEqual([]);
  });

  it("of many checkouts goes in parts, between which the provider's other requests are answered", async () => {
    const { db } = scene.servers[0].deps;
    const { id } = await confirmedPlan(clients[0], provider);
    await payNow(clients[0], provider);
    for (const table of ["checkout", "contact"]) {
      const named = table === "contact" ? "email" : "provider_order_id";
      await db.execute(sql`
        insert into ${sql.identifier(table)} select made.*
        from (select * from ${sql.identifier(table)} where provider_id = ${idToUuid(provider.id)} limit 1) t,
          generate_series(1, 1000) n,
          jsonb_populate_record(null::${sql.identifier(table)}, to_jsonb(t) || jsonb_build_object(
            'id', gen_random_uuid(), ${named}::text, 'ORD-' || n)) made`);
    }
    await db.execute(sql`
      insert into event select made.*
      from checkout c, (select * from event where provider_id = ${idToUuid(provider.id)} and sequence = 1 limit 1) e,
        jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', gen_random_uuid(), 'checkout_id', c.id)) made
      where c.provider_id = ${idToUuid(provider.id)} and c.provider_order_id like 'ORD-%'
      on conflict do nothing`);
    let isOver = false;
    const done = reset(clients[0]).finally(() => {
      isOver = true;
    });
    const seen: number[] = [];
    while (!isOver) seen.push((await clients[1].create(planBody(provider))).status);
    expect((await done).body.deleted.checkouts).toBeGreaterThanOrEqual(1_002);
    expect(new Set(seen)).toEqual(new Set([201]));
    expectProblem(await clients[1].status(id), 404, "checkout_not_found");
  });
});
