import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { refund } from "../../drizzle/schema";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import { orderId } from "../support/bodies";
import { eventsOf, expectReplay } from "../support/charges";
import { until } from "../support/poll";
import { database } from "../support/provider";
import { askRefund, makeRefundsDue, refundsPath } from "../support/refunds";
import { payNow } from "../support/scenes";

const REFUND = {
  refund_id: expect.stringMatching(/^ref_/),
  reason: "The student withdrew.",
  requested_by: expect.stringMatching(/^api_key:key_/),
  failure_reason: null,
};

/** An enrolment that was paid with $1,500.00. */
async function paid(card?: string) {
  const { provider, client } = await newCaller();
  const { id } = await payNow(client, provider, card);
  return { id, provider, client };
}

describe("a refund", () => {
  it("gives back a part and then the rest, and the checkout says how much", async () => {
    const { id, client } = await paid();
    const part = await askRefund(client, id, 500);
    expect(part.status, part.text).toBe(201);
    expect(part.body).toMatchObject({ ...REFUND, checkout_id: id, amount: 500, status: "Succeeded" });
    expect(new URL(part.headers.get("location")!).pathname).toBe(`${refundsPath(id)}/${part.body.refund_id}`);
    expect((await client.status(id)).body).toMatchObject({
      refunded: 500,
      checkout_status: "Payment Processing",
      card_payment: { success: true, amount_charged: 1500 },
    });
    const rest = await askRefund(client, id, 1000);
    const { body } = await client.status(id);
    expect(body).toMatchObject({ refunded: 1500, checkout_status: "Payment Processing" });
    expect((await client.get(refundsPath(id))).body).toEqual({ data: [part.body, rest.body] });
    expect((await client.get(`${refundsPath(id)}/${rest.body.refund_id}`)).body).toEqual(rest.body);
    expect(await eventsOf(id)).toEqual([
      "checkout.created",
      "card_payment.succeeded",
      "refund.succeeded",
      "refund.succeeded",
    ]);
    const told = await client.get(`/v1/events?type=refund.succeeded&checkout_id=${id}`);
    expect(told.body.data.map(({ data }: { data: object }) => data)).toMatchObject([
      { refunded: 1500, refund: rest.body },
      { refunded: 500, refund: part.body },
    ]);
  });

  it("never exceeds what was paid, however many are asked for at once", async () => {
    const { id, client } = await paid();
    const answers = await Promise.all(Array.from({ length: 6 }, () => askRefund(client, id, 500)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of refused) expectProblem(answer, 409, "refund_exceeds_paid");
    expect((await client.status(id)).body.refunded).toBe(1500);
    const more = await askRefund(client, id, 0.01);
    expectProblem(more, 409, "refund_exceeds_paid");
    expect(more.body.detail).toBe("You can refund at most $0.00 of this payment.");
  });

  it("is made once under its key, and another refund needs another key", async () => {
    const { id, client } = await paid();
    const key = orderId();
    const at = await Promise.all(Array.from({ length: 4 }, () => askRefund(client, id, 400, key)));
    const made = at.filter(({ status }) => status < 300);
    expect(new Set(made.map(({ body }) => body.refund_id)).size).toBe(1);
    const again = await askRefund(client, id, 400, `"${key}"`);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toMatchObject({ ...REFUND, amount: 400, status: "Succeeded" });
    expect((await client.status(id)).body.refunded).toBe(400);
    expectProblem(await askRefund(client, id, 300, key), 422, "idempotency_key_reused");
    const changed = await askRefund(client, id, 400, key, { reason: "Another reason" });
    expectProblem(changed, 422, "idempotency_key_reused");
  });

  it("whose request is repeated gets the first response, byte for byte, also once its refund came back", async () => {
    const { id, client } = await paid();
    const [key, more] = [orderId(), { note: "an unknown field" }];
    const first = await askRefund(client, id, 20.93, key, more);
    expect(first.body).toMatchObject({ status: "Succeeded", warnings: [{ pointer: "/note" }] });
    await until("The refund has failed", async () => {
      await makeRefundsDue(id);
      const { body } = await client.get(`${refundsPath(id)}/${first.body.refund_id}`);
      return body.status === "Failed";
    });
    expectReplay(await askRefund(client, id, 20.93, key, more), first);
    await database()
      .update(refund)
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(refund.id, first.body.refund_id));
    const fresh = await askRefund(client, id, 30, key);
    expect([fresh.status, fresh.body.amount]).toEqual([201, 30]);
    expectReplay(await askRefund(client, id, 30, key), fresh);
    const [old, kept] = [await client.get(refundsPath(id)), [first.body.refund_id, fresh.body.refund_id]];
    expect(old.body.data.map((one: { refund_id: string }) => one.refund_id)).toEqual(kept);
  });

  it("that the card processor refuses leaves nothing, and its key is free", async () => {
    const { id, client } = await paid();
    const key = orderId();
    const early = await askRefund(client, id, 10.94, key);
    expectProblem(early, 409, "refund_not_possible_yet");
    expect(Date.parse(early.body.possible_from)).toBeGreaterThan(Date.now());
    expect((await client.get(refundsPath(id))).body).toEqual({ data: [] });
    expect((await askRefund(client, id, 1500, key)).status).toBe(201);
  });

  it("needs a charge that took money", async () => {
    const declined = await paid("declined_lost_card");
    expectProblem(await askRefund(declined.client, declined.id, 10), 409, "refund_not_applicable");
  });

  it("needs an amount and a reason", async () => {
    const { id, client } = await paid();
    expectFieldError(await client.post(refundsPath(id), {}), "/amount", "required");
    expectFieldError(await askRefund(client, id, 0), "/amount", "must_be_greater_than_zero");
    expectFieldError(await askRefund(client, id, 10, undefined, { reason: " " }), "/reason", "required");
  });

  it("whose response was lost is 202, and its outcome is found without a second refund", async () => {
    const { id, client } = await paid();
    const key = orderId();
    const lost = await askRefund(client, id, 500.92, key);
    expect([lost.status, lost.body.status]).toEqual([202, "Requested"]);
    expectProblem(await askRefund(client, id, 400, key), 409, "idempotency_in_progress");
    expect(Number(lost.headers.get("retry-after"))).toBeGreaterThan(0);
    const said = await until("The refund has an outcome", async () => {
      await makeRefundsDue(id);
      const answer = await askRefund(client, id, 500.92, key);
      return answer.status === 201 && answer;
    });
    expectReplay(await askRefund(client, id, 500.92, key), said);
    expect(said.body).toMatchObject({ refund_id: lost.body.refund_id, status: "Succeeded" });
    expect((await client.status(id)).body.refunded).toBe(500.92);
    expectProblem(await askRefund(client, id, 1000), 409, "refund_exceeds_paid");
  });

  it("of another provider's checkout, or of another checkout, is not found", async () => {
    const { id, client, provider } = await paid();
    const { body } = await askRefund(client, id, 10);
    const other = await payNow(client, provider);
    expectProblem(await client.get(`${refundsPath(other.id)}/${body.refund_id}`), 404, "refund_not_found");
    const stranger = await paid();
    expectProblem(await askRefund(stranger.client, id, 10), 404, "checkout_not_found");
    expectProblem(await stranger.client.get(refundsPath(id)), 404, "checkout_not_found");
  });
});
