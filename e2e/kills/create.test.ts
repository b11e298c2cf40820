import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CrashPoint } from "../../lib/crash-point";
import { ok } from "../support/answer";
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
  holdBack,
  makeDue,
} from "../support/charges";
import type { HeldGateway } from "../support/gateway";
import type { Here } from "../support/here";
import type { TestProvider } from "../support/provider";
import { expectDeath, type Scene, setUp } from "./estate";

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

describe("kill -9 in create", () => {
  let scene: Scene;
  let gateway: HeldGateway;
  let survivor: Here;
  beforeAll(async () => {
    scene = await setUp();
    gateway = await scene.estate.gatewayHere();
    survivor = await scene.here();
  });
  afterAll(async () => {
    await scene.estate.stop();
    await survivor.stop();
    await gateway.close();
  });

  /** A process dies at that point of a create. @returns what the create is repeated with, at the survivor */
  async function killed(point: CrashPoint, make: (of: TestProvider) => Body = payNowBody) {
    const { provider, at } = await scene.caller();
    const body = make(provider);
    const dying = await scene.doomed(point);
    await expectDeath(dying, at(dying).createOnce("key", body));
    return { provider, body, client: at(survivor) };
  }

  it("before the claim: nothing happened, and the same key starts", async () => {
    const { body, client } = await killed("create.before_claim");
    expect(await checkoutsFor(client, body)).toEqual([]);
    expect(await chargedFor(client, body)).toEqual([]);
    expectFresh(await client.createOnce("key", body), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between claim and charge: held meanwhile, then failed, and the same key charges once", async () => {
    const { provider, body, client } = await killed("create.claimed");
    const attempt = (await attemptOf(provider, body, scene.db))!;
    expect(await holdBack(attempt.id, scene.db)).toBe(true);
    expectProblem(await client.createOnce("key", body), 409, "idempotency_in_progress");
    const duplicate = await client.create(body);
    expectProblem(duplicate, 409, "duplicate_order");
    expect(duplicate.body.next_action).toEqual({ type: "wait" });

    await makeDue(attempt.id, scene.db);
    expect((await scene.drain(survivor)).body).toMatchObject({ recovered: 1 });
    const id = checkoutIdOf(duplicate);
    expect((await client.status(id)).body).toMatchObject(FAILED);
    expect(await eventsOf(id, scene.db)).toEqual(["checkout.created", "card_payment.failed"]);
    expect(await chargedFor(client, body)).toEqual([]);

    const paid = await client.createOnce("key", body);
    expectFresh(paid, 201);
    expectReplay(await client.createOnce("key", body), paid);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await checkoutsFor(client, body)).toMatchObject([PAID, FAILED]);
  });

  describe("between charge and record", () => {
    /** Kills a process of its own as the gateway's answer for that card reaches it; then what recovery makes of it. */
    async function recovered(card: string) {
      const { provider, body, client } = await killed("create.charged", (by) =>
        withCard(payNowBody(by), card),
      );
      const { id, checkoutId } = (await attemptOf(provider, body, scene.db))!;
      await makeDue(id, scene.db);
      await scene.drain(survivor);
      return { body, client, checkoutId, settled: (await client.status(checkoutId)).body };
    }

    it("of a decline: declined, kept as 402, and another card pays", async () => {
      const { body, client, settled } = await recovered("declined_stolen_card");
      expect(settled).toMatchObject(FAILED);
      const declined = await client.createOnce("key", body);
      expectProblem(declined, 402, "card_declined");
      expect(declined.body.card_payment).toMatchObject({ status: "declined", decline_code: "stolen_card" });
      expectReplay(await client.createOnce("key", body), declined);
      expectFresh(await client.createOnce("another", withCard(body, "visa")), 201);
      expect(await chargedFor(client, body)).toEqual([1500]);
    });

    it("of a refused token: failed, and a fresh token pays under the same key", async () => {
      const { body, client, settled } = await recovered("unknown_card");
      expect(settled).toMatchObject(FAILED);
      expectFresh(await client.createOnce("key", withCard(body, "visa")), 201);
      expect(await chargedFor(client, body)).toEqual([1500]);
    });

    it("at the very moment that an answer is lost: paid, with one charge", async () => {
      const { body, client, settled } = await recovered("answer_lost");
      expect(settled).toMatchObject(PAID);
      expect((await client.createOnce("key", body)).status).toBe(201);
      expect(await chargedFor(client, body)).toEqual([1500]);
    });
  });

  it("between record and answer: paid at once, and the same key gives the answer", async () => {
    const { body, client } = await killed("create.recorded");
    const said = await client.createOnce("key", body);
    expect(said.status).toBe(201);
    expect(said.headers.get("idempotent-replayed")).toBe("true");
    expect(said.body).toMatchObject(PAID);
    const id = checkoutIdOf(said);
    expect((await client.status(id)).body).toMatchObject(PAID);
    expect(await eventsOf(id, scene.db)).toEqual(["checkout.created", "card_payment.succeeded"]);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("between a plan's record and answer: one plan, and the same key gives an answer to go on with", async () => {
    const { body, client } = await killed("create.plan_recorded", planBody);
    const said = await client.createOnce("key", body);
    expect(said.status).toBe(201);
    expect(said.headers.get("idempotent-replayed")).toBe("true");
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    ok(await client.authorise(checkoutIdOf(said)));
    const confirmed = await client.confirm(checkoutIdOf(said), confirmBody(said.body));
    expect(confirmed.body).toMatchObject({ checkout_status: "Confirmed" });
  });
});
