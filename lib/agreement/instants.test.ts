import { expect, test } from "vitest";
import { momentText } from "./instants";

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
