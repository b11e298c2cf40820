import { describe, expect, it } from "vitest";
import { listAlerts } from "../../lib/db/alerts";
import { reconcile } from "../../lib/jobs/reconcile";
import { api, expectProblem } from "../support/api";
import { chargedFor, eventsOf, expectFresh } from "../support/charges";
import { makeProvider } from "../support/provider";
import { authorisedPlan, heldPayment, payNow, startedPlan } from "../support/scenes";
import { DOORS } from "../support/stack";
import { jobsPlace } from "./place";

describe.concurrent.each(DOORS)("the sandbox's simulations, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  /** A payment that is pending, and that nobody looks for. */
  async function pending() {
    const { provider, client } = await setting();
    const held = await heldPayment(client, provider);
    expectFresh(held.answer, 202);
    return { client, ...held };
  }

  it.each([startedPlan, authorisedPlan])("a plan expires at once: %o", async (make) => {
    const { provider, client } = await setting();
    const scene = await make(client, provider);
    const expired = await client.expire(scene.id);
    expect(expired.status).toBe(200);
    expect(expired.body).toMatchObject({
      checkout_status: "Expired",
      authorisation_status: "Cancelled",
      opportunity_stage: "Closed Lost",
      direct_debit: { status: "Expired" },
    });
    expect(Date.parse(expired.body.expires_at)).toBeLessThanOrEqual(Date.now());
    expect((await client.status(scene.id)).body).toMatchObject({ expires_at: expired.body.expires_at });
    const events = await eventsOf(scene.id);
    expect(events.at(-1)).toBe("checkout.expired");
    expect((await client.expire(scene.id)).body).toEqual(expired.body);
    expect(await eventsOf(scene.id)).toEqual(events);
    expectFresh(await client.create(scene.body), 201);
  });

  it("a lost charge is resolved as paid: one charge, and the stored 201 for the same key", async () => {
    const { client, body, id, key, answer } = await pending();
    const paid = await client.resolveCharge(id, "paid");
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({
      checkout_status: "Payment Processing",
      card_payment: { success: true, amount_charged: 1500 },
    });
    expect(await eventsOf(id)).toEqual(["checkout.created", "card_payment.succeeded"]);
    const again = await client.createOnce(key, body);
    expect(again.status).toBe(201);
    expect(again.body.checkout).toEqual(answer.body.checkout);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expectProblem(await client.resolveCharge(id, "never_made"), 409, "charge_not_pending");
  });

  it("a lost charge is resolved as never made: nothing is charged, order, key and token are free", async () => {
    const { client, body, id, key } = await pending();
    const failed = await client.resolveCharge(id, "never_made");
    expect(failed.status).toBe(200);
    expect(failed.body).toMatchObject({
      checkout_status: "Payment Failed",
      opportunity_stage: "Closed Lost",
      card_payment: { success: false, status: "failed" },
    });
    expect(await eventsOf(id)).toEqual(["checkout.created", "card_payment.failed"]);
    expect(await chargedFor(client, body)).toEqual([]);
    expectProblem(await client.resolveCharge(id, "paid"), 409, "charge_not_pending");
    expectFresh(await client.createOnce(key, body), 202);
  });

  it("of both outcomes asked for at once, one is recorded, and the gateway agrees with it", async () => {
    const { client, body, id } = await pending();
    const asked = await Promise.all(
      (["paid", "never_made", "paid", "never_made"] as const).map((one) => client.resolveCharge(id, one)),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
    const { checkout_status } = (await client.status(id)).body;
    expect(await chargedFor(client, body)).toEqual(checkout_status === "Payment Processing" ? [1500] : []);
    expect(await eventsOf(id)).toHaveLength(2);
  });
});

describe("gateway and records", () => {
  it("agree after each simulation", async (context) => {
    const place = await jobsPlace(context);
    for (const outcome of ["paid", "never_made"] as const) {
      const { id } = await payNow(place.client, place.provider, "answer_lost");
      expect((await place.client.resolveCharge(id, outcome)).status).toBe(200);
    }
    expect(await reconcile(place.deps, new Date())).toMatchObject({ charges: 1, raised: 0 });
    expect(await listAlerts(place.db, { all: true })).toEqual([]);
  });
});
