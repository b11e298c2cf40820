import { describe, expect, it } from "vitest";
import { readCreate } from "../contract/create";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import type { CreateBy } from "./context";
import { claimOf } from "./idempotency";

const provider = { id: newId("prv"), code: "harbour-college", name: "Harbour College", timeZone: "UTC" };
const by = (idempotencyKey: string | null) => ({ provider, idempotencyKey }) as CreateBy;

const BODY = {
  provider: { provider_code: "harbour-college", provider_order_id: "ORD-1" },
  student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
  course: { course_name: "Certificate IV in Bookkeeping" },
  pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: 1500 },
  plan: {
    payment_type: "upfront_payment",
    payment_frequency: "Upfront",
    number_of_instalments: 1,
    instalment_amount: 1500,
    first_payment_date: "2027-02-06",
  },
  card_payment: {
    token: "tok_test_visa_abcdefghijklmnopqrstuv",
    amount_to_charge_now: 1500,
    payment_purpose: "card",
  },
};

const fingerprint = (body: unknown) =>
  Buffer.from(claimOf(by("key"), readCreate(body).value)!.fingerprint).toString("hex");

/** The same value with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe("the fingerprint of a body", () => {
  it.each<[string, unknown]>([
    ["the order of members", reversed(BODY)],
    ["members that nothing reads", { ...BODY, note: "x", student: { ...BODY.student, phone: "0400" } }],
    ["white space around text", { ...BODY, course: { course_name: ` ${BODY.course.course_name} ` } }],
    ["how a number is written", JSON.parse(JSON.stringify(BODY).replace("1500,", "1.5e3,"))],
    [
      "a default that is sent or left out",
      { ...BODY, pricing: { course_price: 1500, amount_to_finance: 1500 } },
    ],
    [
      "null for a member that is left out",
      { ...BODY, provider: { ...BODY.provider, provider_account_id: null } },
    ],
  ])("does not depend on %s", (_, body) => {
    expect(fingerprint(body)).toBe(fingerprint(BODY));
  });

  it.each<[string, unknown]>([
    ["the card's token", { ...BODY, card_payment: { ...BODY.card_payment, token: "tok_test_visa_other" } }],
    ["the student", { ...BODY, student: { ...BODY.student, first_name: "amelia" } }],
    ["the order", { ...BODY, provider: { ...BODY.provider, provider_order_id: "ORD-2" } }],
    ["the date", { ...BODY, plan: { ...BODY.plan, first_payment_date: "2027-02-07" } }],
  ])("depends on %s", (_, body) => {
    expect(fingerprint(body)).not.toBe(fingerprint(BODY));
  });
});

describe("the Idempotency-Key", () => {
  const command = readCreate(BODY).value;
  const keyOf = (header: string | null) => claimOf(by(header), command)?.key ?? null;

  it("is optional", () => {
    expect(keyOf(null)).toBeNull();
  });

  it("is the same quoted and bare", () => {
    expect(keyOf('"ORD-1"')).toBe("ORD-1");
    expect(keyOf("ORD-1")).toBe("ORD-1");
  });

  it("is 1 to 255 printable ASCII characters", () => {
    expect(keyOf("x".repeat(255))).toHaveLength(255);
    for (const header of ["", " ", '""', "x".repeat(256), "clé", "a\tb"]) {
      expect(() => keyOf(header), JSON.stringify(header)).toThrow(CheckoutError);
    }
  });
});
