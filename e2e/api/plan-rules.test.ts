import { describe, expect, it } from "vitest";
import { api, expectFieldError } from "../support/api";
import { type Body, payNowBody, planBody } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const errorsOf = (body: Body) => body.errors.map((one: Body) => `${one.pointer} ${one.code}`).sort();

describe.each(DOORS)("rules of a plan, through the %s entry point", (door) => {
  it("fewer cents than instalments cannot be split: the suggestion is null", async () => {
    const provider = await makeProvider();
    const pricing = { course_price: 0.05, amount_to_finance: 0.05 };
    const plan = { number_of_instalments: 10, instalment_amount: 0.01 };
    const answer = await api(door, provider.key).create(planBody(provider, { pricing, plan }));
    expectFieldError(answer, "/plan/instalment_amount", "plan_does_not_sum");
    expect(answer.body.errors[0].suggestion).toBeNull();
    expect(typeof answer.body.errors[0].expected).toBe("string");
  });
});

describe.each(DOORS)("rules of Pay Now, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    return { send: (changes: Body) => client.create(payNowBody(provider, changes)) };
  }

  it("all of them come at once, beside faults of members", async () => {
    const { send } = await setting();
    const { body } = await send({
      pricing: { amount_to_finance: 1, upfront_payment: 2 },
      plan: {
        payment_frequency: "Weekly",
        number_of_instalments: 3,
        instalment_amount: 4,
        first_payment_date: "x",
      },
      card_payment: { token: "", amount_to_charge_now: 5, payment_purpose: "deposit" },
    });
    expect(errorsOf(body)).toEqual([
      "/card_payment/amount_to_charge_now must_equal",
      "/card_payment/payment_purpose not_an_option",
      "/card_payment/token required",
      "/plan/first_payment_date wrong_format",
      "/plan/instalment_amount must_equal",
      "/plan/number_of_instalments must_equal",
      "/plan/payment_frequency must_equal",
      "/pricing/amount_to_finance must_equal",
      "/pricing/upfront_payment must_equal",
    ]);
  });

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
});
