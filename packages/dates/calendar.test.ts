import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonthsClamped,
  formatDate,
  formatNearDay,
  formatWeekday,
  fromDayNumber,
  isCalendarDate,
  toDayNumber,
  weekday,
} from "./calendar";

const FIRST = toDayNumber("0001-01-01");
const LAST = toDayNumber("9999-12-31");
const date = fc.integer({ min: FIRST, max: LAST }).map(fromDayNumber);
/** Far enough from both ends to be moved by some years. */
const movable = fc
  .integer({ min: toDayNumber("0020-01-01"), max: toDayNumber("9980-12-31") })
  .map(fromDayNumber);

describe("isCalendarDate", () => {
  it.each(["2026-11-24", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("takes %s", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "0000-12-31",
    "10000-01-01",
    "-0001-01-01",
    "2026-1-1",
    "26-01-01",
    "2026-11-24T00:00:00Z",
    "2026-11-24\n",
    " 2026-11-24",
    "２０２６-11-24",
    "",
  ])("refuses %j", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it("takes every day between its first and its last", () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(isCalendarDate(day)).toBe(true);
      }),
    );
  });
});

describe("day numbers", () => {
  it("start at the epoch and run both ways", () => {
    expect(toDayNumber("1970-01-01")).toBe(0);
    expect(toDayNumber("1969-12-31")).toBe(-1);
    expect(toDayNumber("2026-11-24")).toBe(20_781);
    expect(fromDayNumber(-1)).toBe("1969-12-31");
    expect(fromDayNumber(toDayNumber("0001-01-01"))).toBe("0001-01-01");
  });

  it("stand for one date each, in the same order", () => {
    fc.assert(
      fc.property(date, date, (a, b) => {
        expect(fromDayNumber(toDayNumber(a))).toBe(a);
        expect(a < b).toBe(toDayNumber(a) < toDayNumber(b));
      }),
    );
  });

  it("refuse what is no date and no day", () => {
    expect(() => toDayNumber("2026-02-30")).toThrow(RangeError);
    expect(() => toDayNumber("tomorrow")).toThrow(RangeError);
    for (const number of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9, -1e6]) {
      expect(() => fromDayNumber(number)).toThrow(RangeError);
    }
  });
});

describe("addDays", () => {
  it("crosses months, years and leap days", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });

  it("can be taken back", () => {
    fc.assert(
      fc.property(movable, fc.integer({ min: -4000, max: 4000 }), (day, n) => {
        expect(addDays(addDays(day, n), -n)).toBe(day);
      }),
    );
  });
});

describe("addMonthsClamped", () => {
  it("clamps to the end of a short month and does not drift afterwards", () => {
    const series = Array.from({ length: 14 }, (_, n) => addMonthsClamped("2027-01-31", n));
    expect(series.slice(0, 5)).toEqual([
      "2027-01-31",
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
    ]);
    expect(series[13]).toBe("2028-02-29");
    expect(addMonthsClamped("2028-02-29", 12)).toBe("2029-02-28");
    expect(addMonthsClamped("2028-02-29", 48)).toBe("2032-02-29");
    expect(addMonthsClamped("2027-01-15", -1)).toBe("2026-12-15");
  });

  it("moves by exactly that many months and keeps the day wherever the month has it", () => {
    fc.assert(
      fc.property(movable, fc.integer({ min: 0, max: 200 }), (start, n) => {
        const moved = addMonthsClamped(start, n);
        const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
        expect(month(moved) - month(start)).toBe(n);
        const isMonthEnd = addDays(moved, 1).endsWith("-01");
        if (moved.slice(8) !== start.slice(8))
          expect(isMonthEnd && moved.slice(8) < start.slice(8)).toBe(true);
      }),
    );
  });

  it("refuses to leave the years of four digits", () => {
    expect(() => addMonthsClamped("2026-01-01", 100_000)).toThrow(RangeError);
  });
});

describe("weekday", () => {
  it("knows the days of known dates", () => {
    expect(weekday("2026-11-24")).toBe(2);
    expect(weekday("2021-12-25")).toBe(6);
    expect(weekday("2022-05-01")).toBe(0);
    expect(weekday("1900-01-01")).toBe(1);
  });

  it("goes round every seven days", () => {
    fc.assert(
      fc.property(movable, (day) => {
        expect(weekday(addDays(day, 1))).toBe((weekday(day) + 1) % 7);
      }),
    );
  });
});

describe("formatWeekday", () => {
  it("names the day of the week", () => {
    expect(formatWeekday("2026-12-08")).toBe("Tue 8 Dec 2026");
    expect(formatNearDay("2026-12-08")).toBe("Tue 8 Dec");
  });
});

describe("formatDate", () => {
  it("writes a date as people say it, without a leading zero", () => {
    expect(formatDate("2026-11-24")).toBe("24 November 2026");
    expect(formatDate("2027-02-06")).toBe("6 February 2027");
    expect(() => formatDate("2027-02-30")).toThrow(RangeError);
  });
});
