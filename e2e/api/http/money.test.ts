import { describe, expect, it } from "vitest";
import { api, expectFieldError } from "../../support/api";
import { payNowBody, planBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { DOORS } from "../../support/stack";

/** A plan of one instalment, so that one amount stands in all three places, written as the test wants it. */
const ONE = "__AMOUNT__";

describe.each(DOORS)("money, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const plan = { number_of_instalments: 1, instalment_amount: ONE };
    const pricing = { course_price: ONE, amount_to_finance: ONE };
    const send = (amount: string) =>
      client.call("POST", "/v1/provider-checkouts", {
        raw: JSON.stringify(planBody(provider, { pricing, plan })).replaceAll(`"${ONE}"`, amount),
      });
    return { provider, client, send };
  }

  it.each([
    ["1500", 1500],
    ["150000e-2", 1500],
    ["57.690000000000005", 57.69],
    ["0.01", 0.01],
    ["100000.00000000001", 100000],
  ])("%s is read to the cent", async (written, amount) => {
    const { send } = await setting();
    const answer = await send(written);
    expect(answer.status, answer.text.slice(0, 500)).toBe(201);
    expect(answer.body.pricing).toEqual({
      course_price: amount,
      amount_to_finance: amount,
      upfront_payment: 0,
    });
    expect(answer.body.plan.schedule).toMatchObject([{ amount, balance_after: 0 }]);
  });

  it("a deposit may be 0 or -0, and not negative", async () => {
    const { provider, client } = await setting();
    const send = (upfront_payment: string) =>
      client.call("POST", "/v1/provider-checkouts", {
        raw: JSON.stringify(planBody(provider, { pricing: { upfront_payment: ONE } })).replace(
          `"${ONE}"`,
          upfront_payment,
        ),
      });
    for (const nothing of ["0", "-0", "0.00", "-0.00000000001"]) {
      const answer = await send(nothing);
      expect(answer.status, answer.text.slice(0, 500)).toBe(201);
      expect(Object.is(answer.body.pricing.upfront_payment, 0)).toBe(true);
    }
    for (const less of ["-0.01", "-1", "-100000"])
      expectFieldError(await send(less), "/pricing/upfront_payment", "must_not_be_negative");
  });

  it("the card is charged the very cents, whatever the float says", async () => {
    const { provider, client } = await setting();
    for (const amount of [0.07, 1.1, 8.41, 1234.56, 4.35, 99999.99]) {
      const body = payNowBody(provider, {
        pricing: { course_price: amount, amount_to_finance: amount, upfront_payment: amount },
        plan: { instalment_amount: amount },
        card_payment: { amount_to_charge_now: amount },
      });
      const answer = await client.create(body);
      expect(answer.body.card_payment.amount_charged).toBe(amount);
      expect((await client.charges(body.provider.provider_order_id)).body.data).toMatchObject([{ amount }]);
    }
  });
});
