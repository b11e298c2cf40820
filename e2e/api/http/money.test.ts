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
    ["1500.00", 1500],
    ["1500.000000000", 1500],
    ["1.5e3", 1500],
    ["15E+2", 1500],
    ["150000e-2", 1500],
    ["57.69", 57.69],
    ["57.690000000000005", 57.69],
    ["57.689999999999998", 57.69],
    ["0.1", 0.1],
    ["0.30000000000000004", 0.3],
    ["1.005e2", 100.5],
    ["0.01", 0.01],
    ["99999.99", 99999.99],
    ["100000", 100000],
    ["100000.00000000001", 100000],
    ["1e5", 100000],
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

  it.each([
    ["57.691", "57.69"],
    ["57.695", "57.7"],
    ["57.6949", "57.69"],
    ["1.005", "1.01"],
    ["0.015", "0.02"],
    ["1500.001", "1500"],
    ["57.6900001", "57.69"],
    ["0.001", "0"],
    ["99999.999", "100000"],
  ])("%s is too_many_decimals, and %s is expected", async (written, expected) => {
    const { send } = await setting();
    const answer = await send(written);
    for (const pointer of [
      "/pricing/course_price",
      "/pricing/amount_to_finance",
      "/plan/instalment_amount",
    ]) {
      expectFieldError(answer, pointer, "too_many_decimals");
      const found = answer.body.errors.find((one: { pointer: string }) => one.pointer === pointer);
      expect(found.expected).toBe(expected);
    }
  });

  it.each(["100000.01", "100001", "1e6", "1e15", "1e20", "1.7976931348623157e308", "9007199254740993"])(
    "%s is more than 100,000 and too_large",
    async (written) => {
      const { send } = await setting();
      expectFieldError(await send(written), "/pricing/course_price", "too_large");
    },
  );

  it.each(["0", "-0", "0.0", "0e9", "-1", "-0.01", "-1e300", "-0.001", "1e-300", "5e-324"])(
    "%s is not greater than zero",
    async (written) => {
      const { send } = await setting();
      const answer = await send(written);
      for (const pointer of [
        "/pricing/course_price",
        "/pricing/amount_to_finance",
        "/plan/instalment_amount",
      ])
        expectFieldError(answer, pointer, "must_be_greater_than_zero");
    },
  );

  it.each(['"1500"', '"1500.00"', "true", "[1500]", '{"amount":1500}', '""'])(
    "%s is no number",
    async (written) => {
      const { send } = await setting();
      expectFieldError(await send(written), "/pricing/amount_to_finance", "wrong_type");
    },
  );

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
