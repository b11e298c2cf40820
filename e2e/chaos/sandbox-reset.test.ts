import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RESET_KEEPS } from "../../lib/db/reset";
import { idToUuid } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { checkoutIdOf } from "../support/answer";
import { expectProblem } from "../support/api";
import { cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { rowsOf } from "../support/provider-rows";
import { type ResetScene, reset, startResetScene } from "../support/reset-scene";
import { confirmedPlan, payNow } from "../support/scenes";
import { makeEndpoint } from "../support/webhooks";

let scene: ResetScene;
let { provider, other, clients } = {} as Awaited<ReturnType<ResetScene["arrange"]>>;
beforeAll(async () => {
  scene = await startResetScene((_, response) => void response.writeHead(200).end());
});
afterAll(() => scene.stop());
beforeEach(async () => {
  ({ provider, other, clients } = await scene.arrange());
});

describe("a reset", () => {
  it("beside requests, recovery and deliveries of the same provider ends nothing in a fault", async () => {
    await makeEndpoint(clients[0], { url: scene.receiverUrl });
    await confirmedPlan(clients[0].as(other.key), other);
    const others = await rowsOf(scene.servers[0].deps.db, other, [
      ...RESET_KEEPS,
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
      await rowsOf(scene.servers[0].deps.db, other, [...RESET_KEEPS, "checkout", "contact", "agreement"]),
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
