import { describe, expect, it } from "vitest";
import { api, expectFieldError, expectProblem } from "../../support/api";
import { type Body, payNowBody, planBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { DOORS } from "../../support/stack";

const at = (field: string, value: unknown): Body => {
  const [section, member] = field.split(".") as [string, string];
  return { [section]: { [member]: value } };
};

/** Every field of the table that both flows have, with values of another type. */
const STRINGS = [
  "provider.provider_code",
  "provider.provider_order_id",
  "provider.provider_account_id",
  "student.first_name",
  "student.last_name",
  "student.email",
  "course.course_name",
  "plan.payment_type",
  "plan.payment_frequency",
  "plan.first_payment_date",
];
const NUMBERS = [
  "pricing.course_price",
  "pricing.amount_to_finance",
  "pricing.upfront_payment",
  "plan.number_of_instalments",
  "plan.instalment_amount",
];
const CARD_FIELDS = [
  "card_payment.token",
  "card_payment.amount_to_charge_now",
  "card_payment.payment_purpose",
];
const OPTIONAL = ["provider.provider_account_id", "pricing.upfront_payment"];

describe.each(DOORS)("specification, Checkout create request, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  it.each(STRINGS)("%s is a string", async (field) => {
    const { provider, client } = await setting();
    for (const wrong of [7, true, ["x"], { x: 1 }]) {
      const answer = await client.create(planBody(provider, at(field, wrong)));
      expectFieldError(answer, `/${field.replace(".", "/")}`, "wrong_type");
    }
  });

  it.each(NUMBERS)("%s is a number", async (field) => {
    const { provider, client } = await setting();
    for (const wrong of ["1500", true, [1], { x: 1 }]) {
      const answer = await client.create(planBody(provider, at(field, wrong)));
      expectFieldError(answer, `/${field.replace(".", "/")}`, "wrong_type");
    }
  });

  it.each([...STRINGS, ...NUMBERS].filter((field) => !OPTIONAL.includes(field)))(
    "%s is required in both flows: absent, null and, as text, empty are refused",
    async (field) => {
      const { provider, client } = await setting();
      for (const bodyOf of [planBody, payNowBody])
        for (const nothing of [undefined, null, ...(STRINGS.includes(field) ? ["", "  "] : [])])
          expectFieldError(
            await client.create(bodyOf(provider, at(field, nothing))),
            `/${field.replace(".", "/")}`,
            "required",
          );
    },
  );

  it.each(OPTIONAL)("%s may be left out or null", async (field) => {
    const { provider, client } = await setting();
    for (const bodyOf of [planBody, payNowBody])
      for (const nothing of [undefined, null])
        expect((await client.create(bodyOf(provider, at(field, nothing)))).status).toBe(201);
  });

  it.each(CARD_FIELDS)("%s is required for Pay Now", async (field) => {
    const { provider, client } = await setting();
    for (const nothing of [undefined, null])
      expectFieldError(
        await client.create(payNowBody(provider, at(field, nothing))),
        `/${field.replace(".", "/")}`,
        "required",
      );
  });

  it("provider.provider_code must match the code that the key is bound to", async () => {
    const { provider, client } = await setting();
    const other = await makeProvider();
    const answer = await client.create(planBody(provider, { provider: { provider_code: other.code } }));
    expectProblem(answer, 403, "provider_code_mismatch");
  });

  it.each(["amelia", "amelia@", "@example.com", "amelia@example", "a b@example.com", "a@b@example.com"])(
    "student.email is an e-mail address: %s is none",
    async (email) => {
      const { provider, client } = await setting();
      expectFieldError(
        await client.create(planBody(provider, { student: { email } })),
        "/student/email",
        "wrong_format",
      );
    },
  );

  it("plan.payment_type is upfront_payment or interest_free_payment_plan", async () => {
    const { provider, client } = await setting();
    for (const payment_type of ["card", "UPFRONT_PAYMENT", "payment_plan"])
      expectFieldError(
        await client.create(planBody(provider, { plan: { payment_type } })),
        "/plan/payment_type",
        "not_an_option",
      );
  });

  it("plan.payment_frequency is Upfront for Pay Now and Fortnightly for a plan", async () => {
    const { provider, client } = await setting();
    expectFieldError(
      await client.create(payNowBody(provider, { plan: { payment_frequency: "Fortnightly" } })),
      "/plan/payment_frequency",
      "must_equal",
    );
    expectFieldError(
      await client.create(planBody(provider, { plan: { payment_frequency: "Upfront" } })),
      "/plan/payment_frequency",
      "not_an_option",
    );
  });

  it("plan.number_of_instalments is an integer, and 1 for Pay Now", async () => {
    const { provider, client } = await setting();
    const pointer = "/plan/number_of_instalments";
    const send = (body: Body) => client.create(body);
    expectFieldError(
      await send(planBody(provider, { plan: { number_of_instalments: 2.5 } })),
      pointer,
      "wrong_type",
    );
    expectFieldError(
      await send(payNowBody(provider, { plan: { number_of_instalments: 2 } })),
      pointer,
      "must_equal",
    );
  });

  it("plan.instalment_amount may be decimal", async () => {
    const { provider, client } = await setting();
    const { body } = await client.create(planBody(provider, { plan: { instalment_amount: 57.69 } }));
    expect(body.plan.instalment_amount).toBe(57.69);
  });

  it.each(["2026-11-31", "30-11-2026", "2027-1-5", "2027-02-30", "tomorrow", "2027-02-06T00:00:00Z"])(
    "plan.first_payment_date is a date YYYY-MM-DD: %s is none",
    async (first_payment_date) => {
      const { provider, client } = await setting();
      for (const bodyOf of [planBody, payNowBody])
        expectFieldError(
          await client.create(bodyOf(provider, { plan: { first_payment_date } })),
          "/plan/first_payment_date",
          "wrong_format",
        );
    },
  );

  it("card_payment.payment_purpose is card", async () => {
    const { provider, client } = await setting();
    const body = payNowBody(provider, { card_payment: { payment_purpose: "deposit" } });
    expectFieldError(await client.create(body), "/card_payment/payment_purpose", "not_an_option");
  });

  it("rule 1: the plan object is required for both payment types", async () => {
    const { provider, client } = await setting();
    for (const bodyOf of [planBody, payNowBody])
      expectFieldError(await client.create(bodyOf(provider, { plan: undefined })), "/plan", "required");
  });

  it("rule 2: amount_to_finance greater than 0 is required for both payment types", async () => {
    const { provider, client } = await setting();
    for (const bodyOf of [planBody, payNowBody])
      for (const amount_to_finance of [0, -1, -0.01]) {
        const answer = await client.create(bodyOf(provider, { pricing: { amount_to_finance } }));
        expectFieldError(answer, "/pricing/amount_to_finance", "must_be_greater_than_zero");
      }
  });

  it("rule 3: card_payment is sent only for upfront_payment", async () => {
    const { provider, client } = await setting();
    const { card_payment } = payNowBody(provider);
    for (const sent of [card_payment, {}, "x"]) {
      const answer = await client.create(planBody(provider, { card_payment: sent }));
      expectFieldError(answer, "/card_payment", "not_allowed");
      expect(answer.body.errors).toHaveLength(1);
    }
    expectFieldError(
      await client.create(payNowBody(provider, { card_payment: undefined })),
      "/card_payment",
      "required",
    );
  });

  it("rule 4: every section is required", async () => {
    const { provider, client } = await setting();
    for (const section of ["provider", "student", "course", "pricing", "plan"])
      expectFieldError(
        await client.create(planBody(provider, { [section]: undefined })),
        `/${section}`,
        "required",
      );
  });
});
