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
    for (const key of ["k", "x".repeat(255), "a b~!@#$%^&*()_+{}|:<>?-=[];',./\\`"])
      expect(keyOf(key)).toBe(key);
    expect(keyOf(`"${"q".repeat(255)}"`)).toHaveLength(255);
    for (const header of ["", " ", '""', "x".repeat(256), "clé", "a\tb"]) {
      expect(() => keyOf(header), JSON.stringify(header)).toThrow(CheckoutError);
    }
  });
});
