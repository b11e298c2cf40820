import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_INSTALMENTS } from "./limits";
import { formatMoney } from "./money";
import {
  choiceWord,
  describePlan,
  describePreset,
  givesPlan,
  type OfferedPlan,
  planFor,
  presetsFor,
  withPlanUnderWay,
} from "./plan-offer";
import { limitsOn, NO_POLICY, type PlanPolicy } from "./plan-policy";
import { checkPlanSum, FREQUENCIES } from "./schedule";

const presets = (price: number, today: string, policy: Partial<PlanPolicy> = {}) =>
  presetsFor(price, today, limitsOn({ ...NO_POLICY, ...policy }, today));

describe("the plan that a portal offers", () => {
  it("divides 1,500.00 into 26 fortnightly payments of 57.69, the last of 57.75", () => {
    const [plan] = presets(150_000, "2026-11-21") as [OfferedPlan];
    expect(plan).toMatchObject({
      frequency: "Fortnightly",
      instalmentCents: 5_769,
      lastInstalmentCents: 5_775,
    });
    // Two weeks from then is a Saturday: the plan begins on the business day after it.
    expect(plan.firstPaymentDate).toBe("2026-12-07");
    expect(plan.schedule).toHaveLength(26);
    expect(describePlan(plan, formatMoney)).toBe(
      "26 fortnightly payments of $57.69, no interest, last payment $57.75",
    );
  });

  it("has three rows: the usual one, half as long, and by the month", () => {
    const rows = (price: number, policy?: Partial<PlanPolicy>) =>
      presets(price, "2026-11-23", policy).map((plan) => describePreset(plan, "2026-11-23", formatMoney));
    expect(rows(150_000)).toEqual([
      "26 × $57.69 a fortnight, until November 2027",
      "13 × $115.38 a fortnight, until May",
      "12 × $125.00 a month, until November 2027",
    ]);
    expect(rows(34_900, { latestLastDebitDays: 91 })).toEqual([
      "6 × $58.16 a fortnight, until February",
      "3 × $116.33 a fortnight, until January",
      "3 × $116.33 a month, until February",
    ]);
    expect(rows(34_900, { latestLastDebitDays: 20 })).toEqual(["1 × $349.00, in December"]);
    expect(rows(34_900, { fewestInstalments: 5, mostInstalments: 5 })).toEqual([
      "5 × $69.80 a fortnight, until February",
      "5 × $69.80 a month, until April",
    ]);
    expect(rows(34_900, { leastDepositCents: 100 })).toEqual([]);
    expect(rows(34_900, { highestPriceCents: 34_899 })).toEqual([]);
  });

  it("begins at the date that was chosen before, if it may", () => {
    const limits = limitsOn({ ...NO_POLICY, latestFirstDebitDays: 30 }, "2026-11-23");
    const first = (date: string) => presetsFor(150_000, "2026-11-23", limits, date)[0]!.firstPaymentDate;
    expect(["2026-12-01", "2026-11-20", "2027-01-30"].map(first)).toEqual([
      "2026-12-01",
      "2026-12-07",
      "2026-12-07",
    ]);
    expect(choiceWord(presets(150_000, "2026-11-23")[0]!)).toBe("Fortnightly_26_2026-12-07");
  });

  it("begins earlier where nothing fits in two weeks, the next business day at first, and today at last", () => {
    const rows = (today: string, policy: Partial<PlanPolicy>) =>
      presets(150_000, today, policy).map(choiceWord);
    // In two weeks 12 payments are too many until 22 February, from tomorrow 13 fit.
    expect(rows("2026-11-24", { fewestInstalments: 12, latestLastDebitDays: 90 })).toEqual([
      "Weekly_13_2026-11-25",
      "Weekly_12_2026-11-25",
    ]);
    expect(rows("2026-11-24", { fewestInstalments: 2, latestLastDebitDate: "2026-12-01" })).toEqual([
      "Weekly_2_2026-11-24",
    ]);
    const limits = limitsOn({ ...NO_POLICY, fewestInstalments: 12, latestLastDebitDays: 90 }, "2026-11-24");
    expect(presetsFor(150_000, "2026-11-24", limits, "2026-12-10").map(choiceWord)).toHaveLength(2);
  });

  it("never begins before the first debit that is possible", () => {
    const rows = (policy: Partial<PlanPolicy>, first: string | null = null) => {
      const limits = limitsOn({ ...NO_POLICY, ...policy }, "2026-11-24");
      return presetsFor(150_000, "2026-11-24", limits, first).map((plan) => plan.firstPaymentDate);
    };
    const lead = { firstDebitLeadDays: 3 };
    expect(rows(lead)[0], "in two weeks, as ever").toBe("2026-12-08");
    expect(rows(lead, "2026-11-26")[0], "the date chosen before").toBe("2026-12-08");
    expect(rows(lead, "2026-11-27")[0]).toBe("2026-11-27");
    expect(rows({ firstDebitLeadDays: 13 })[0]).toBe("2026-12-11");
    const tight = { ...lead, fewestInstalments: 2, latestLastDebitDate: "2026-12-04" };
    expect(rows(tight)[0], "the earliest where nothing else is in time").toBe("2026-11-27");
    expect(rows({ ...tight, latestLastDebitDate: "2026-12-03" })).toEqual([]);
  });

  it("names a last payment only where it is another amount", () => {
    const choice = { frequency: "Monthly", firstPaymentDate: "2027-01-04" } as const;
    const of = (count: number) =>
      describePlan(planFor(120_000, { ...choice, numberOfInstalments: count })!, formatMoney);
    expect(of(12)).toBe("12 monthly payments of $100.00, no interest");
    expect(of(1)).toBe("1 payment of $1,200.00, no interest");
  });

  it("always comes to the price by the rules of the API, or is none at all", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: MAX_INSTALMENTS }),
        fc.constantFrom(...FREQUENCIES),
        (price, numberOfInstalments, frequency) => {
          const plan = planFor(price, { frequency, numberOfInstalments, firstPaymentDate: "2027-01-29" });
          if (price < numberOfInstalments) {
            expect(plan).toBeNull();
            return;
          }
          const { instalmentCents, lastInstalmentCents, schedule } = plan!;
          expect(checkPlanSum({ financedCents: price, instalmentCents, numberOfInstalments })).toEqual({
            ok: true,
            lastInstalmentCents,
          });
          expect(schedule.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(price);
        },
      ),
    );
  });
});

describe("a plan under way", () => {
  const today = "2026-11-23";
  const underWay = planFor(150_000, {
    frequency: "Fortnightly",
    numberOfInstalments: 26,
    firstPaymentDate: "2026-12-07",
  })!;
  const WORD = "Fortnightly_26_2026-12-07";
  const rows = (policy: Partial<PlanPolicy>, priceCents = 150_000, on = today) => {
    const offer = { priceCents, today: on, limits: limitsOn({ ...NO_POLICY, ...policy }, on) };
    return withPlanUnderWay(presets(priceCents, on, policy), underWay, offer);
  };

  it("stands in its own row with the amounts that were agreed, whatever the course costs now", () => {
    expect(rows({}).map(choiceWord)).toEqual(presets(150_000, today).map(choiceWord));
    expect(rows({}, 170_000)[0]).toBe(underWay);
    expect(rows({}, 170_000)).toHaveLength(3);
  });

  it("stands before the others where limits or its first day no longer allow it, and alone where there is none", () => {
    expect(rows({ mostInstalments: 12 }).map(choiceWord)).toEqual([
      WORD,
      "Fortnightly_12_2026-12-07",
      "Fortnightly_6_2026-12-07",
      "Monthly_12_2026-12-07",
    ]);
    expect(rows({}, 150_000, "2026-12-08").map(choiceWord)[0]).toBe(WORD);
    expect(rows({ highestPriceCents: 1 })).toEqual([underWay]);
  });

  it("has no row of its own where the fields give what may be chosen still", () => {
    expect(rows({ fewestInstalments: 26, latestFirstDebitDays: 7 }).map(choiceWord)[0]).toBe(WORD);
    const others = presets(150_000, today, { mostInstalments: 30 }).filter((one) => choiceWord(one) !== WORD);
    const offer = { priceCents: 150_000, today, limits: limitsOn(NO_POLICY, today) };
    expect(withPlanUnderWay(others, underWay, offer)).toEqual(others);
  });

  it("has a row of its own once its first debit is too near", () => {
    expect(rows({ firstDebitLeadDays: 10 }).map(choiceWord)).toEqual(presets(150_000, today).map(choiceWord));
    expect(rows({ firstDebitLeadDays: 11 })[0]).toBe(underWay);
  });

  it("is given by its row or its fields, as they are read, and by nothing else", () => {
    const fields = { frequency: "Fortnightly", numberOfInstalments: " 026", firstPaymentDate: "2026-12-07 " };
    expect(givesPlan(fields, underWay)).toBe(true);
    expect(givesPlan({ ...fields, preset: "other" }, underWay)).toBe(true);
    expect(givesPlan({ ...fields, preset: WORD, numberOfInstalments: "" }, underWay)).toBe(true);
    for (const other of [
      { preset: "Fortnightly_25_2026-12-07" },
      { frequency: "Weekly" },
      { numberOfInstalments: "0x1a" },
      { numberOfInstalments: "260" },
      { firstPaymentDate: "2026-12-08" },
    ])
      expect(givesPlan({ ...fields, ...other }, underWay)).toBe(false);
  });
});
