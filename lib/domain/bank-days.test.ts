import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BankDays,
  isBusinessDay,
  isHoliday,
  longClosure,
  nextBusinessDay,
} from "../../packages/dates/business-days";
import { addDays, fromDayNumber, toDayNumber, weekday } from "../../packages/dates/calendar";
import { planFor, presetsFor } from "./plan-offer";
import { breaches, limitsOn, NO_POLICY } from "./plan-policy";
import { buildSchedule, FREQUENCIES } from "./schedule";

const TODAY = "2026-11-24";

/** Weekdays of the coming year that an operator may close or open, with Christmas and Easter among them. */
const bankDays: fc.Arbitrary<BankDays> = fc
  .array(fc.integer({ min: 0, max: 364 }), { maxLength: 150 })
  .map((days) => {
    let known: BankDays = {};
    for (const date of days.map((n) => addDays(TODAY, n))) {
      const next = { ...known, [date]: isHoliday(date) };
      if (weekday(date) % 6 !== 0 && !longClosure(date, next)) known = next;
    }
    return known;
  });
const date = fc.integer({ min: toDayNumber(TODAY), max: toDayNumber(TODAY) + 364 }).map(fromDayNumber);
const choice = fc.record({
  frequency: fc.constantFrom(...FREQUENCIES),
  numberOfInstalments: fc.integer({ min: 1, max: 104 }),
  firstPaymentDate: date,
});

describe("an operator's days", () => {
  it.each<[string, string, BankDays, string]>([
    ["2027-09-22", "2027-09-23", { "2027-09-22": false }, "a day of mourning"],
    ["2027-01-26", "2027-01-26", { "2027-01-26": true }, "a holiday on which banks work"],
    ["2027-03-26", "2027-03-31", { "2027-03-30": false }, "the Tuesday after Easter, closed"],
    ["2027-03-26", "2027-03-29", { "2027-03-29": true }, "Easter Monday, open"],
    ["2027-02-06", "2027-02-08", { "2027-02-06": true }, "a Saturday stays one"],
  ])("debit what is due on %s on %s: %j, %s", (due, debit, days) => {
    expect(nextBusinessDay(due, days)).toBe(debit);
  });

  it("debit on none that is closed, and skip only those that are", () => {
    fc.assert(
      fc.property(date, bankDays, (due, days) => {
        const debit = nextBusinessDay(due, days);
        expect(days[debit] ?? !isHoliday(debit)).toBe(true);
        expect([1, 2, 3, 4, 5]).toContain(weekday(debit));
        for (let day = due; day < debit; day = addDays(day, 1)) expect(isBusinessDay(day, days)).toBe(false);
      }),
    );
  });

  it("move debits of a plan, and neither its amounts nor its due dates, their order, or two to one day", () => {
    fc.assert(
      fc.property(choice, bankDays, (any, days) => {
        const made = planFor(150_000, any, days)!;
        const fixed = ({ debitDate: _, ...rest }: (typeof made.schedule)[number]) => rest;
        expect(made.schedule.map(fixed)).toEqual(planFor(150_000, any)!.schedule.map(fixed));
        expect(made.schedule.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(150_000);
        let before = "";
        for (const { dueDate, debitDate } of made.schedule) {
          expect(debitDate).toBe(nextBusinessDay(dueDate, days));
          expect(debitDate > before && debitDate >= dueDate).toBe(true);
          before = debitDate;
        }
      }),
    );
  });

  it("count for limits: what is due by the last day is debited by then, and what is offered keeps to them", () => {
    fc.assert(
      fc.property(date, date, choice, bankDays, (limit, due, any, days) => {
        const limits = limitsOn({ ...NO_POLICY, latestLastDebitDate: limit }, TODAY, days);
        expect(due <= limits.latestLast!).toBe(nextBusinessDay(due, days) <= limit);
        const made = planFor(150_000, any, days)!;
        const judged = { ...made, priceCents: 150_000, depositCents: 0 };
        expect(breaches(limits, judged).length === 0).toBe(made.schedule.at(-1)!.debitDate <= limit);
        for (const preset of presetsFor(150_000, TODAY, limits))
          for (const { debitDate } of preset.schedule)
            expect(debitDate <= limit && isBusinessDay(debitDate, days)).toBe(true);
      }),
    );
  });

  it("count for the last debit on an opened holiday, and for the date that a refusal names", () => {
    const judgedOn = (limit: string, days: BankDays) => {
      const limits = limitsOn({ ...NO_POLICY, latestLastDebitDate: limit }, TODAY, days);
      const once = { frequency: "Weekly", numberOfInstalments: 1, firstPaymentDate: "2027-01-26" } as const;
      return breaches(limits, { ...planFor(150_000, once, days)!, priceCents: 150_000, depositCents: 0 });
    };
    expect(judgedOn("2027-01-26", { "2027-01-26": true })).toEqual([]);
    const late = { code: "policy_last_date", latest: "2027-01-25", found: "2027-01-28", most: 0 };
    expect(judgedOn("2027-01-26", { "2027-01-27": false })).toEqual([late]);
  });

  it("leave a bank day in every week, without which two weekly payments are debited at once", () => {
    const days = ["2027-09-16", "2027-09-17", "2027-09-20", "2027-09-21"];
    const closed: BankDays = Object.fromEntries(days.map((day) => [day, false]));
    expect(longClosure("2027-09-20", closed)).toBeNull();
    const longer = { ...closed, "2027-09-22": false };
    expect(longClosure("2027-09-22", longer)).toEqual(["2027-09-16", "2027-09-22"]);
    expect(longClosure("2027-09-23", longer)).toBeNull();
    const weekly = { financedCents: 200, instalmentCents: 100, numberOfInstalments: 2 } as const;
    const terms = { ...weekly, frequency: "Weekly", firstPaymentDate: "2027-09-16" } as const;
    expect(buildSchedule(terms, longer).map(({ debitDate }) => debitDate)).toEqual([
      "2027-09-23",
      "2027-09-23",
    ]);
  });
});
