import { DAY_MS, MINUTE_MS } from "./time";

/** A day of the Gregorian calendar, "YYYY-MM-DD", of no time zone. Contract section 4. */
export type CalendarDate = string;

/** No zone has ever been further than this from UTC. */
const WIDEST_OFFSET_SECONDS = 16 * 3600;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

interface Parts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

function parse(text: string): Parts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

function partsOf(date: CalendarDate): Parts {
  const parts = parse(date);
  if (!parts) throw new RangeError(`Not a calendar date: ${date.slice(0, 20)}`);
  return parts;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function toText({ year, month, day }: Parts): CalendarDate {
  // Dates are compared as text, which works for four-digit years only.
  if (!(year >= 0 && year <= 9999)) throw new RangeError(`Not a year of four digits: ${year}`);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** Whether the text is a real date, "YYYY-MM-DD", of the years 1 to 9999. Contract section 4. */
export function isCalendarDate(text: string): boolean {
  const parts = parse(text);
  // PostgreSQL has no year 0.
  return parts !== null && parts.year >= 1;
}

/** Years are counted from 1 March, so that the leap day is a year's last; these are the days from March 0000 to 1970. */
const MARCH_0000_TO_1970 = 719_468;
const DAYS_IN_400_YEARS = 146_097;

/** Days since 1970-01-01. @throws RangeError, like all below, for a date that does not exist */
export function toDayNumber(date: CalendarDate): number {
  const { year, month, day } = partsOf(date);
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - MARCH_0000_TO_1970;
}

/** @throws RangeError for a fraction, and outside the years 0 to 9999 */
export function fromDayNumber(dayNumber: number): CalendarDate {
  if (!Number.isInteger(dayNumber)) throw new RangeError(`Not a day number: ${dayNumber}`);
  const days = dayNumber + MARCH_0000_TO_1970;
  const era = Math.floor(days / DAYS_IN_400_YEARS);
  const dayOfEra = days - era * DAYS_IN_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return toText({
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  });
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/**
 * The same day some months later, or that month's last day. Compute each date of a series from its start, so that it
 * does not drift: 31 January, 28 February, 31 March. Contract section 4.
 */
export function addMonthsClamped(start: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = partsOf(start);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return toText({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) });
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(date: CalendarDate): number {
  // 1970-01-01 was a Thursday.
  return (((toDayNumber(date) + 4) % 7) + 7) % 7;
}

/** "24 November 2026". */
export function formatDate(date: CalendarDate): string {
  const { year, month, day } = partsOf(date);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** "24 Nov 2026", for tables. */
export function formatShortDate(date: CalendarDate): string {
  const { year, month, day } = partsOf(date);
  return `${day} ${MONTHS[month - 1]!.slice(0, 3)} ${year}`;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** "Tue 24 Nov 2026", for a day that somebody waits for. */
export function formatWeekday(date: CalendarDate): string {
  return `${WEEKDAYS[weekday(date)]} ${formatShortDate(date)}`;
}

/** "Tue 24 Nov", for a day within the year, on a narrow line. */
export const formatNearDay = (date: CalendarDate): string => formatWeekday(date).replace(/ \d{4}$/, "");

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const numeric = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const formatter = new Intl.DateTimeFormat("en-AU-u-ca-gregory-nu-latn", { timeZone, ...numeric });
  formatters.set(timeZone, formatter);
  return formatter;
}

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

/** What the calendar in that zone shows at that instant. @throws RangeError for an unknown zone */
export function dateInZone(instant: Date, timeZone: string): CalendarDate {
  // The date of a zone changes with a full minute, and nearly all that is asked is about now.
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  const last = lastDates.get(timeZone);
  if (last?.minute === minute) return last.date;
  const date = readDate(instant, timeZone);
  if (minute >= ZONES_WITHOUT_SECONDS) lastDates.set(timeZone, { minute, date });
  return date;
}

/** The date that was last asked for, by zone. */
const lastDates = new Map<string, { minute: number; date: CalendarDate }>();
/** 1973 began so many minutes after 1970. Until 1972 some zones were seconds away from full minutes. */
const ZONES_WITHOUT_SECONDS = (3 * 365 + 1) * 24 * 60;

function readDate(instant: Date, timeZone: string): CalendarDate {
  const parts = { year: 0, month: 0, day: 0 };
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) {
    if (type === "year" || type === "month" || type === "day") parts[type] = Number(value);
  }
  return toText(parts);
}

/**
 * When that date begins in that zone: at midnight or, where clocks jump over midnight, right after the jump. A date that
 * the zone skipped begins and ends where the next one begins.
 */
export function startOfDayInZone(date: CalendarDate, timeZone: string): Date {
  const asked = `${date} ${timeZone}`;
  const known = starts.get(asked);
  if (known !== undefined) return new Date(known);
  const start = findStart(date, timeZone);
  if (starts.size >= MAX_STARTS) starts.clear();
  starts.set(asked, start.getTime());
  return start;
}

const starts = new Map<string, number>();
const MAX_STARTS = 1_000;

function findStart(date: CalendarDate, timeZone: string): Date {
  // A search for the turn of the date needs no table of offsets.
  const utcMidnight = (toDayNumber(date) * DAY_MS) / 1000;
  let before = utcMidnight - WIDEST_OFFSET_SECONDS;
  let begun = utcMidnight + WIDEST_OFFSET_SECONDS;
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (dateInZone(new Date(middle * 1000), timeZone) < date) before = middle;
    else begun = middle;
  }
  return new Date(begun * 1000);
}

export function endOfDayInZone(date: CalendarDate, timeZone: string): Date {
  return startOfDayInZone(addDays(date, 1), timeZone);
}
