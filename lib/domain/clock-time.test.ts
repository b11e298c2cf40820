import { describe, expect, it } from "vitest";
import { clockTime } from "./clock-time";

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
