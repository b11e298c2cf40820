import { describe, expect, it } from "vitest";
import { type ChoiceFields, choiceForm } from "./choice";

const TODAY = "2026-11-24";
const PLAN: ChoiceFields = {
  paymentType: "interest_free_payment_plan",
  frequency: "Fortnightly",
  numberOfInstalments: "26",
  firstPaymentDate: "2026-12-08",
};
const UNANSWERED: ChoiceFields = {
  paymentType: "",
  frequency: "",
  numberOfInstalments: "",
  firstPaymentDate: "",
};

function errorsOf(changes: Partial<ChoiceFields>, priceCents = 150_000): Record<string, string> {
  const read = choiceForm(TODAY, priceCents).safeParse({ ...PLAN, ...changes });
  const issues = read.error?.issues ?? [];
  const errors = Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
  expect(Object.keys(errors), "one message a field").toHaveLength(issues.length);
  return errors;
}

describe("the form of how to pay", () => {
  it("asks which of the two", () => {
    expect(errorsOf(UNANSWERED)).toEqual({ paymentType: "Select how you want to pay" });
    expect(errorsOf({ paymentType: "cash" as "" })).toEqual({ paymentType: "Select how you want to pay" });
  });

  it("asks nothing more of who pays by card, whatever stands in the plan's fields", () => {
    for (const rest of [UNANSWERED, { ...PLAN, numberOfInstalments: "many" }])
      expect(errorsOf({ ...rest, paymentType: "upfront_payment" })).toEqual({});
    expect(choiceForm(TODAY, 1).parse({ ...PLAN, paymentType: "upfront_payment" })).toEqual({
      paymentType: "upfront_payment",
    });
  });

  it("names every member of a plan that is missing", () => {
    expect(errorsOf({ ...UNANSWERED, paymentType: "interest_free_payment_plan" })).toEqual({
      frequency: "Select how often you want to pay",
      numberOfInstalments: "Enter the number of payments",
      firstPaymentDate: "Enter the first payment date",
    });
  });

  it.each(["1", "2", "26", " 26 ", "026", "104"])("takes %j payments", (numberOfInstalments) => {
    expect(errorsOf({ numberOfInstalments })).toEqual({});
  });

  it.each(["0", "105", "-1", "2.5", "1e1", "1000", "six", "２６", "0x1a"])(
    "says how many payments there can be to who enters %j",
    (numberOfInstalments) => {
      expect(errorsOf({ numberOfInstalments })).toEqual({
        numberOfInstalments: "Number of payments must be between 1 and 104",
      });
    },
  );

  it("has no more payments than the price has cents", () => {
    expect(errorsOf({ numberOfInstalments: "50" }, 50)).toEqual({});
    expect(errorsOf({ numberOfInstalments: "51" }, 50)).toEqual({
      numberOfInstalments: "Number of payments must be between 1 and 50",
    });
    expect(errorsOf({ numberOfInstalments: "104" }, 104)).toEqual({});
  });

  it.each(["2026-11-24", " 2026-11-25 ", "2027-11-24"])("takes %j for the first payment", (date) => {
    expect(errorsOf({ firstPaymentDate: date })).toEqual({});
  });

  it.each([
    ["2026-11-23", "First payment date must be on or after 24 November 2026"],
    ["1999-12-31", "First payment date must be on or after 24 November 2026"],
    ["2027-11-25", "First payment date must be on or before 24 November 2027"],
    ["2026-02-30", "First payment date must be a real date"],
    ["2026-13-01", "First payment date must be a real date"],
    ["24/11/2026", "First payment date must be a real date"],
    ["tomorrow", "First payment date must be a real date"],
    ["", "Enter the first payment date"],
  ])("says of the first payment on %j what is wrong", (date, message) => {
    expect(errorsOf({ firstPaymentDate: date })).toEqual({ firstPaymentDate: message });
  });
});
