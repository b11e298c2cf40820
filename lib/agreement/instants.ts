import { dateInZone, formatDate } from "../domain/calendar";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "11:38:05". Built from parts, because the format of a whole time differs between versions of Node. */
function timeInZone(instant: Date, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-u-nu-latn", {
      timeZone,
      hourCycle: "h23",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    clocks.set(timeZone, clock);
  }
  const parts = clock.formatToParts(instant).filter(({ type }) => type !== "literal");
  return parts.map(({ value }) => value.padStart(2, "0")).join(":");
}

/** "UTC+11:00", or "UTC" itself. */
function offsetInZone(instant: Date, timeZone: string): string {
  const whole = Math.floor(instant.getTime() / 1000) * 1000;
  const local = Date.parse(`${dateInZone(instant, timeZone)}T${timeInZone(instant, timeZone)}Z`);
  const minutes = Math.round((local - whole) / 60_000);
  if (minutes === 0) return "UTC";
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** With no-break spaces, so that no line ends within a date or a time. */
const together = (text: string) => text.replaceAll(" ", "\u00a0");

/** "24 November 2026". Throws RangeError for a zone or an instant that does not exist. */
export function dayOf(iso: string, timeZone: string): string {
  return together(formatDate(dateInZone(new Date(iso), timeZone)));
}

/** "24 November 2026" and "11:38:05 UTC+11:00". */
export function momentOf(iso: string, timeZone: string): { date: string; time: string } {
  const instant = new Date(iso);
  return {
    date: dayOf(iso, timeZone),
    time: together(`${timeInZone(instant, timeZone)} ${offsetInZone(instant, timeZone)}`),
  };
}

/** "24 November 2026, 11:38:05 UTC+11:00". */
export function momentText(iso: string, timeZone: string): string {
  const { date, time } = momentOf(iso, timeZone);
  return `${date}, ${time}`;
}
