import { addDays, type CalendarDate } from "./calendar";

/** A whole day of a calendar. */
interface Day {
  uid: string;
  date: CalendarDate;
  title: string;
  description: string;
}

/**
 * An iCalendar file (RFC 5545) of whole days with a reminder at nine the morning before each. It has no METHOD: that
 * would need an ORGANIZER, and calendars would take it for an invitation.
 * @param madeAt the same for the same days, so that the file is the same
 */
export function calendarFile(name: string, madeAt: Date, reminder: string, days: readonly Day[]): string {
  const stamp = `${madeAt.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Provider Checkout//EN", "CALSCALE:GREGORIAN"],
    `X-WR-CALNAME:${escaped(name)}`,
    ...days.flatMap(({ uid, date, title, description }) => [
      ...["BEGIN:VEVENT", `UID:${uid}`, `DTSTAMP:${stamp}`],
      `DTSTART;VALUE=DATE:${date.replaceAll("-", "")}`,
      `DTEND;VALUE=DATE:${addDays(date, 1).replaceAll("-", "")}`,
      ...[`SUMMARY:${escaped(title)}`, `DESCRIPTION:${escaped(description)}`],
      ...["TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"],
      ...["BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${escaped(reminder)}`, "TRIGGER:-PT15H"],
      ...["END:VALARM", "END:VEVENT"],
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** A line has at most 75 octets, and no character is cut. */
function folded(line: string): string {
  let [text, octets] = ["", 0];
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
