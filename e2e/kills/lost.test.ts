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
import { chargesUnderWay, expectDeath, type Scene, setUp } from "./estate";

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
