import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBusinessDay, isHoliday, nextBusinessDay, whyLater } from "./business-days";
import { addDays, fromDayNumber, toDayNumber, weekday } from "./calendar";

const date = fc
  .integer({ min: toDayNumber("1900-01-01"), max: toDayNumber("2199-12-31") })
  .map(fromDayNumber);

/** Every holiday of the year, found by asking for each of its days. */
function holidaysOf(year: number): string[] {
  const first = toDayNumber(`${year}-01-01`);
  const days = Array.from({ length: 366 }, (_, n) => fromDayNumber(first + n));
  return days.filter((day) => day.startsWith(`${year}-`) && isHoliday(day)).map((day) => day.slice(5));
}

describe("isHoliday", () => {
  // Checked against the published national holidays of these years, State additions for Anzac Day left out.
  it.each([
    [2021, "both days of Christmas at a weekend", "01-01 01-26 04-02 04-05 04-25 12-27 12-28"],
    [2022, "New Year on a Saturday, Christmas on a Sunday", "01-03 01-26 04-15 04-18 04-25 12-26 12-27"],
    [2026, "Boxing Day on a Saturday", "01-01 01-26 04-03 04-06 04-25 12-25 12-28"],
    [2027, "Anzac Day on a Sunday, Christmas on a Saturday", "01-01 01-26 03-26 03-29 04-25 12-27 12-28"],
    [2028, "New Year on a Saturday, a leap year", "01-03 01-26 04-14 04-17 04-25 12-25 12-26"],
    [2032, "Anzac Day on a Sunday, Christmas on a Saturday", "01-01 01-26 03-26 03-29 04-25 12-27 12-28"],
    [2011, "Easter Monday on Anzac Day", "01-03 01-26 04-22 04-25 12-26 12-27"],
    [2038, "the latest Easter there is", "01-01 01-26 04-23 04-25 04-26 12-27 12-28"],
    [2023, "New Year on a Sunday", "01-02 01-26 04-07 04-10 04-25 12-25 12-26"],
    [2019, "Australia Day on a Saturday", "01-01 01-28 04-19 04-22 04-25 12-25 12-26"],
  ])("keeps exactly the national holidays of %d: %s", (year, _why, expected) => {
    expect(holidaysOf(year).join(" ")).toBe(expected);
  });

  it("loses no day off to a weekend, save Anzac Day's", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), (year) => {
        const weekdaysOff = holidaysOf(year).filter((day) => weekday(`${year}-${day}`) % 6 !== 0);
        const easterMondayIsAnzacDay = isHoliday(`${year}-04-22`) && weekday(`${year}-04-25`) === 1;
        const lost = weekday(`${year}-04-25`) % 6 === 0 || easterMondayIsAnzacDay ? 1 : 0;
        expect(weekdaysOff).toHaveLength(7 - lost);
      }),
    );
  });
});

describe("nextBusinessDay", () => {
  it.each([
    ["2027-02-06", "2027-02-08", "a Saturday"],
    ["2027-02-08", "2027-02-08", "a Monday"],
    ["2027-03-26", "2027-03-30", "Good Friday"],
    ["2021-12-25", "2021-12-29", "Christmas on a Saturday"],
    ["2022-12-24", "2022-12-28", "a Saturday before Christmas"],
    ["2027-12-31", "2027-12-31", "a Friday before a New Year kept on Monday"],
    ["2028-01-01", "2028-01-04", "a New Year kept on Monday"],
    ["2027-04-25", "2027-04-26", "Anzac Day on a Sunday"],
    ["2199-12-31", "2199-12-31", "the last day of the calendar"],
  ])("debits what is due on %s on %s: %s", (due, debit) => {
    expect(nextBusinessDay(due)).toBe(debit);
  });

  it("is the first business day on or after the date, within six days", () => {
    fc.assert(
      fc.property(date, (due) => {
        const debit = nextBusinessDay(due);
        expect(isBusinessDay(debit)).toBe(true);
        const waited = toDayNumber(debit) - toDayNumber(due);
        expect(waited >= 0 && waited < 6).toBe(true);
        for (let n = 0; n < waited; n += 1) expect(isBusinessDay(addDays(due, n))).toBe(false);
      }),
    );
  });

  it("never lands on a weekend and leaves a business day where it is", () => {
    fc.assert(
      fc.property(date, (due) => {
        const debit = nextBusinessDay(due);
        expect([1, 2, 3, 4, 5]).toContain(weekday(debit));
        expect(nextBusinessDay(debit)).toBe(debit);
      }),
    );
  });

  it("refuses what is no date", () => {
    expect(() => nextBusinessDay("2027-02-30")).toThrow(RangeError);
  });
});

describe("whyLater", () => {
  it.each([
    ["2027-03-28", "weekend"],
    ["2027-03-29", "public holiday"],
    ["2026-12-26", "weekend"],
    ["2026-12-28", "public holiday"],
  ])("of %s: %s", (day, why) => {
    expect(whyLater(day)).toBe(why);
  });
});
