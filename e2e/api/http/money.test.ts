import { describe, expect, it } from "vitest";
import { newCaller } from "../../support/api";
import { payNowBody } from "../../support/bodies";
import { DOORS } from "../../support/stack";

describe.each(DOORS)("money, through the %s entry point", (door) => {
  it("the card is charged the very cents, whatever the float says", async () => {
    const { provider, client } = await newCaller(door);
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
