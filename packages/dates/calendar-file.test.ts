import fc from "fast-check";
import ical from "ical.js";
import { expect, test } from "vitest";
import { calendarFile } from "./calendar-file";

const AT = new Date("2026-11-25T20:30:00.123Z");

/** As another program reads it. */
function read(file: string) {
  const calendar = new ical.Component(ical.parse(file));
  const events = calendar.getAllSubcomponents("vevent").map((one) => new ical.Event(one));
  return { calendar, events };
}

test("another program reads what was written, whatever the text, and no line is longer than 75 octets", () => {
  const text = fc.string({ unit: fc.constantFrom(..."aé李😀న్క,;:\\\"n \n'"), maxLength: 200 });
  fc.assert(
    fc.property(text, text, text, text, (name, title, description, reminder) => {
      const file = calendarFile(name, AT, reminder, [{ uid: "a", date: "2027-03-01", title, description }]);
      for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(Buffer.from(file).toString()).toBe(file);
      expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      const { calendar, events } = read(file);
      expect(calendar.getFirstProperty("x-wr-calname")?.toICALString()).toContain("X-WR-CALNAME:");
      expect(events.map((one) => [one.uid, one.summary, one.description])).toEqual([
        ["a", title, description],
      ]);
      const alarm = events[0]?.component.getFirstSubcomponent("valarm");
      expect(alarm?.getFirstPropertyValue("description")).toBe(reminder);
    }),
  );
});

test("a day is a whole day that keeps nobody busy, with a reminder at nine the morning before", () => {
  const day = { uid: "chk-1@provider-checkout", date: "2027-12-31", title: "One", description: "Two" };
  const file = calendarFile("Smith, Lee; Co \\ payments", AT, "Have the money", [day]);
  expect(file).toContain("X-WR-CALNAME:Smith\\, Lee\\; Co \\\\ payments\r\n");
  const { calendar, events } = read(file);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.hasProperty("method")).toBe(false);
  const [event] = events;
  expect([event?.startDate.toString(), event?.endDate.toString(), event?.startDate.isDate]).toEqual([
    "2027-12-31",
    "2028-01-01",
    true,
  ]);
  expect(event?.component.getFirstPropertyValue("dtstamp")?.toString()).toBe("2026-11-25T20:30:00Z");
  expect(event?.component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
  const trigger = event?.component.getFirstSubcomponent("valarm")?.getFirstPropertyValue("trigger");
  expect(trigger?.toString()).toBe("-PT15H");
});
