import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../e2e/support/runs";
import { addDays } from "../../packages/dates/calendar";
import { choiceForm } from "../contract/forms/choice";
import { detailsForm } from "../contract/forms/details";
import { planFor } from "../domain/plan-offer";
import { limitsOn, NO_POLICY } from "../domain/plan-policy";
import { FREQUENCIES } from "../domain/schedule";
import type { Enrolment } from "./context";
import { planCommand } from "./plan";

const TODAY = "2026-11-24";

/** An enrolment as far as a checkout is made from it. */
const enrolment = (student: object, priceCents = 150_000) =>
  ({
    provider: { code: "college" },
    course: { name: "Certificate IV in Bookkeeping", priceCents },
    enrolment: { providerOrderId: "ENR-00000-00000", ...student },
  }) as Enrolment;

const AMELIA = { firstName: "Amelia", lastName: "Nguyen", email: "amelia@example.com" };
const PLAN = planFor(150_000, { frequency: "Weekly", numberOfInstalments: 1, firstPaymentDate: TODAY })!;

describe("what a form of the portal accepts, create accepts", () => {
  it("of names and e-mail addresses", () => {
    const any = fc.string({ unit: "binary", maxLength: 120 });
    const word = fc.string({ unit: fc.constantFrom(..."aZ09é李😀'-._+ \u00ad\u200b\u0301"), maxLength: 120 });
    const name = fc.oneof(any, word);
    const email = fc.oneof(
      any,
      fc.emailAddress(),
      fc.tuple(word, word, word).map(([user, host, end]) => `${user}@${host}.${end}`),
    );
    let accepted = 0;
    fc.assert(
      fc.property(name, name, email, (firstName, lastName, address) => {
        const read = detailsForm.safeParse({ firstName, lastName, email: address });
        if (!read.success) return;
        accepted += 1;
        expect(planCommand(enrolment(read.data), PLAN)).toMatchObject(read.data);
      }),
      { numRuns: runs(500) },
    );
    expect(accepted).toBeGreaterThan(runs(20));
  });

  it("of plans, whose payments come to the price to the cent", () => {
    const price = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10_000_000 }));
    fc.assert(
      fc.property(
        price,
        fc.constantFrom(...FREQUENCIES),
        fc.integer({ min: 0, max: 110 }),
        fc.integer({ min: -1, max: 366 }),
        (priceCents, frequency, count, days) => {
          const read = choiceForm(TODAY, priceCents, limitsOn(NO_POLICY, TODAY)).safeParse({
            paymentType: "interest_free_payment_plan",
            frequency,
            numberOfInstalments: String(count),
            firstPaymentDate: addDays(TODAY, days),
          });
          const most = Math.min(104, priceCents);
          expect(read.success).toBe(count >= 1 && count <= most && days >= 0 && days <= 365);
          if (!read.success || read.data.paymentType === "upfront_payment") return;
          const { firstPaymentDate } = read.data;
          const plan = planFor(priceCents, { frequency, numberOfInstalments: count, firstPaymentDate })!;
          expect(plan.schedule.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(priceCents);
          const command = planCommand(enrolment(AMELIA, priceCents), plan);
          expect(command).toMatchObject({
            coursePriceCents: priceCents,
            financedCents: priceCents,
            depositCents: 0,
            instalmentCents: plan.instalmentCents,
            numberOfInstalments: count,
            paymentFrequency: frequency,
            firstPaymentDate,
          });
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe("the price of a checkout", () => {
  it("is the course's, and no answer of a student can hold another", () => {
    const altered = {
      ...AMELIA,
      priceCents: 1,
      price: 1,
      amountCents: 1,
      course_price: 1,
      chosenPriceCents: 1,
    };
    expect(planCommand(enrolment(altered), PLAN)).toMatchObject({
      coursePriceCents: 150_000,
      financedCents: 150_000,
    });
    expect(detailsForm.parse(altered)).toEqual(AMELIA);
    const choice = { paymentType: "upfront_payment", priceCents: 1, amount: "0.01", chosenPriceCents: 1 };
    expect(choiceForm(TODAY, 150_000, limitsOn(NO_POLICY, TODAY)).parse(choice)).toEqual({
      paymentType: "upfront_payment",
    });
  });

  it("is refused where it is not what the plan comes to", () => {
    const { numberOfInstalments, instalmentCents } = PLAN;
    expect([numberOfInstalments, instalmentCents]).toEqual([1, 150_000]);
    expect(() => planCommand(enrolment(AMELIA, 150_001), PLAN)).toThrow();
  });
});
