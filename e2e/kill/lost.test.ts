import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db } from "../../lib/db/client";
import { expectProblem } from "../support/api";
import { cardToken, merge, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  makeDue,
} from "../support/charges";
import { until } from "../support/poll";
import { doomed, expectDeath, RIGHT_WITHIN_SECONDS, restarted, setUp } from "./estate";

const PAID = { checkout_status: "Payment Processing", opportunity_stage: "Paid Upfront" };

/** A server that waits for a slow gateway. */
const PATIENT = { GATEWAY_TIMEOUT_MS: "10000" };

/** The gateway holds a lock on the key while it charges. */
const chargeUnderWay = (db: Db) =>
  until("a charge is under way", async () => {
    const rows = await db.execute(
      sql`select 1 from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  });

describe.concurrent("kill -9 around a charge", { timeout: (RIGHT_WITHIN_SECONDS + 60) * 1000 }, () => {
  it("after a lost answer was reported as pending: paid, with one charge", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider, { card_payment: { token: cardToken("answer_lost") } });
    await set.estate.gateway();
    const service = await set.estate.service();
    const pending = await set.at(service.url).createOnce("lost", body);
    expectFresh(pending, 202);
    await service.stop("SIGKILL");

    const client = await restarted(set);
    const id = checkoutIdOf(pending);
    expect((await client.settled(id, RIGHT_WITHIN_SECONDS)).body).toMatchObject(PAID);
    const said = await client.createOnce("lost", body);
    expect(said.status).toBe(201);
    expect(said.body.checkout).toEqual(pending.body.checkout);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await eventsOf(id, set.db)).toEqual(["checkout.created", "card_payment.succeeded"]);
  });

  it("at the very moment that an answer is lost: paid, with one charge", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider, { card_payment: { token: cardToken("answer_lost") } });
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.charged");
    await expectDeath(service, dying.createOnce("lost", body));
    const client = await restarted(set);
    const { checkoutId } = (await attemptOf(set.provider, body, set.db))!;
    expect((await client.settled(checkoutId, RIGHT_WITHIN_SECONDS)).body).toMatchObject(PAID);
    expect((await client.createOnce("lost", body)).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("of the service while the gateway charges: the gateway finishes, and so does recovery", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider);
    await set.estate.gateway({ delayMs: 6_000 });
    const service = await set.estate.service(PATIENT);
    const asked = set.at(service.url).createOnce("mid-charge", body);
    const death = expectDeath(service, asked);
    await chargeUnderWay(set.db);
    await service.stop("SIGKILL");
    await death;
    const client = await restarted(set);
    const { id, checkoutId } = (await attemptOf(set.provider, body, set.db))!;
    await makeDue(id, set.db);
    expect((await client.settled(checkoutId, RIGHT_WITHIN_SECONDS)).body).toMatchObject(PAID);
    expect((await client.createOnce("mid-charge", body)).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it.for([
    ["the gateway", false],
    ["gateway and service", true],
  ] as const)(
    "of %s in mid-charge: nothing was charged, and the order can be paid",
    async ([, both], context) => {
      const set = await setUp(context);
      const body = payNowBody(set.provider);
      const gateway = await set.estate.gateway({ delayMs: 60_000 });
      const service = await set.estate.service(PATIENT);
      let client = set.at(service.url);
      const asked = client.createOnce("mid-charge", body);
      const death = both ? expectDeath(service, asked) : undefined;
      await chargeUnderWay(set.db);
      if (both) await service.stop("SIGKILL");
      await gateway.stop("SIGKILL");
      if (both) {
        await death;
        client = await restarted(set);
      } else {
        const pending = await asked;
        expectFresh(pending, 202);
        expect(pending.body).toMatchObject({ opportunity_stage: "Payment Processing" });
      }
      const duplicate = await client.create(merge(body, { card_payment: { token: cardToken() } }));
      expectProblem(duplicate, 409, "duplicate_order");
      expect(duplicate.body.next_action).toEqual({ type: "wait" });

      await set.estate.gateway();
      const id = checkoutIdOf(duplicate);
      await makeDue((await attemptOf(set.provider, body, set.db))!.id, set.db);
      expect((await client.settled(id, RIGHT_WITHIN_SECONDS)).body).toMatchObject({
        checkout_status: "Payment Failed",
        authorisation_status: "Failed",
        opportunity_stage: both ? null : "Closed Lost",
      });
      expect(await eventsOf(id, set.db)).toEqual(["checkout.created", "card_payment.failed"]);
      expect(await chargedFor(client, body)).toEqual([]);
      expectFresh(await client.createOnce("mid-charge", body), 201);
      expect(await chargedFor(client, body)).toEqual([1500]);
      expect(await checkoutsFor(client, body)).toHaveLength(2);
    },
  );
});
