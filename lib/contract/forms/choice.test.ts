import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../e2e/support/runs";
import { addDays } from "../../../packages/dates/calendar";
import { planFor } from "../../domain/plan-offer";
import { breaches, limitsOn, NO_POLICY, type PlanPolicy } from "../../domain/plan-policy";
import { FREQUENCIES } from "../../domain/schedule";
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

const limits = (policy: Partial<PlanPolicy> = {}) => limitsOn({ ...NO_POLICY, ...policy }, TODAY);

function errorsOf(
  changes: Partial<ChoiceFields>,
  priceCents = 150_000,
  policy: Partial<PlanPolicy> = {},
): Record<string, string> {
  const read = choiceForm(TODAY, priceCents, limits(policy)).safeParse({ ...PLAN, ...changes });
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
    expect(choiceForm(TODAY, 1, limits()).parse({ ...PLAN, paymentType: "upfront_payment" })).toEqual({
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

  it.each(["1", "2", "26", " 26 ", "026", "104", "２６"])("takes %j payments", (numberOfInstalments) => {
    expect(errorsOf({ numberOfInstalments })).toEqual({});
  });

  it.each(["0", "105", "-1", "2.5", "1e1", "1000", "six", "0x1a"])(
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

  it.each<[Partial<ChoiceFields>, Partial<PlanPolicy>, Record<string, string>]>([
    [
      { numberOfInstalments: "26" },
      { mostInstalments: 12 },
      { numberOfInstalments: "Number of payments must be between 1 and 12" },
    ],
    [
      { numberOfInstalments: "0" },
      { mostInstalments: 12, fewestInstalments: 2 },
      { numberOfInstalments: "Number of payments must be between 2 and 12" },
    ],
    [
      {},
      { smallestInstalmentCents: 10_000 },
      { numberOfInstalments: "Number of payments must be between 1 and 15" },
    ],
    [
      { firstPaymentDate: "2027-01-05" },
      { latestFirstDebitDays: 30 },
      { firstPaymentDate: "First payment date must be on or before 24 December 2026" },
    ],
    [
      { firstPaymentDate: "2026-11-26" },
      { firstDebitLeadDays: 3 },
      { firstPaymentDate: "First payment date must be on or after 27 November 2026" },
    ],
    [
      {},
      { latestLastDebitDate: "2027-02-28" },
      {
        numberOfInstalments: "Number of payments must be between 1 and 6",
      },
    ],
    [{}, { highestPriceCents: 1 }, { paymentType: "This course has no payment plan. Pay by card" }],
    // Of two limits the stricter: who keeps to it is not refused again.
    [
      {},
      { mostInstalments: 12, smallestInstalmentCents: 10_000, latestLastDebitDate: "2027-02-28" },
      { numberOfInstalments: "Number of payments must be between 1 and 6" },
    ],
    [
      { firstPaymentDate: "2027-03-05" },
      { latestFirstDebitDays: 100, latestLastDebitDate: "2027-02-28" },
      { firstPaymentDate: "First payment date must be on or before 26 February 2027" },
    ],
    // What is wrong elsewhere is said at once.
    [
      { frequency: "", firstPaymentDate: "2027-01-05" },
      { mostInstalments: 12, latestFirstDebitDays: 30 },
      {
        frequency: "Select how often you want to pay",
        numberOfInstalments: "Number of payments must be between 1 and 12",
        firstPaymentDate: "First payment date must be on or before 24 December 2026",
      },
    ],
    [
      { numberOfInstalments: "105", firstPaymentDate: "" },
      { mostInstalments: 12, fewestInstalments: 4, latestFirstDebitDays: 30 },
      {
        numberOfInstalments: "Number of payments must be between 4 and 12",
        firstPaymentDate: "Enter the first payment date",
      },
    ],
    // No number would do.
    [
      { frequency: "Monthly", numberOfInstalments: "12" },
      { fewestInstalments: 4, latestLastDebitDate: "2027-02-28" },
      { frequency: "Choose another frequency or an earlier first payment date" },
    ],
    [
      {},
      { fewestInstalments: 20, mostInstalments: 12 },
      { paymentType: "This course has no payment plan. Pay by card" },
    ],
  ])("says of %j under %j what the course allows", (changes, policy, errors) => {
    expect(errorsOf(changes, 150_000, policy)).toEqual(errors);
  });

  it("takes a row for the whole plan, whatever stands in its fields, and judges it by the same rules", () => {
    const row = { preset: "Monthly_12_2026-12-08", numberOfInstalments: "many" };
    expect(choiceForm(TODAY, 150_000, limits()).parse({ ...PLAN, ...row })).toEqual({
      ...PLAN,
      frequency: "Monthly",
      numberOfInstalments: "12",
    });
    expect(errorsOf(row, 150_000, { mostInstalments: 6 })).toEqual({
      preset: "Number of payments must be between 1 and 6",
    });
    expect(errorsOf({ preset: "Never_many_tomorrow" })).toEqual({
      preset: "Select how often you want to pay",
    });
    expect(errorsOf({ preset: "other", numberOfInstalments: "" })).toEqual({
      numberOfInstalments: "Enter the number of payments",
    });
    expect(errorsOf({ ...row, paymentType: "" })).toEqual({ paymentType: "Select how you want to pay" });
  });

  it("refuses what the policy does, and whoever does as told is not refused again", () => {
    const maybe = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: null, freq: 2 });
    const policy = fc.record({
      fewestInstalments: maybe(1, 8),
      mostInstalments: maybe(1, 30),
      smallestInstalmentCents: maybe(1, 20_000),
      firstDebitLeadDays: maybe(0, 20),
      latestFirstDebitDays: maybe(7, 120),
      latestLastDebitDays: maybe(7, 300),
      highestPriceCents: maybe(20_000, 400_000),
    });
    const plan = fc.record({
      frequency: fc.constantFrom(...FREQUENCIES),
      numberOfInstalments: fc.integer({ min: 1, max: 104 }),
      firstPaymentDate: fc.integer({ min: 0, max: 365 }).map((days) => addDays(TODAY, days)),
    });
    let followed = 0;
    fc.assert(
      fc.property(policy, plan, fc.integer({ min: 10_000, max: 300_000 }), (any, choice, price) => {
        const made = planFor(price, choice)!;
        const broken = breaches(limits(any), { ...made, priceCents: price, depositCents: 0 });
        const fields = { ...choice, numberOfInstalments: String(choice.numberOfInstalments) };
        const errors = errorsOf(fields, price, any);
        expect(Object.keys(errors).length === 0).toBe(broken.length === 0);
        const [, most] =
          /^Number of payments must be between \d+ and (\d+)/.exec(errors.numberOfInstalments ?? "") ?? [];
        if (!most) return;
        followed += 1;
        const again = errorsOf({ ...fields, numberOfInstalments: most }, price, any);
        expect(again).not.toHaveProperty("numberOfInstalments");
      }),
      { numRuns: runs(1_000) },
    );
    expect(followed).toBeGreaterThan(runs(100));
  });
});
