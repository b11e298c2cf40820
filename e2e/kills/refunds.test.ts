import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CrashPoint } from "../../lib/crash-point";
import { expectProblem } from "../support/api";
import { eventsOf, expectReplay } from "../support/charges";
import type { HeldGateway } from "../support/gateway";
import type { Here } from "../support/here";
import { askRefund, makeRefundsDue, refundsPath } from "../support/refunds";
import { payNow } from "../support/scenes";
import { expectDeath, type Scene, setUp } from "./estate";

describe("kill -9 in a refund", () => {
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

  /** A process dies at that point of a refund of an enrolment that was paid with $1,500.00. */
  async function killed(point: CrashPoint, amount: number) {
    const { provider, at } = await scene.caller();
    const client = at(survivor);
    const { id } = await payNow(client, provider);
    const dying = await scene.doomed(point);
    await expectDeath(dying, askRefund(at(dying), id, amount, "key"));
    return {
      client,
      id,
      again: () => askRefund(client, id, amount, "key"),
      listed: async () => (await client.get(refundsPath(id))).body.data,
      async recover() {
        await makeRefundsDue(id, scene.db);
        expect((await scene.drain(survivor)).body).toMatchObject({ recovered: 1 });
      },
    };
  }

  it.for([
    ["recorded, but not sent", "refund.recorded", 500],
    ["made, but not recorded", "refund.made", 500],
    ["made, as its response was lost", "refund.made", 500.92],
  ] as const)("%s: it is open meanwhile, and then made once", async ([, point, amount]) => {
    const { client, id, again, listed, recover } = await killed(point, amount);
    expect(await listed()).toMatchObject([{ amount, status: "Requested" }]);
    expectProblem(await again(), 409, "idempotency_in_progress");
    expectProblem(await askRefund(client, id, 1000.01), 409, "refund_exceeds_paid");
    await recover();
    const said = await again();
    expect([said.status, said.body.status]).toEqual([201, "Succeeded"]);
    expectReplay(await again(), said);
    expect(await eventsOf(id, scene.db)).toEqual([
      "checkout.created",
      "card_payment.succeeded",
      "refund.succeeded",
    ]);
    const rest = Math.round((1500 - amount) * 100) / 100;
    expect((await askRefund(client, id, rest)).body.status, "the gateway has made it once").toBe("Succeeded");
    expect((await client.status(id)).body.refunded).toBe(1500);
  });

  it("refused, but not forgotten: it fails, and its amount can be refunded under another key", async () => {
    const { client, id, again, listed, recover } = await killed("refund.made", 1499.94);
    await recover();
    expect(await listed()).toMatchObject([{ status: "Failed", failure_reason: "not_yet" }]);
    expect((await again()).body.status).toBe("Failed");
    expect((await askRefund(client, id, 1500)).body.status).toBe("Succeeded");
  });
});
