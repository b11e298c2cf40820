import { addDays, type CalendarDate, formatDate } from "./calendar";

const MINUTE_MS = 60_000;
/** Since 1972 no zone has changed its offset at another time. */
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_KNOWN = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Offsets of late: reading one takes a good part of a request. */
const offsets = new Map<string, number>();

/** Milliseconds by which that zone's clocks are ahead of UTC. @throws RangeError for an unknown zone */
function offsetAt(time: number, timeZone: string): number {
  const quarter = Math.floor(time / QUARTER_MS) * QUARTER_MS;
  const key = `${timeZone} ${quarter}`;
  const offset = offsets.get(key) ?? readOffset(quarter, timeZone);
  if (offsets.size >= MAX_KNOWN) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function readOffset(time: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  // "GMT+11:00", and "GMT" alone for none.
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time)) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** What calendar and clock of that zone show, as "2026-11-24T15:42:00.000Z". */
const localTime = (instant: Date, timeZone: string): string =>
  new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone)).toISOString();

/** Banks count days in Sydney, whatever the provider's zone. */
export const bankDay = (at: Date): CalendarDate => dateInZone(at, "Australia/Sydney");

/** Named zones only, "Australia/Sydney" or "UTC": PostgreSQL reads the sign of a bare "+10:00" the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** @throws RangeError for an unknown zone */
export const dateInZone = (instant: Date, timeZone: string): CalendarDate =>
  localTime(instant, timeZone).slice(0, 10);

/** No zone is further from UTC. */
const WIDEST_OFFSET_MS = 16 * 60 * MINUTE_MS;

/**
 * When that date ends in that zone: at midnight or, where clocks jump over midnight, right after the jump. A date that the
 * zone skipped ends where the next one begins.
 */
export function endOfDayInZone(date: CalendarDate, timeZone: string): Date {
  const midnight = Date.parse(`${addDays(date, 1)}T00:00:00Z`);
  let before = midnight - WIDEST_OFFSET_MS;
  let over = midnight + WIDEST_OFFSET_MS;
  while (over - before > QUARTER_MS) {
    const middle = before + Math.floor((over - before) / 2 / QUARTER_MS) * QUARTER_MS;
    if (middle + offsetAt(middle, timeZone) < midnight) before = middle;
    else over = middle;
  }
  return new Date(over);
}

/** When clocks of that zone show "2026-11-24T15:42"; for a time that they skip, one of about then. */
export function instantInZone(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`);
  const near = shown - offsetAt(shown, timeZone);
  return new Date(shown - offsetAt(near, timeZone));
}

/** "3:42 pm (Australia/Sydney)", with a no-break space: the first whole minute that is not before the instant. */
export function clockTime(instant: Date, timeZone: string): string {
  const minute = new Date(Math.ceil(instant.getTime() / MINUTE_MS) * MINUTE_MS);
  const time = localTime(minute, timeZone).slice(11, 16);
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)}\u00a0${hour < 12 ? "am" : "pm"} (${timeZone})`;
}

/** With no-break spaces, so that no line ends within a date or a time. */
const together = (text: string) => text.replaceAll(" ", "\u00a0");

/** "24 November 2026". */
export const dayOf = (iso: string, timeZone: string): string =>
  together(formatDate(dateInZone(new Date(iso), timeZone)));

/** "+11:00". */
function offsetText(instant: Date, timeZone: string): string {
  const minutes = offsetAt(instant.getTime(), timeZone) / MINUTE_MS;
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** "2026-11-24T11:38:05+11:00". */
export const isoInZone = (instant: Date, timeZone: string): string =>
  localTime(instant, timeZone).slice(0, 19) + offsetText(instant, timeZone);

/** "24 November 2026" and "11:38:05 UTC+11:00". */
export function momentOf(iso: string, timeZone: string): { date: string; time: string } {
  const instant = new Date(iso);
  const offset = offsetText(instant, timeZone);
  const zone = offset === "+00:00" ? "UTC" : `UTC${offset}`;
  const time = localTime(instant, timeZone).slice(11, 19);
  return { date: dayOf(iso, timeZone), time: together(`${time} ${zone}`) };
}

/** "24 November 2026, 11:38:05 UTC+11:00". */
export function momentText(iso: string, timeZone: string): string {
  const { date, time } = momentOf(iso, timeZone);
  return `${date}, ${time}`;
}
