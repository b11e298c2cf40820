import { describe, expect, it } from "vitest";
import { ok } from "../support/answer";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import { type Body, cardToken, merge, payNowBody, planBody } from "../support/bodies";
import { chargedFor, checkoutIdOf, expectFresh, expectReplay } from "../support/charges";
import { DOORS } from "../support/stack";

const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

describe.each(DOORS)("a declined card through the %s entry point", (door) => {
  it("is a 402 that is kept, and leaves order and key free for another card", async () => {
    const { provider, client } = await newCaller(door);
    const body = withCard(payNowBody(provider), "declined_insufficient_funds");
    const key = body.provider.provider_order_id;
    const declined = await client.createOnce(key, body);
    expectProblem(declined, 402, "card_declined");
    expectFresh(declined, 402);
    expect(declined.body).toMatchObject({
      checkout_id: expect.stringMatching(/^chk_/),
      card_payment: { success: false, status: "declined", decline_code: "insufficient_funds" },
    });
    expectReplay(await client.createOnce(key, body), declined);

    const other = withCard(body, "mastercard");
    const paid = await client.createOnce(key, other);
    expectFresh(paid, 201);
    expectReplay(await client.createOnce(key, other), paid);
    expect(await chargedFor(client, body)).toEqual([1500]);
    const refused = await client.createOnce(key, body);
    expectProblem(refused, 422, "idempotency_key_reused");
    expect(refused.body.checkout_id).toBe(checkoutIdOf(paid));
  });
});

describe.each(DOORS)("what frees order and key through the %s entry point", (door) => {
  it("a field error, which is not stored", async () => {
    const { provider, client } = await newCaller(door);
    const body = planBody(provider);
    const wrong = merge(body, { pricing: { amount_to_finance: 0 } });
    expectFieldError(
      await client.createOnce("tried", wrong),
      "/pricing/amount_to_finance",
      "must_be_greater_than_zero",
    );
    expectFresh(await client.createOnce("tried", body), 201);
  });

  it("a cancelled plan", async () => {
    const { provider, client } = await newCaller(door);
    const body = planBody(provider);
    const first = await client.createOnce("plan", body);
    ok(await client.cancel(checkoutIdOf(first)));
    const other = merge(body, { student: { first_name: "Another" } });
    const second = await client.createOnce("plan", other);
    expectFresh(second, 201);
    expectReplay(await client.createOnce("plan", other), second);
  });
});
