import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/answer";
import { expectProblem } from "../support/api";
import { type Body, cardToken, merge, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  makeDue,
} from "../support/charges";
import type { HeldGateway } from "../support/gateway";
import type { Here } from "../support/here";
import { chargesHeld, chargesUnderWay, decidedBy, expectDeath, type Scene, setUp } from "./estate";

const PAID = { checkout_status: "Payment Processing", opportunity_stage: "Paid Upfront" };
/** A charge that goes on until the gateway dies. */
const FOR_EVER = { delayMs: 24 * 60 * 60_000 };

describe("kill -9 around a charge", () => {
  let scene: Scene;
  let survivor: Here;
  let caller: Awaited<ReturnType<Scene["caller"]>>;
  beforeAll(async () => {
    scene = await setUp();
    caller = await scene.caller();
    survivor = await scene.here();
  });
  afterAll(async () => {
    await scene.estate.stop();
    await survivor.stop();
  });

  const attemptAt = async (body: Body) => (await attemptOf(caller.provider, body, scene.db))!;

  describe("of the service", () => {
    let bodies: { lost: Body; held: Body };
    let pending: Answer;
    let letGo: () => Promise<void>;
    let gateway: HeldGateway;
    beforeAll(async () => {
      const { provider, at } = caller;
      gateway = await scene.estate.gatewayHere();
      const service = await scene.estate.service({ TICK_SECONDS: "0" });
      bodies = {
        lost: payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } }),
        held: payNowBody(provider),
      };
      pending = await at(service).createOnce("lost", bodies.lost);
      letGo = await gateway.holdCharges();
      const death = expectDeath(service, at(service).createOnce("held", bodies.held));
      await chargesHeld(scene.db, 1);
      await service.stop("SIGKILL");
      await death;
    });
    afterAll(() => gateway.close());

    it("while the gateway charges: the gateway finishes, and so does recovery", async () => {
      const body = bodies.held;
      const { id, checkoutId } = await attemptAt(body);
      await makeDue(id, scene.db);
      await scene.drain(survivor);
      expect((await attemptAt(body)).recoveries).toBe(1);
      const client = caller.at(survivor);
      expect((await client.status(checkoutId)).body.checkout_status).toBe("Payment Pending");
      await letGo();
      await decidedBy(scene.db, caller.provider.id, 2);
      await makeDue(id, scene.db);
      await scene.drain(survivor);
      expect((await client.status(checkoutId)).body).toMatchObject(PAID);
      expect((await client.createOnce("held", body)).status).toBe(201);
      expect(await chargedFor(client, body)).toEqual([1500]);
    });

    it("after a lost answer was reported as pending: paid, with one charge", async () => {
      expectFresh(pending, 202);
      const client = caller.at(survivor);
      await makeDue((await attemptAt(bodies.lost)).id, scene.db);
      await scene.drain(survivor);
      const id = checkoutIdOf(pending);
      expect((await client.status(id)).body).toMatchObject(PAID);
      const said = await client.createOnce("lost", bodies.lost);
      expect(said.status).toBe(201);
      expect(said.body.checkout).toEqual(pending.body.checkout);
      expect(await chargedFor(client, bodies.lost)).toEqual([1500]);
      expect(await eventsOf(id, scene.db)).toEqual(["checkout.created", "card_payment.succeeded"]);
    });
  });

  describe("in mid-charge", () => {
    let orders: Record<"alone" | "both", { body: Body; duplicate: Answer }>;
    let pending: Answer;
    let gateway: HeldGateway;
    beforeAll(async () => {
      const { provider, at } = caller;
      const dying = await scene.estate.gateway(FOR_EVER);
      const service = await scene.estate.service({ TICK_SECONDS: "0" });
      const [alone, both] = [payNowBody(provider), payNowBody(provider)];
      const asked = at(survivor).createOnce("alone", alone);
      const death = expectDeath(service, at(service).createOnce("both", both));
      await chargesUnderWay(scene.db, 2);
      await service.stop("SIGKILL");
      await dying.stop("SIGKILL");
      await death;
      pending = await asked;
      const again = (body: Body) =>
        at(survivor).create(merge(body, { card_payment: { token: cardToken() } }));
      orders = {
        alone: { body: alone, duplicate: await again(alone) },
        both: { body: both, duplicate: await again(both) },
      };
      gateway = await scene.estate.gatewayHere();
    });
    afterAll(() => gateway.close());

    it("of the gateway: the outcome is being checked", () => {
      expectFresh(pending, 202);
      expect(pending.body).toMatchObject({ opportunity_stage: "Payment Processing" });
    });

    it.for([
      ["the gateway", "alone", "Closed Lost"],
      ["gateway and service", "both", null],
    ] as const)("of %s: nothing was charged, and the order can be paid", async ([, key, stage]) => {
      const { body, duplicate } = orders[key];
      expectProblem(duplicate, 409, "duplicate_order");
      expect(duplicate.body.next_action).toEqual({ type: "wait" });

      const client = caller.at(survivor);
      const id = checkoutIdOf(duplicate);
      await makeDue((await attemptAt(body)).id, scene.db);
      await scene.drain(survivor);
      expect((await client.status(id)).body).toMatchObject({
        checkout_status: "Payment Failed",
        authorisation_status: "Failed",
        opportunity_stage: stage,
      });
      expect(await eventsOf(id, scene.db)).toEqual(["checkout.created", "card_payment.failed"]);
      expect(await chargedFor(client, body)).toEqual([]);
      expectFresh(await client.createOnce(key, body), 201);
      expect(await chargedFor(client, body)).toEqual([1500]);
      expect(await checkoutsFor(client, body)).toHaveLength(2);
    });
  });
});
