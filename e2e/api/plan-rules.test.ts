import { describe, expect, it } from "vitest";
import { api, expectFieldError } from "../support/api";
import { type Body, payNowBody, planBody } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const errorsOf = (body: Body) => body.errors.map((one: Body) => `${one.pointer} ${one.code}`).sort();

describe.each(DOORS)("rules of a plan, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const send = (changes: Body) => client.create(planBody(provider, changes));
    const split = (amount_to_finance: number, number_of_instalments: number, instalment_amount: number) =>
      send({
        pricing: { course_price: amount_to_finance, amount_to_finance },
        plan: { number_of_instalments, instalment_amount },
      });
    return { provider, client, send, split };
  }

  it("all field errors come at once, across sections and within them", async () => {
    const { provider, client } = await setting();
    const { body } = await client.create({
      provider: { provider_code: provider.code, provider_order_id: "" },
      student: { first_name: "x".repeat(101), last_name: 7, email: "nobody" },
      course: {},
      pricing: { course_price: 1000, amount_to_finance: 1200, upfront_payment: -1 },
      plan: {
        payment_type: "interest_free_payment_plan",
        payment_frequency: "Upfront",
        number_of_instalments: 105,
        instalment_amount: 0,
        first_payment_date: "2027-02-30",
      },
      card_payment: { token: "" },
    });
    expect(errorsOf(body)).toEqual([
      "/card_payment not_allowed",
      "/course/course_name required",
      "/plan/first_payment_date wrong_format",
      "/plan/instalment_amount must_be_greater_than_zero",
      "/plan/number_of_instalments too_large",
      "/plan/payment_frequency not_an_option",
      "/pricing/amount_to_finance too_large",
      "/pricing/upfront_payment must_not_be_negative",
      "/provider/provider_order_id required",
      "/student/email wrong_format",
      "/student/first_name too_long",
      "/student/last_name wrong_type",
    ]);
  });

  it("a plan that does not sum is told beside a fault in another member of the plan", async () => {
    const { send } = await setting();
    const { body } = await send({ plan: { instalment_amount: 50, first_payment_date: "x" } });
    expect(errorsOf(body)).toEqual([
      "/plan/first_payment_date wrong_format",
      "/plan/instalment_amount plan_does_not_sum",
    ]);
  });

  it.each([
    [1500, 26, 57.68, 57.69, 57.75],
    [1500, 1, 1499.99, 1500, 1500],
    [0.05, 5, 0.02, 0.01, 0.01],
  ])("%d in %i of %d does not sum; %d and %d would", async (financed, count, instalment, each, last) => {
    const { split, provider, client } = await setting();
    const answer = await split(financed, count, instalment);
    expectFieldError(answer, "/plan/instalment_amount", "plan_does_not_sum");
    const [error] = answer.body.errors;
    expect(error.suggestion).toEqual({ instalment_amount: each, last_instalment_amount: last });
    expect(error.expected).toBe(String(each));
    const taken = planBody(provider, {
      pricing: { course_price: financed, amount_to_finance: financed },
      plan: { number_of_instalments: count, instalment_amount: error.suggestion.instalment_amount },
    });
    const accepted = await client.create(taken);
    expect(accepted.body.plan.schedule.at(-1).amount).toBe(last);
  });

  it("fewer cents than instalments cannot be split: the suggestion is null", async () => {
    const { split } = await setting();
    const answer = await split(0.05, 10, 0.01);
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
