import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CheckoutError } from "../domain/errors";
import { readCreate } from "./create";

// biome-ignore lint/suspicious/noExplicitAny: bodies are changed in ways that no type allows
type Body = any;

function planBody(change: (body: Body) => void = () => {}): Body {
  const body = {
    provider: { provider_code: "harbour-college", provider_order_id: "ORD-1", provider_account_id: "ACC-1" },
    student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
    course: { course_name: "Certificate IV in Bookkeeping" },
    pricing: { course_price: 1500, amount_to_finance: 1500 },
    plan: {
      payment_type: "interest_free_payment_plan",
      payment_frequency: "Fortnightly",
      number_of_instalments: 26,
      instalment_amount: 57.69,
      first_payment_date: "2027-02-06",
    },
  };
  change(body);
  return body;
}
function payNowBody(change: (body: Body) => void = () => {}): Body {
  return planBody((body) => {
    body.pricing.upfront_payment = 1500;
    Object.assign(body.plan, {
      payment_type: "upfront_payment",
      payment_frequency: "Upfront",
      number_of_instalments: 1,
      instalment_amount: 1500,
    });
    body.card_payment = {
      token: "tok_test_visa_abcdefghijklmnopqrstuv",
      amount_to_charge_now: 1500,
      payment_purpose: "card",
    };
    change(body);
  });
}

/** `field: code` of every fault, sorted. */
function faults(body: unknown): string[] {
  return faultsOf(body)
    .map(({ path, code }) => `${path.join(".")}: ${code}`)
    .sort();
}

function faultsOf(body: unknown) {
  try {
    readCreate(body);
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "validation_failed") return error.fields;
    throw error;
  }
  return [];
}

describe("a body that is right", () => {
  it("becomes a command in cents", () => {
    expect(readCreate(planBody())).toEqual({
      value: {
        body: expect.objectContaining({ provider: expect.anything() }),
        paymentType: "interest_free_payment_plan",
        paymentFrequency: "Fortnightly",
        providerCode: "harbour-college",
        providerOrderId: "ORD-1",
        providerAccountId: "ACC-1",
        firstName: "Amelia",
        lastName: "Nguyen",
        email: "amelia@example.com",
        courseName: "Certificate IV in Bookkeeping",
        coursePriceCents: 150_000,
        financedCents: 150_000,
        depositCents: 0,
        numberOfInstalments: 26,
        instalmentCents: 5_769,
        firstPaymentDate: "2027-02-06",
        metadata: null,
      },
      warnings: [],
    });
    expect(readCreate(payNowBody()).value).toMatchObject({
      paymentType: "upfront_payment",
      paymentFrequency: "Upfront",
      depositCents: 150_000,
      cardToken: "tok_test_visa_abcdefghijklmnopqrstuv",
    });
  });

  it("leaves out the deposit, the account and, on a plan, the card, or sends null for them", () => {
    const body = planBody(({ provider, pricing, ...rest }) => {
      provider.provider_account_id = null;
      pricing.upfront_payment = null;
      rest.card_payment = null;
    });
    expect(readCreate(body).value).toMatchObject({ providerAccountId: null, depositCents: 0 });
    expect(faults(payNowBody(({ pricing }) => delete pricing.upfront_payment))).toEqual([]);
  });

  it("has a deposit of what is not financed", () => {
    const body = planBody(({ pricing, plan }) => {
      pricing.amount_to_finance = 1200;
      plan.number_of_instalments = 6;
      plan.instalment_amount = 200;
    });
    expect(readCreate(body).value).toMatchObject({ financedCents: 120_000, depositCents: 30_000 });
  });

  it("is trimmed and put into one form of Unicode", () => {
    const body = planBody(({ student }) => Object.assign(student, { first_name: " Zoe\u0308\n" }));
    expect(readCreate(body).value).toMatchObject({ firstName: "Zo\u00eb" });
  });

  it.each([
    ["student", "first_name", 100],
    ["student", "last_name", 100],
    ["course", "course_name", 200],
    ["provider", "provider_order_id", 255],
    ["provider", "provider_account_id", 255],
  ] as const)("has a %s.%s of at most %i characters, which are no code units", (section, member, most) => {
    const withLength = (length: number) =>
      faults(planBody((it) => Object.assign(it[section], { [member]: "𝒜".repeat(length) })));
    expect(withLength(most)).toEqual([]);
    expect(withLength(most + 1)).toEqual([`${section}.${member}: too_long`]);
  });
});

describe("a body with faults", () => {
  it("hears of all of them at once, also of rules between sections", () => {
    const body = planBody((it) => {
      it.provider.provider_order_id = " ";
      it.student.email = "amelia";
      delete it.student.last_name;
      it.course = null;
      it.pricing.amount_to_finance = 0;
      it.plan.first_payment_date = "2027-02-30";
      it.plan.number_of_instalments = 105;
      it.plan.payment_frequency = "Upfront";
      it.card_payment = {};
    });
    expect(faults(body)).toEqual([
      "card_payment: not_allowed",
      "course: required",
      "plan.first_payment_date: wrong_format",
      "plan.number_of_instalments: too_large",
      "plan.payment_frequency: not_an_option",
      "pricing.amount_to_finance: must_be_greater_than_zero",
      "provider.provider_order_id: required",
      "student.email: wrong_format",
      "student.last_name: required",
    ]);
  });

  it("hears of a rule between members although their neighbour is wrong", () => {
    const body = payNowBody(({ pricing, plan, card_payment }) => {
      Object.assign(pricing, { amount_to_finance: 1, upfront_payment: 2 });
      plan.payment_frequency = "Weekly";
      plan.first_payment_date = "tomorrow";
      plan.number_of_instalments = 3;
      plan.instalment_amount = 500;
      Object.assign(card_payment, { token: "", amount_to_charge_now: 500, payment_purpose: "deposit" });
    });
    expect(faults(body)).toEqual([
      "card_payment.amount_to_charge_now: must_equal",
      "card_payment.payment_purpose: not_an_option",
      "card_payment.token: required",
      "plan.first_payment_date: wrong_format",
      "plan.instalment_amount: must_equal",
      "plan.number_of_instalments: must_equal",
      "plan.payment_frequency: must_equal",
      "pricing.amount_to_finance: must_equal",
      "pricing.upfront_payment: must_equal",
    ]);
  });

  it("hears of a number beyond every limit although the payment type cannot be read", () => {
    const odd = { payment_type: "x", number_of_instalments: 105 };
    expect(faults(planBody(({ plan }) => Object.assign(plan, odd)))).toHaveLength(2);
  });

  it("has one fault for a missing section, at the section", () => {
    expect(faults({})).toEqual([
      "course: required",
      "plan: required",
      "pricing: required",
      "provider: required",
      "student: required",
    ]);
    expect(faults(payNowBody((it) => delete it.card_payment))).toEqual(["card_payment: required"]);
  });

  it.each([[null], [[]], ["text"], [5], [true]])("is not an object: %j", (body) => {
    expect(faultsOf(body)).toMatchObject([{ path: [] }]);
  });

  it.each([
    [1e20, "too_large"],
    [1.5, "wrong_type"],
    ["26", "wrong_type"],
    [0, "too_small"],
    [-1, "too_small"],
    [105, "too_large"],
  ])("%s instalments are %s", (number_of_instalments, code) => {
    const body = planBody(({ plan }) => Object.assign(plan, { number_of_instalments }));
    expect(faults(body)).toEqual([`plan.number_of_instalments: ${code}`]);
  });

  it.each([
    [0, "must_be_greater_than_zero"],
    [-1, "must_be_greater_than_zero"],
    [0.001, "too_many_decimals"],
    [100_000.01, "too_large"],
    [1500.001, "too_many_decimals"],
    ["1500", "wrong_type"],
    [null, "required"],
  ])("a price of %s is %s", (course_price, code) => {
    const body = planBody(({ pricing }) => Object.assign(pricing, { course_price }));
    expect(faults(body)).toEqual([`pricing.course_price: ${code}`]);
  });

  it("is told the right deposit, and a split that sums", () => {
    const wrongDeposit = planBody(({ pricing }) => Object.assign(pricing, { upfront_payment: 10 }));
    expect(faultsOf(wrongDeposit)).toMatchObject([
      { path: ["pricing", "upfront_payment"], code: "must_equal", expected: "0" },
    ]);
    const wrongSum = planBody(({ plan }) => Object.assign(plan, { instalment_amount: 60 }));
    expect(faultsOf(wrongSum)).toMatchObject([
      { code: "plan_does_not_sum", suggestion: { instalment_amount: 57.69, last_instalment_amount: 57.75 } },
    ]);
  });

  it("holds a card number, which nothing repeats", () => {
    for (const token of ["4242424242424242", "tok 4242-4242 4242 4242", "x5555555555554444x"]) {
      const body = payNowBody(({ card_payment }) => Object.assign(card_payment, { token }));
      expect(faults(body)).toEqual(["card_payment.token: card_number_not_allowed"]);
      expect(JSON.stringify(faultsOf(body))).not.toMatch(/4242|4444/);
    }
  });

  it.each([
    ["student", "first_name", "4242 4242 4242 4242"],
    ["student", "last_name", "Nguyen 5555555555554444"],
    ["student", "email", "4242424242424242@example.com"],
    ["course", "course_name", "Bookkeeping, paid with 4242-4242-4242-4242 12/28"],
  ] as const)("holds a card number in %s.%s, which nothing repeats", (section, member, value) => {
    const body = planBody((it) => Object.assign(it[section], { [member]: value }));
    expect(faults(body)).toEqual([`${section}.${member}: card_number_not_allowed`]);
    expect(JSON.stringify(faultsOf(body))).not.toMatch(/4242|4444/);
  });

  it("does not hold a card number where an order or an account has a long number", () => {
    const references = { provider_order_id: "4242424242424242", provider_account_id: "5555 5555 5555 4444" };
    expect(faults(planBody(({ provider }) => Object.assign(provider, references)))).toEqual([]);
  });

  it("never breaks the reader, whatever stands where", () => {
    const paths = [
      ..."provider student pricing plan card_payment".split(" "),
      ..."plan.payment_type pricing.course_price student.email card_payment.token".split(" "),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(planBody, payNowBody),
        fc.constantFrom(...paths),
        fc.jsonValue(),
        (make, path, value) => {
          const [section, member] = path.split(".") as [string, string?];
          const body = make();
          if (member === undefined) body[section] = value;
          else body[section] = { ...body[section], [member]: value };
          const found = faultsOf(body);
          expect(new Set(found.map((fault) => fault.path.join("/"))).size).toBe(found.length);
        },
      ),
    );
  });
});

describe("members that nothing reads", () => {
  it("are ignored, and named with their pointer", () => {
    const unknown = { "a/b~c": { deep: 1 }, constructor: 1 };
    const body = planBody((it) =>
      Object.assign(it, unknown, { student: { ...it.student, nickname: "Amy" } }),
    );
    const { value, warnings } = readCreate(body);
    expect(value).toEqual(readCreate(planBody()).value);
    expect(warnings.map(({ pointer }) => pointer)).toEqual(["/student/nickname", "/a~1b~0c", "/constructor"]);
  });

  it("are named in whole characters where the name is long", () => {
    const { warnings } = readCreate(planBody((it) => Object.assign(it, { [`a${"😀".repeat(200)}`]: 1 })));
    expect(warnings).toMatchObject([{ pointer: `/a${"😀".repeat(99)}` }]);
  });
});
