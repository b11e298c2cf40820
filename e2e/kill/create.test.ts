import { describe, expect, it } from "vitest";
import { expectProblem } from "../support/api";
import { type Body, cardToken, confirmBody, merge, payNowBody, planBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
} from "../support/charges";
import { DOORS } from "../support/stack";
import { doomed, expectDeath, RIGHT_WITHIN_SECONDS, restarted, setUp } from "./estate";

const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });
const PAID = {
  checkout_status: "Payment Processing",
  authorisation_status: "Paid Upfront",
  opportunity_stage: "Paid Upfront",
  card_payment: { success: true, status: "succeeded", amount_charged: 1500 },
};
const FAILED = {
  checkout_status: "Payment Failed",
  authorisation_status: "Failed",
  opportunity_stage: null,
  card_payment: { success: false },
};

describe.concurrent("kill -9 in create", { timeout: (RIGHT_WITHIN_SECONDS + 60) * 1000 }, () => {
  it("before the claim: nothing happened, and the same key starts", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider);
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.before_claim");
    await expectDeath(service, dying.createOnce("key", body));
    const client = await restarted(set);
    expect(await checkoutsFor(client, body)).toEqual([]);
    expect(await chargedFor(client, body)).toEqual([]);
    expectFresh(await client.createOnce("key", body), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between claim and charge: held meanwhile, then failed, and the same key charges once", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider);
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.claimed");
    const witness = set.at((await set.estate.service({ TICK_SECONDS: "0" })).url);
    await expectDeath(service, dying.createOnce("key", body));
    expectProblem(await witness.createOnce("key", body), 409, "idempotency_in_progress");
    const duplicate = await witness.create(body);
    expectProblem(duplicate, 409, "duplicate_order");
    expect(duplicate.body.next_action).toEqual({ type: "wait" });

    const client = await restarted(set);
    const id = checkoutIdOf(duplicate);
    const settled = await client.settled(id, RIGHT_WITHIN_SECONDS);
    expect(settled.body).toMatchObject(FAILED);
    expect(await eventsOf(id, set.db)).toEqual(["checkout.created", "card_payment.failed"]);
    expect(await chargedFor(client, body)).toEqual([]);

    const paid = await client.createOnce("key", body);
    expectFresh(paid, 201);
    expectReplay(await client.createOnce("key", body), paid);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await checkoutsFor(client, body)).toMatchObject([PAID, FAILED]);
  });

  it.for(DOORS)(
    "between charge and record: paid, and the same key says so (%s door)",
    async (door, context) => {
      const set = await setUp(context);
      const body = payNowBody(set.provider);
      await set.estate.gateway();
      const { service, client: dying } = await doomed(set, "create.charged", door);
      await expectDeath(service, dying.createOnce("key", body));
      const client = await restarted(set, door);
      expect(await chargedFor(client, body)).toEqual([1500]);
      const duplicate = await client.create(withCard(body, "amex"));
      expectProblem(duplicate, 409, "duplicate_order");

      const id = checkoutIdOf(duplicate);
      expect((await client.settled(id, RIGHT_WITHIN_SECONDS)).body).toMatchObject(PAID);
      expect(await eventsOf(id, set.db)).toEqual(["checkout.created", "card_payment.succeeded"]);
      const said = await client.createOnce("key", body);
      expect(said.status).toBe(201);
      expect(said.headers.get("idempotent-replayed")).toBe("true");
      expect(said.body).toMatchObject({ checkout: { checkout_id: id }, ...PAID });
      expectReplay(await client.createOnce("key", body), said);
      expect(await chargedFor(client, body)).toEqual([1500]);
      expect(await checkoutsFor(client, body)).toHaveLength(1);
    },
  );

  it("between charge and record without a key: paid, and the order is taken", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider);
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.charged");
    await expectDeath(service, dying.create(body));
    const client = await restarted(set);
    const attempt = await attemptOf(set.provider, body, set.db);
    expect((await client.settled(attempt!.checkoutId, RIGHT_WITHIN_SECONDS)).body).toMatchObject(PAID);
    const duplicate = await client.create(body);
    expectProblem(duplicate, 409, "duplicate_order");
    expect(duplicate.body).toMatchObject({ checkout_status: "Payment Processing" });
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between decline and record: declined, kept as 402, and another card pays", async (context) => {
    const set = await setUp(context);
    const body = withCard(payNowBody(set.provider), "declined_stolen_card");
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.charged");
    await expectDeath(service, dying.createOnce("key", body));
    const client = await restarted(set);
    const attempt = await attemptOf(set.provider, body, set.db);
    expect((await client.settled(attempt!.checkoutId, RIGHT_WITHIN_SECONDS)).body).toMatchObject(FAILED);
    const declined = await client.createOnce("key", body);
    expectProblem(declined, 402, "card_declined");
    expect(declined.body.card_payment).toMatchObject({ status: "declined", decline_code: "stolen_card" });
    expectReplay(await client.createOnce("key", body), declined);
    expectFresh(await client.createOnce("key", withCard(body, "visa")), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between a refused token and record: failed, and a fresh token pays", async (context) => {
    const set = await setUp(context);
    const body = withCard(payNowBody(set.provider), "unknown_card");
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.charged");
    await expectDeath(service, dying.createOnce("key", body));
    const client = await restarted(set);
    const attempt = await attemptOf(set.provider, body, set.db);
    expect((await client.settled(attempt!.checkoutId, RIGHT_WITHIN_SECONDS)).body).toMatchObject(FAILED);
    expectFresh(await client.createOnce("key", withCard(body, "visa")), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between record and answer: paid at once, and the same key gives the answer", async (context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider);
    await set.estate.gateway();
    const { service, client: dying } = await doomed(set, "create.recorded");
    await expectDeath(service, dying.createOnce("key", body));
    const client = await restarted(set);
    const said = await client.createOnce("key", body);
    expect(said.status).toBe(201);
    expect(said.headers.get("idempotent-replayed")).toBe("true");
    expect(said.body).toMatchObject(PAID);
    expect((await client.status(checkoutIdOf(said))).body).toMatchObject(PAID);
    expect(await eventsOf(checkoutIdOf(said), set.db)).toEqual([
      "checkout.created",
      "card_payment.succeeded",
    ]);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between a plan's record and answer: one plan, and the same key gives an answer to go on with", async (context) => {
    const set = await setUp(context);
    const body = planBody(set.provider);
    const { service, client: dying } = await doomed(set, "create.plan_recorded");
    await expectDeath(service, dying.createOnce("key", body));
    const client = await restarted(set);
    const said = await client.createOnce("key", body);
    expect(said.status).toBe(201);
    expect(said.headers.get("idempotent-replayed")).toBe("true");
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    await client.authorise(checkoutIdOf(said));
    const confirmed = await client.confirm(checkoutIdOf(said), confirmBody(said.body));
    expect(confirmed.body).toMatchObject({ checkout_status: "Confirmed" });
  });
});
