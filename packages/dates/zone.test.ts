import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addDays, fromDayNumber, toDayNumber } from "./calendar";
import {
  clockTime,
  dateInZone,
  endOfDayInZone,
  instantInZone,
  isoInZone,
  isTimeZone,
  momentText,
} from "./zone";

const recentDate = fc
  .integer({ min: toDayNumber("1980-01-01"), max: toDayNumber("2199-12-31") })
  .map(fromDayNumber);
const zone = fc.constantFrom(
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Australia/Perth",
  "Asia/Kathmandu",
  "America/Sao_Paulo",
  "America/St_Johns",
  "America/Havana",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
  "UTC",
);
/** A day begins when the one before it ends. */
const startOf = (day: string, timeZone: string) => endOfDayInZone(addDays(day, -1), timeZone);

describe("isTimeZone", () => {
  it("takes names of the zone database and nothing else", () => {
    expect(["Australia/Sydney", "Australia/Lord_Howe", "UTC"].every(isTimeZone)).toBe(true);
    expect(["", "Sydney", "Australia/Nowhere", "+10:00", "-05", " UTC"].some(isTimeZone)).toBe(false);
  });
});

describe("days in a zone", () => {
  it("turn at that zone's midnight", () => {
    expect(dateInZone(new Date("2026-11-24T12:59:59.999Z"), "Australia/Sydney")).toBe("2026-11-24");
    expect(dateInZone(new Date("2026-11-24T13:00:00Z"), "Australia/Sydney")).toBe("2026-11-25");
    expect(dateInZone(new Date("2026-11-24T12:59:59Z"), "Australia/Perth")).toBe("2026-11-24");
  });

  it.each([
    ["in winter", "2026-07-01", "Australia/Sydney", "2026-06-30T14:00:00Z"],
    ["in summer", "2026-12-01", "Australia/Sydney", "2026-11-30T13:00:00Z"],
    ["on the day that clocks go forward", "2026-10-04", "Australia/Sydney", "2026-10-03T14:00:00Z"],
    ["on the day that clocks go back", "2026-04-05", "Australia/Sydney", "2026-04-04T13:00:00Z"],
    ["with a half-hour offset", "2026-07-01", "Australia/Darwin", "2026-06-30T14:30:00Z"],
    ["where midnight does not exist", "2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
    ["where midnight comes twice", "2025-11-02", "America/Havana", "2025-11-02T04:00:00Z"],
    ["after a skipped day", "2011-12-31", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["on the skipped day itself", "2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["furthest east", "2026-01-01", "Pacific/Kiritimati", "2025-12-31T10:00:00Z"],
    ["furthest west", "2026-01-01", "Etc/GMT+12", "2026-01-01T12:00:00Z"],
  ])("begin at the right instant %s", (_when, day, timeZone, instant) => {
    expect(startOf(day, timeZone)).toEqual(new Date(instant));
  });

  it("last 23 hours when clocks go forward and 25 when they go back", () => {
    const hours = (day: string) =>
      (endOfDayInZone(day, "Australia/Sydney").getTime() - startOf(day, "Australia/Sydney").getTime()) /
      3_600_000;
    expect([hours("2026-10-03"), hours("2026-10-04"), hours("2026-04-05")]).toEqual([24, 23, 25]);
  });

  it("begin at the first instant of their date and end where the next begins", () => {
    fc.assert(
      fc.property(recentDate, zone, (day, timeZone) => {
        const start = startOf(day, timeZone);
        expect(dateInZone(new Date(start.getTime() - 1), timeZone) < day).toBe(true);
        expect(dateInZone(start, timeZone) >= day).toBe(true);
        expect(endOfDayInZone(day, timeZone)).toEqual(startOf(addDays(day, 1), timeZone));
        const wasSkipped = dateInZone(start, timeZone) !== day;
        expect(start < endOfDayInZone(day, timeZone)).toBe(!wasSkipped);
      }),
    );
  });

  it("exist only in zones and on dates that exist", () => {
    expect(() => dateInZone(new Date(), "Australia/Nowhere")).toThrow(RangeError);
    expect(() => endOfDayInZone("2026-02-29", "UTC")).toThrow(RangeError);
  });
});

describe("the time of day", () => {
  it.each([
    ["2026-11-24T04:42:00Z", "Australia/Sydney", "3:42 pm"],
    ["2026-11-24T04:41:00.001Z", "Australia/Sydney", "3:42 pm"],
    ["2026-11-24T04:42:00Z", "Australia/Perth", "12:42 pm"],
    ["2026-11-23T13:00:00Z", "Australia/Sydney", "12:00 am"],
    ["2026-11-23T12:59:30Z", "Australia/Sydney", "12:00 am"],
    ["2026-07-01T23:05:00Z", "UTC", "11:05 pm"],
    ["2026-11-24T00:00:00Z", "Australia/Adelaide", "10:30 am"],
  ])("at %s in %s is %s", (instant, zone, text) => {
    expect(clockTime(new Date(instant), zone)).toBe(`${text.replace(" ", "\u00a0")} (${zone})`);
  });
});

it.each([
  ["Australia/Sydney", "2026-11-24T11:38:05+11:00"],
  ["America/St_Johns", "2026-11-23T21:08:05-03:30"],
  ["UTC", "2026-11-24T00:38:05+00:00"],
])("a moment in %s, with its offset, is %s", (timeZone, text) => {
  expect(isoInZone(new Date("2026-11-24T00:38:05.999Z"), timeZone)).toBe(text);
});

it.each([
  ["Australia/Sydney", "2026-11-24T11:38", "2026-11-24T00:38:00.000Z"],
  ["Australia/Sydney", "2026-10-04T01:59", "2026-10-03T15:59:00.000Z"],
  ["Australia/Sydney", "2026-10-04T03:00", "2026-10-03T16:00:00.000Z"],
  ["Australia/Sydney", "2026-04-05T03:00", "2026-04-04T17:00:00.000Z"],
  ["America/St_Johns", "2026-11-23T21:08", "2026-11-24T00:38:00.000Z"],
  ["UTC", "2026-11-24T00:38", "2026-11-24T00:38:00.000Z"],
])("in %s clocks show %s at %s", (timeZone, local, iso) => {
  expect(instantInZone(local, timeZone).toISOString()).toBe(iso);
});

const plain = (iso: string, timeZone: string) => momentText(iso, timeZone).replaceAll("\u00a0", " ");

test("a moment is told with the offset of that day, in summer and in winter", () => {
  expect(plain("2026-11-24T00:38:05Z", "Australia/Sydney")).toBe("24 November 2026, 11:38:05 UTC+11:00");
  expect(plain("2026-06-30T15:00:00Z", "Australia/Sydney")).toBe("1 July 2026, 01:00:00 UTC+10:00");
});

test("half hours, zones west of Greenwich and UTC itself are told right", () => {
  expect(plain("2026-11-24T00:38:05Z", "Australia/Adelaide")).toBe("24 November 2026, 11:08:05 UTC+10:30");
  expect(plain("2026-11-24T00:38:05.900Z", "America/St_Johns")).toBe("23 November 2026, 21:08:05 UTC-03:30");
  expect(plain("2026-11-24T00:00:00Z", "UTC")).toBe("24 November 2026, 00:00:00 UTC");
});
