import { describe, expect, it } from "vitest";
import { api, expectProblem } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
  makeDue,
} from "../support/charges";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const lost = (body: Body): Body => merge(body, { card_payment: { token: cardToken("answer_lost") } });

describe.concurrent.each(DOORS)(
  "charged, but the answer is lost, through the %s door",
  { timeout: 90_000 },
  (door) => {
    async function ready() {
      const provider = await makeProvider();
      return { provider, client: api(door, provider.key), body: lost(payNowBody(provider)) };
    }

    it("is pending, never failed, and ends as paid with one charge and the stored 201", async () => {
      const { provider, client, body } = await ready();
      const key = body.provider.provider_order_id;
      const pending = await client.createOnce(key, body);
      expectFresh(pending, 202);
      const attempt = await attemptOf(provider, body);
      await makeDue(attempt!.id, undefined, 60);
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

      await makeDue(attempt!.id);
      const settled = await client.settled(id, 30);
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

    it("ends the same without a key", async () => {
      const { client, body } = await ready();
      const pending = await client.create(body);
      expectFresh(pending, 202);
      const settled = await client.settled(checkoutIdOf(pending), 30);
      expect(settled.body.checkout_status).toBe("Payment Processing");
      expect(await chargedFor(client, body)).toEqual([1500]);
      expectProblem(await client.create(body), 409, "duplicate_order");
    });

    it("ends the same when 40 ask at once", async () => {
      const { client, body } = await ready();
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.createOnce("forty", body)));
      for (const answer of answers)
        if (answer.status !== 202) expectProblem(answer, 409, "idempotency_in_progress");
      const [pending] = answers.filter((answer) => answer.status === 202);
      await client.settled(checkoutIdOf(pending!), 30);
      expect((await client.createOnce("forty", body)).status).toBe(201);
      expect(await chargedFor(client, body)).toEqual([1500]);
      expect(await checkoutsFor(client, body)).toHaveLength(1);
    });
  },
);

it("60 lost answers of one provider are all found", async () => {
  const provider = await makeProvider();
  const client = api("server", provider.key);
  const bodies = Array.from({ length: 60 }, () => lost(payNowBody(provider)));
  const pending = await Promise.all(bodies.map((body) => client.create(body)));
  for (const answer of pending) expect(answer.status).toBe(202);
  const settled = await Promise.all(pending.map((answer) => client.settled(checkoutIdOf(answer), 60)));
  for (const answer of settled) expect(answer.body.checkout_status).toBe("Payment Processing");
  const charges = await client.get("/v1/sandbox/charges");
  expect(charges.body.data).toHaveLength(60);
}, 90_000);
