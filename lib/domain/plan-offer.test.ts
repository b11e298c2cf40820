import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_INSTALMENTS } from "./limits";
import { formatMoney } from "./money";
import { describePlan, planFor, usualChoice } from "./plan-offer";
import { checkPlanSum, FREQUENCIES } from "./schedule";

describe("the plan that a portal offers", () => {
  it("divides 1,500.00 into 26 fortnightly payments of 57.69, the last of 57.75", () => {
    const plan = planFor(150_000, usualChoice("2026-11-21"))!;
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
