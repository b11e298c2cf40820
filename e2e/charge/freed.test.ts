import { describe, expect, it } from "vitest";
import { ok } from "../support/answer";
import { api, expectFieldError, expectProblem } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody, planBody } from "../support/bodies";
import {
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
} from "../support/charges";
import { lapse, makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

describe.each(DOORS)("a declined card through the %s entry point", (door) => {
  it("is a 402 that is kept, and leaves order and key free for another card", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
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

  it("leaves no Opportunity, and says failed", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const declined = await client.create(withCard(payNowBody(provider), "declined_expired_card"));
    const status = await client.status(checkoutIdOf(declined));
    expect(status.body).toMatchObject({
      checkout: { opportunity_id: null },
      checkout_status: "Payment Failed",
      authorisation_status: "Failed",
      opportunity_stage: null,
    });
    expect(await eventsOf(checkoutIdOf(declined))).toEqual(["checkout.created", "card_payment.failed"]);
  });
});

describe.each(DOORS)("what frees order and key through the %s entry point", (door) => {
  it.each([
    ["unknown", "token_unknown", async () => "tok_test_visa_short"],
    [
      "used before",
      "token_already_used",
      async (client: ReturnType<typeof api>, body: Body) => {
        const used = cardToken();
        const order = { provider_order_id: orderId() };
        await client.create(merge(body, { provider: order, card_payment: { token: used } }));
        return used;
      },
    ],
  ] as const)("a token that is %s", async (_, code, makeToken) => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider);
    const key = body.provider.provider_order_id;
    const token = await makeToken(client, body);
    const refused = await client.createOnce(key, merge(body, { card_payment: { token } }));
    expectFieldError(refused, "/card_payment/token", code);
    expect(await chargedFor(client, body)).toEqual([]);
    expect(await checkoutsFor(client, body)).toMatchObject([{ checkout_status: "Payment Failed" }]);

    expectFresh(await client.createOnce(key, withCard(body, "visa_debit")), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("a field error, which is not stored", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
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
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = planBody(provider);
    const first = await client.createOnce("plan", body);
    ok(await client.cancel(checkoutIdOf(first)));
    const other = merge(body, { student: { first_name: "Another" } });
    const second = await client.createOnce("plan", other);
    expectFresh(second, 201);
    expectReplay(await client.createOnce("plan", other), second);
  });

  it("a plan whose time has passed, also before any job has tidied it", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = planBody(provider);
    const first = await client.createOnce("plan", body);
    await lapse(checkoutIdOf(first));
    const second = await client.createOnce("plan", merge(body, { student: { first_name: "Another" } }));
    expectFresh(second, 201);
    expect(await eventsOf(checkoutIdOf(first))).toEqual(["checkout.created", "checkout.expired"]);
    const third = planBody(provider);
    const lapsing = await client.create(third);
    await lapse(checkoutIdOf(lapsing));
    expectFresh(await client.create(third), 201);
  });
});
