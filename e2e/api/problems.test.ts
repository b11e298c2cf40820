import { expect, it } from "vitest";
import { expectProblem, newCaller } from "../support/api";
import { cardToken, payNowBody, planBody } from "../support/bodies";
import { payNow } from "../support/scenes";

it("field errors have field, pointer, code, message and, as text, what is expected", async () => {
  const { provider, client } = await newCaller();
  const wrong = planBody(provider, {
    pricing: { course_price: 1500.005, amount_to_finance: 0 },
    plan: { number_of_instalments: 1.5, instalment_amount: 100_001, first_payment_date: "x" },
    student: { first_name: "x".repeat(101), email: 7 },
    course: { course_name: "a\u0007b" },
  });
  const { body } = await client.create(wrong);
  expect(body.detail).toBe(`${body.errors.length} fields need correcting.`);
  expect(body.errors.length).toBeGreaterThan(7);
  const one = await client.create(planBody(provider, { course: { course_name: "" } }));
  expect(one.body.detail).toBe("1 field needs correcting.");
  for (const error of body.errors) {
    expect(error.pointer).toBe(`/${error.field.replaceAll(".", "/")}`);
    expect(error.message).toContain(error.field.split(".").at(-1));
    expect(error.code).toMatch(/^[a-z_]+$/);
    expect(typeof error.expected).toBe("string");
  }
  expect(body.errors).toContainEqual({
    field: "pricing.amount_to_finance",
    pointer: "/pricing/amount_to_finance",
    code: "must_be_greater_than_zero",
    message: "amount_to_finance must be greater than 0.",
    expected: "> 0",
  });
});

it("an address with /v1 twice, and a key that was used, say what to do", async () => {
  const { provider, client } = await newCaller();
  expect((await client.get("/v1/v1/environment")).body.detail).toBe(
    "There is nothing at /v1/v1/environment. Leave /v1 out of the base URL: every path already begins with it.",
  );
  await client.createOnce("key", planBody(provider));
  const { detail } = (await client.createOnce("key", planBody(provider))).body;
  expect(detail).toContain("Use a new key for a new request, or send the first body again.");
});

it.each([
  ["generic_decline", /declined/],
  ["insufficient_funds", /not enough money/],
  ["lost_card", /declined/],
  ["stolen_card", /declined/],
  ["expired_card", /expired/],
  ["incorrect_cvc", /security code/],
  ["processing_error", /declined/],
])("a decline for %s tells the student what to do and that nothing was charged", async (decline, says) => {
  const { provider, client } = await newCaller();
  const { answer, id } = await payNow(client, provider, `declined_${decline}`);
  expectProblem(answer, 402, "card_declined");
  expect(answer.body.card_payment.decline_code).toBe(decline);
  expect(answer.body.user_message).toMatch(says);
  expect(answer.body.user_message).toContain("You have not been charged.");
  expect(answer.body.user_message).not.toMatch(/lost|stolen/i);
  expect((await client.status(id)).body.checkout_status).toBe("Payment Failed");
});

it("a token that the gateway does not know, or has seen, is a field error, and frees the order", async () => {
  const { provider, client } = await newCaller();
  const body = payNowBody(provider, { card_payment: { token: "tok_test_nothing_abcdefghijklmnopqrstuv" } });
  const refused = async (token: string, code: string) => {
    const answer = await client.create({ ...body, card_payment: { ...body.card_payment, token } });
    expectProblem(answer, 422, "validation_failed");
    expect(answer.body.errors).toMatchObject([
      { pointer: "/card_payment/token", code, expected: expect.any(String) },
    ]);
    return answer.body.errors[0];
  };
  const told = await refused(body.card_payment.token, "token_unknown");
  expect(told.expected).toContain("tok_test_visa_abcdefghijklmnopqrstuv");
  await refused("tok_live_visa_abcdefghijklmnopqrstuv", "token_unknown");
  await refused("x", "token_unknown");
  const token = cardToken();
  const other = payNowBody(provider, { card_payment: { token } });
  expect((await client.create(other)).status).toBe(201);
  await refused(token, "token_already_used");
  const paid = await client.create({ ...body, card_payment: { ...body.card_payment, token: cardToken() } });
  expect(paid.status).toBe(201);
});
