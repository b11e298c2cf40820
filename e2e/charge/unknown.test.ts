import { describe, expect, it } from "vitest";
import { api, expectProblem } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody } from "../support/bodies";
import {
  allRecovered,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
} from "../support/charges";
import { makeProvider } from "../support/provider";
import { heldPayment } from "../support/scenes";
import { DOORS } from "../support/stack";

const lost = (body: Body): Body => merge(body, { card_payment: { token: cardToken("answer_lost") } });

describe.each(DOORS)("charged, but the answer is lost, through the %s entry point", (door) => {
  async function ready() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key), body: lost(payNowBody(provider)) };
  }

  it("is pending, never failed, and ends as paid with one charge and the stored 201", async () => {
    const { provider, client } = await ready();
    const { body, key, answer: pending } = await heldPayment(client, provider);
    expectFresh(pending, 202);
    expect(Number(pending.headers.get("retry-after"))).toBeGreaterThan(0);
    const waiting = {
      checkout: { checkout_token: expect.stringMatching(/^cht_/), dda_id: null },
      checkout_status: "Payment Pending",
      authorisation_status: "Pending",
      opportunity_stage: "Payment Processing",
      card_payment: { success: false, status: "pending" },
      next_action: { type: "wait" },
    };
    expect(pending.body).toMatchObject(waiting);
    const id = checkoutIdOf(pending);

    const same = await client.createOnce(key, body);
    expectFresh(same, 202);
    expect(same.body).toEqual(pending.body);
    expect(Number(same.headers.get("retry-after"))).toBeGreaterThan(0);

    const otherBody = await client.createOnce(key, merge(body, { student: { first_name: "Another" } }));
    expectProblem(otherBody, 409, "idempotency_in_progress");
    expect(otherBody.headers.has("retry-after")).toBe(true);

    for (const duplicate of [
      await client.create(body),
      await client.createOnce(orderId(), body),
      await client.create(merge(body, { card_payment: { token: cardToken() } })),
    ]) {
      expectProblem(duplicate, 409, "duplicate_order");
      expect(duplicate.body).toMatchObject({
        checkout_id: id,
        checkout_status: "Payment Pending",
        next_action: { type: "wait" },
      });
    }
    expectProblem(await client.cancel(id), 409, "cancel_not_applicable");

    await allRecovered(provider);
    const settled = await client.status(id);
    expect(settled.body).toMatchObject({
      checkout_status: "Payment Processing",
      authorisation_status: "Paid Upfront",
      opportunity_stage: "Paid Upfront",
      card_payment: { success: true, status: "succeeded", amount_charged: 1500, card: { last4: "0341" } },
      direct_debit: null,
      agreement: null,
      next_action: { type: "none" },
    });
    const stored = await client.createOnce(key, body);
    expect(stored.status).toBe(201);
    expect(stored.headers.get("idempotent-replayed")).toBe("true");
    expect(stored.body.checkout).toEqual(pending.body.checkout);
    expect(stored.body.card_payment).toMatchObject({ success: true, status: "succeeded" });
    expectReplay(await client.createOnce(key, body), stored);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(["checkout.created", "card_payment.succeeded"]);
    expectProblem(await client.create(body), 409, "duplicate_order");
  });

  it("24 of one provider are all found", async () => {
    const { provider, client } = await ready();
    const bodies = Array.from({ length: 24 }, () => lost(payNowBody(provider)));
    const pending = await Promise.all(bodies.map((body) => client.create(body)));
    for (const answer of pending) expect(answer.status).toBe(202);
    await allRecovered(provider);
    const { body } = await client.list({ limit: 100, checkout_status: "Payment Processing" });
    expect(body.data).toHaveLength(24);
    const charges = await client.get("/v1/sandbox/charges?limit=100");
    expect(charges.body.data).toHaveLength(24);
  });
});
