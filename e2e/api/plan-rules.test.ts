import { expect, it } from "vitest";
import { newCaller } from "../support/api";
import { type Body, payNowBody } from "../support/bodies";

async function setting() {
  const { provider, client } = await newCaller();
  return { send: (changes: Body) => client.create(payNowBody(provider, changes)) };
}

it("upfront_payment may be left out, and is answered as the whole fee", async () => {
  const { send } = await setting();
  const { body } = await send({ pricing: { upfront_payment: undefined } });
  expect(body.pricing.upfront_payment).toBe(1500);
  expect(body.plan.schedule).toEqual([]);
});

it.each(["2020-02-29", "0001-01-01", "9999-12-31"])(
  "first_payment_date %s is stored, whatever today is",
  async (first_payment_date) => {
    const { send } = await setting();
    const { status, body } = await send({ plan: { first_payment_date } });
    expect([status, body.plan.first_payment_date]).toEqual([201, first_payment_date]);
  },
);
