import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBusinessDay } from "../../packages/dates/business-days";
import { addMonthsClamped, fromDayNumber, toDayNumber } from "../../packages/dates/calendar";
import { MAX_CENTS } from "./money";
import { buildSchedule, checkPlanSum, debitedOn, FREQUENCIES, type PlanTerms } from "./schedule";

const count = fc.integer({ min: 1, max: 104 });
const date = fc
  .integer({ min: toDayNumber("2020-01-01"), max: toDayNumber("2100-12-31") })
  .map(fromDayNumber);

/** Terms over the whole width of what is allowed: chosen by the last instalment, not only evenly split. */
const terms: fc.Arbitrary<PlanTerms> = fc
  .record({
    numberOfInstalments: count,
    instalmentCents: fc.integer({ min: 1, max: 90_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    frequency: fc.constantFrom(...FREQUENCIES),
    firstPaymentDate: date,
  })
  .map(({ share, ...rest }) => {
    const { numberOfInstalments: n, instalmentCents } = rest;
    const last = n === 1 ? instalmentCents : 1 + Math.floor(share * (instalmentCents + n - 1));
    return { ...rest, financedCents: (n - 1) * instalmentCents + last };
  });

describe("checkPlanSum", () => {
  it("takes 26 payments of $57.69 for $1,500.00, the last of $57.75", () => {
    expect(checkPlanSum({ financedCents: 150_000, instalmentCents: 5769, numberOfInstalments: 26 })).toEqual({
      ok: true,
      lastInstalmentCents: 5775,
    });
  });

  it.each([
    ["the last as small as a cent", 10_001, 1000, 11, 1],
    ["the last larger by a cent for each instalment", 3003, 1000, 3, 1003],
    ["a single instalment of the whole", 150_000, 150_000, 1, 150_000],
    ["even instalments", 100_000, 20_000, 5, 20_000],
  ])("takes %s", (_what, financedCents, instalmentCents, numberOfInstalments, lastInstalmentCents) => {
    expect(checkPlanSum({ financedCents, instalmentCents, numberOfInstalments })).toEqual({
      ok: true,
      lastInstalmentCents,
    });
  });

  it.each([
    ["a last of nothing", 10_000, 1000, 11, { instalmentCents: 909, lastInstalmentCents: 910 }],
    ["a last too large by a cent", 3004, 1000, 3, { instalmentCents: 1001, lastInstalmentCents: 1002 }],
    [
      "one instalment that is not the whole",
      1000,
      999,
      1,
      { instalmentCents: 1000, lastInstalmentCents: 1000 },
    ],
    ["one instalment above the whole", 1000, 1001, 1, { instalmentCents: 1000, lastInstalmentCents: 1000 }],
    ["instalments of nothing", 2, 0, 2, { instalmentCents: 1, lastInstalmentCents: 1 }],
    ["negative instalments", 10, -1, 2, { instalmentCents: 5, lastInstalmentCents: 5 }],
    ["fewer cents than instalments", 10, 1, 11, null],
    ["no instalments", 1000, 1000, 0, null],
    ["part of an instalment", 1000, 500, 1.5, null],
    ["nothing financed", 0, 0, 1, null],
  ])("refuses %s and says what would sum", (_what, financedCents, instalmentCents, number, suggestion) => {
    expect(checkPlanSum({ financedCents, instalmentCents, numberOfInstalments: number })).toEqual({
      ok: false,
      suggestion,
    });
  });

  it("suggests only what it would take itself, and whenever anything would sum", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_CENTS }),
        fc.integer({ min: 0, max: MAX_CENTS }),
        count,
        (financedCents, instalmentCents, numberOfInstalments) => {
          const check = checkPlanSum({ financedCents, instalmentCents, numberOfInstalments });
          if (check.ok) return;
          expect(check.suggestion === null).toBe(financedCents < numberOfInstalments);
          if (!check.suggestion) return;
          const { lastInstalmentCents } = check.suggestion;
          expect(
            checkPlanSum({
              financedCents,
              numberOfInstalments,
              instalmentCents: check.suggestion.instalmentCents,
            }),
          ).toEqual({ ok: true, lastInstalmentCents });
        },
      ),
    );
  });

  it("takes a plan exactly when its last instalment lies between a cent and its bound", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 2, max: 104 }),
        (financedCents, instalmentCents, n) => {
          const last = financedCents - (n - 1) * instalmentCents;
          const check = checkPlanSum({ financedCents, instalmentCents, numberOfInstalments: n });
          expect(check.ok).toBe(last >= 1 && last <= instalmentCents + n);
        },
      ),
    );
  });
});

describe("buildSchedule", () => {
  const plan: PlanTerms = {
    financedCents: 150_000,
    instalmentCents: 20_000,
    numberOfInstalments: 8,
    frequency: "Fortnightly",
    firstPaymentDate: "2027-02-06",
  };

  it("shows for each instalment when it is due, when it is debited and what is left", () => {
    const schedule = buildSchedule(plan);
    expect(schedule[0]).toEqual({
      number: 1,
      dueDate: "2027-02-06",
      debitDate: "2027-02-08",
      amountCents: 20_000,
      balanceAfterCents: 130_000,
    });
    expect(schedule[7]).toEqual({
      number: 8,
      dueDate: "2027-05-15",
      debitDate: "2027-05-17",
      amountCents: 10_000,
      balanceAfterCents: 0,
    });
  });

  it("keeps a monthly plan on the 31st wherever the month has one", () => {
    const monthly = buildSchedule({ ...plan, frequency: "Monthly", firstPaymentDate: "2027-01-31" });
    expect(monthly.map((instalment) => instalment.dueDate)).toEqual([
      "2027-01-31",
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
      "2027-06-30",
      "2027-07-31",
      "2027-08-31",
    ]);
  });

  it("splits the amount financed into equal instalments and a last one, each of which lowers the balance", () => {
    fc.assert(
      fc.property(terms, (any) => {
        const schedule = buildSchedule(any);
        const amounts = schedule.map(({ amountCents }) => amountCents);
        expect(amounts).toHaveLength(any.numberOfInstalments);
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(1);
        expect(amounts.slice(0, -1).every((amount) => amount === any.instalmentCents)).toBe(true);
        let balance = any.financedCents;
        for (const { amountCents, balanceAfterCents } of schedule) {
          balance -= amountCents;
          expect(balanceAfterCents).toBe(balance);
        }
        expect(balance).toBe(0);
      }),
    );
  });

  it("keeps the rhythm of its first date however long it runs", () => {
    fc.assert(
      fc.property(terms, (any) => {
        for (const { number, dueDate } of buildSchedule(any)) {
          const days = toDayNumber(dueDate) - toDayNumber(any.firstPaymentDate);
          if (any.frequency === "Weekly") expect(days).toBe(7 * (number - 1));
          if (any.frequency === "Fortnightly") expect(days).toBe(14 * (number - 1));
          if (any.frequency === "Monthly") {
            expect(dueDate).toBe(addMonthsClamped(any.firstPaymentDate, number - 1));
          }
        }
      }),
    );
  });

  it("debits on business days only, never before the due date and never twice on a day", () => {
    fc.assert(
      fc.property(terms, (any) => {
        const schedule = buildSchedule(any);
        expect(
          schedule.every(({ dueDate, debitDate }) => isBusinessDay(debitDate) && debitDate >= dueDate),
        ).toBe(true);
        expect(new Set(schedule.map(({ debitDate }) => debitDate)).size).toBe(schedule.length);
      }),
    );
  });

  it("refuses terms that do not sum and dates that do not exist as errors of the program", () => {
    expect(() => buildSchedule({ ...plan, instalmentCents: 30_000 })).toThrow(RangeError);
    expect(() => buildSchedule({ ...plan, firstPaymentDate: "2027-02-29" })).toThrow(RangeError);
  });
});

describe("debitedOn", () => {
  it("is what that day's debit takes, and nothing on another day", () => {
    const terms = { frequency: "Weekly", firstPaymentDate: "2026-11-28", numberOfInstalments: 2 } as const;
    const schedule = buildSchedule({ ...terms, financedCents: 1_001, instalmentCents: 500 });
    expect(["2026-11-28", "2026-11-30", "2026-12-07"].map((day) => debitedOn(schedule, day))).toEqual([
      0, 500, 501,
    ]);
  });
});
