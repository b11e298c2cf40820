import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../e2e/support/runs";
import { addBusinessDays, isBusinessDay, nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";
import { MAX_CENTS } from "./money";
import { planFor, presetsFor } from "./plan-offer";
import {
  type Breach,
  breaches,
  type JudgedPlan,
  limitsOn,
  NO_POLICY,
  type PlanLimits,
  type PlanPolicy,
  stricter,
} from "./plan-policy";
import { FREQUENCIES } from "./schedule";

const TODAY = "2026-11-24";

const ascending = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 2 });
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays(TODAY, days));
const anyCents = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: MAX_CENTS }));
const policy: fc.Arbitrary<PlanPolicy> = fc.record({
  fewestInstalments: maybe(fc.integer({ min: 1, max: 60 })),
  mostInstalments: maybe(fc.integer({ min: 1, max: 104 })),
  smallestInstalmentCents: maybe(anyCents),
  leastDepositCents: fc.constantFrom(null, null, null, 1, 5_000),
  mostDepositCents: maybe(fc.integer({ min: 0, max: 50_000 })),
  firstDebitLeadDays: maybe(fc.integer({ min: 0, max: 20 })),
  latestFirstDebitDays: maybe(fc.integer({ min: 7, max: 365 })),
  latestLastDebitDays: maybe(fc.integer({ min: 7, max: 800 })),
  latestLastDebitDate: maybe(day),
  highestPriceCents: maybe(anyCents),
});

/** Null where the amount cannot be split into that many. */
const plan = fc
  .record({
    price: anyCents,
    depositCents: fc.constantFrom(0, 0, 100, 5_000),
    frequency: fc.constantFrom(...FREQUENCIES),
    numberOfInstalments: fc.integer({ min: 1, max: 104 }),
    firstPaymentDate: fc.integer({ min: 0, max: 365 }).map((days) => addDays(TODAY, days)),
  })
  .map(({ price, depositCents, ...choice }) => {
    const split = planFor(price, choice);
    return split && { ...split, priceCents: price + depositCents, depositCents };
  });

/** After today, as far as any lead of the tests. */
const businessDaysUntil = (date: CalendarDate) =>
  ascending(1, 40)
    .map((days) => addDays(TODAY, days))
    .filter((one) => one <= date && isBusinessDay(one)).length;

const BOOKKEEPING: JudgedPlan = {
  priceCents: 150_000,
  depositCents: 0,
  frequency: "Fortnightly",
  numberOfInstalments: 26,
  instalmentCents: 5_769,
  lastInstalmentCents: 5_775,
  firstPaymentDate: "2026-12-08",
};

const broken = (changes: Partial<PlanPolicy>, of: Partial<JudgedPlan> = {}): Breach[] =>
  breaches(limitsOn({ ...NO_POLICY, ...changes }, TODAY), { ...BOOKKEEPING, ...of });

describe("a policy on plans", () => {
  it("says every rule that is broken, with its limit", () => {
    const strict: PlanPolicy = {
      fewestInstalments: 30,
      mostInstalments: 12,
      smallestInstalmentCents: 5_770,
      leastDepositCents: 10_000,
      mostDepositCents: 50_000,
      firstDebitLeadDays: 11,
      latestFirstDebitDays: 10,
      latestLastDebitDays: 120,
      latestLastDebitDate: "2027-02-28",
      highestPriceCents: 149_999,
    };
    expect(broken(strict)).toEqual([
      { code: "policy_price", most: 149_999 },
      { code: "policy_deposit", least: 10_000, most: 50_000 },
      { code: "policy_too_few_instalments", fewest: 30 },
      { code: "policy_too_many_instalments", most: 12 },
      { code: "policy_last_date", latest: "2027-02-26", found: "2027-11-23", most: 6 },
      { code: "policy_instalment_too_small", smallest: 5_770, found: 5_769 },
      { code: "policy_first_date", earliest: "2026-12-09" },
      { code: "policy_first_date", latest: "2026-12-04" },
    ]);
    expect(broken(NO_POLICY)).toEqual([]);
  });

  it("counts the last instalment too, which may be a single cent", () => {
    expect(
      broken({ smallestInstalmentCents: 500 }, { instalmentCents: 500, lastInstalmentCents: 1 }),
    ).toEqual([{ code: "policy_instalment_too_small", smallest: 500, found: 1 }]);
  });

  it("a debit that a weekend moves over the limit is late", () => {
    // 5 December 2026 is a Saturday, whose debit is on Monday.
    const limit = { latestFirstDebitDays: 11 };
    expect(broken(limit, { firstPaymentDate: "2026-12-05" })).toEqual([
      { code: "policy_first_date", latest: "2026-12-04" },
    ]);
    expect(broken(limit, { firstPaymentDate: "2026-12-04" })).toEqual([]);
  });

  it("the first debit is so many business days after today, a weekend's payment with its debit", () => {
    // Thursday 24 December 2026: the 25th and Monday 28th are holidays.
    const earliestOn = (today: CalendarDate, days: number) =>
      limitsOn({ ...NO_POLICY, firstDebitLeadDays: days }, today).earliestFirst;
    expect([0, 1, 3].map((days) => earliestOn("2026-12-24", days))).toEqual([
      "2026-12-24",
      "2026-12-29",
      "2026-12-31",
    ]);
    // 7 December 2026 is a Monday.
    const refused = [{ code: "policy_first_date", earliest: "2026-12-07" }];
    const found = ["2026-12-04", "2026-12-05", "2026-12-07"].map((firstPaymentDate) =>
      broken({ firstDebitLeadDays: 9 }, { firstPaymentDate }),
    );
    expect(found).toEqual([refused, [], []]);
  });

  it("a plan that passes stays within every limit, and one that does not breaks one", () => {
    fc.assert(
      fc.property(policy, plan, (any, made) => {
        if (!made) return;
        const amounts = made.schedule.map(({ amountCents }) => amountCents);
        const [first, last] = [made.schedule[0]!.debitDate, made.schedule.at(-1)!.debitDate];
        const upTo = <T extends number | string>(value: T, most: T | null) => most === null || value <= most;
        const from = (value: number, least: number | null) => least === null || value >= least;
        const within = (date: CalendarDate, days: number | null) =>
          upTo(date, days === null ? null : addDays(TODAY, days));
        const isWithin =
          upTo(made.priceCents, any.highestPriceCents) &&
          from(made.depositCents, any.leastDepositCents) &&
          upTo(made.depositCents, any.mostDepositCents) &&
          from(amounts.length, any.fewestInstalments) &&
          upTo(amounts.length, any.mostInstalments) &&
          from(Math.min(...amounts), any.smallestInstalmentCents) &&
          from(businessDaysUntil(first), any.firstDebitLeadDays) &&
          within(first, any.latestFirstDebitDays) &&
          within(last, any.latestLastDebitDays) &&
          upTo(last, any.latestLastDebitDate);
        expect(breaches(limitsOn(any, TODAY), made).length === 0).toBe(isWithin);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("where two apply, a plan passes both or not at all", () => {
    fc.assert(
      fc.property(policy, policy, plan, (one, other, made) => {
        if (!made) return;
        const passes = (any: PlanPolicy) => breaches(limitsOn(any, TODAY), made).length === 0;
        expect(passes(stricter(one, other))).toBe(passes(one) && passes(other));
        expect(stricter(one, NO_POLICY)).toEqual(one);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("a day of the limits is a business day, and what is due by then is debited by then", () => {
    fc.assert(
      fc.property(day, day, (limit, due) => {
        const { latestLast } = limitsOn({ ...NO_POLICY, latestLastDebitDate: limit }, TODAY);
        expect(isBusinessDay(latestLast!)).toBe(true);
        expect(due <= latestLast!).toBe(nextBusinessDay(due) <= limit);
      }),
    );
  });
});

describe("the presets", () => {
  it("always pass the policy, are at most three, and no two are the same", () => {
    let offered = 0;
    fc.assert(
      fc.property(policy, anyCents, maybe(day), (any, price, first) => {
        const limits = limitsOn(any, TODAY);
        const presets = presetsFor(price, TODAY, limits, first);
        offered += presets.length;
        expect(presets.length).toBeLessThanOrEqual(3);
        for (const preset of presets) {
          expect(breaches(limits, { ...preset, priceCents: price, depositCents: 0 })).toEqual([]);
          expect(preset.firstPaymentDate >= TODAY).toBe(true);
          const earliest = addBusinessDays(TODAY, any.firstDebitLeadDays ?? 0);
          expect(preset.schedule[0]!.debitDate >= earliest).toBe(true);
          expect(preset.firstPaymentDate <= addDays(TODAY, 365)).toBe(true);
        }
        const rows = presets.map(
          ({ frequency, numberOfInstalments }) => `${frequency} ${numberOfInstalments}`,
        );
        expect(new Set(rows).size).toBe(rows.length);
      }),
      { numRuns: runs(2_000) },
    );
    expect(offered).toBeGreaterThan(runs(500));
  });

  it("are there wherever any plan is: none only where there is none at all", () => {
    const tight: fc.Arbitrary<PlanPolicy> = fc.record({
      fewestInstalments: maybe(fc.integer({ min: 1, max: 8 })),
      mostInstalments: maybe(fc.integer({ min: 1, max: 12 })),
      smallestInstalmentCents: maybe(fc.integer({ min: 1, max: 400 })),
      leastDepositCents: fc.constant(null),
      mostDepositCents: fc.constant(null),
      firstDebitLeadDays: maybe(fc.integer({ min: 0, max: 20 })),
      latestFirstDebitDays: maybe(fc.integer({ min: 7, max: 30 })),
      latestLastDebitDays: maybe(fc.integer({ min: 7, max: 60 })),
      latestLastDebitDate: maybe(fc.integer({ min: 0, max: 60 }).map((days) => addDays(TODAY, days))),
      highestPriceCents: maybe(fc.integer({ min: 1, max: 4_000 })),
    });
    const isSome = (limits: PlanLimits, price: number) =>
      FREQUENCIES.some((frequency) =>
        ascending(0, 40).some((days) =>
          ascending(1, 12).some((numberOfInstalments) => {
            const made = planFor(price, {
              frequency,
              numberOfInstalments,
              firstPaymentDate: addDays(TODAY, days),
            });
            return made && breaches(limits, { ...made, priceCents: price, depositCents: 0 }).length === 0;
          }),
        ),
      );
    const met = { some: 0, none: 0 };
    fc.assert(
      fc.property(tight, fc.integer({ min: 1, max: 2_000 }), (any, price) => {
        const limits = limitsOn(any, TODAY);
        const isOffered = presetsFor(price, TODAY, limits).length > 0;
        met[isOffered ? "some" : "none"] += 1;
        // What is offered is a plan, as the property above has it.
        if (!isOffered) expect(isSome(limits, price)).toBe(false);
      }),
      { numRuns: runs(150) },
    );
    expect(Math.min(met.some, met.none)).toBeGreaterThan(process.env.TEST_ALL ? 10 : 0);
  });
});
