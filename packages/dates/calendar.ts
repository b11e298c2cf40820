/** A day of the Gregorian calendar, "YYYY-MM-DD", of no time zone. Contract section 4. */
export type CalendarDate = string;

const DAY_MS = 24 * 60 * 60_000;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Dates are compared as text, which works for four-digit years only. @throws RangeError outside the years 0 to 9999 */
function toText(time: number): CalendarDate {
  const text = new Date(time).toISOString();
  if (!/^\d/.test(text)) throw new RangeError(`Not a year of four digits: ${text}`);
  return text.slice(0, 10);
}

/** UTC midnight in milliseconds; null for a date that does not exist, which `Date` would read as a later one. */
function read(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && toText(time) === text ? time : null;
}

function timeOf(date: CalendarDate): number {
  const time = read(date);
  if (time === null) throw new RangeError(`Not a calendar date: ${date.slice(0, 20)}`);
  return time;
}

/** As `Date.UTC`, which takes the years 0 to 99 for those of the 20th century. `month` counts from 0. */
const utc = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month, day);

function partsOf(date: CalendarDate) {
  const midnight = new Date(timeOf(date));
  return { year: midnight.getUTCFullYear(), month: midnight.getUTCMonth(), day: midnight.getUTCDate() };
}

/** Whether the text is a real date, "YYYY-MM-DD", of the years 1 to 9999. Contract section 4. */
export function isCalendarDate(text: string): boolean {
  // PostgreSQL has no year 0.
  return read(text) !== null && !text.startsWith("0000");
}

/** Days since 1970-01-01. @throws RangeError, like all below, for a date that does not exist */
export const toDayNumber = (date: CalendarDate): number => timeOf(date) / DAY_MS;

/** @throws RangeError for a fraction, and outside the years 0 to 9999 */
export function fromDayNumber(dayNumber: number): CalendarDate {
  if (!Number.isInteger(dayNumber)) throw new RangeError(`Not a day number: ${dayNumber}`);
  return toText(dayNumber * DAY_MS);
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
  const lastDay = new Date(utc(year, month + months + 1, 0)).getUTCDate();
  return toText(utc(year, month + months, Math.min(day, lastDay)));
}

/** 0 for Sunday to 6 for Saturday. */
export const weekday = (date: CalendarDate): number => new Date(timeOf(date)).getUTCDay();

/** "24 November 2026". */
export function formatDate(date: CalendarDate): string {
  const { year, month, day } = partsOf(date);
  return `${day} ${MONTHS[month]} ${year}`;
}

/** "24 Nov 2026", for tables. */
export function formatShortDate(date: CalendarDate): string {
  const { year, month, day } = partsOf(date);
  return `${day} ${MONTHS[month]?.slice(0, 3)} ${year}`;
}

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** "Tue 24 Nov 2026", for a day that somebody waits for. */
export function formatWeekday(date: CalendarDate): string {
  return `${WEEKDAYS[weekday(date)]?.slice(0, 3)} ${formatShortDate(date)}`;
}

/** "Tuesday 24 November", for a day within half a year; a later one has its year. */
export function formatDay(date: CalendarDate, today: CalendarDate): string {
  const isNear = Math.abs(toDayNumber(date) - toDayNumber(today)) < 183;
  return `${WEEKDAYS[weekday(date)]} ${isNear ? formatDate(date).replace(/ \d{4}$/, "") : formatDate(date)}`;
}

/** "Tue 24 Nov", for a day within the year, on a narrow line. */
export const formatNearDay = (date: CalendarDate): string => formatWeekday(date).replace(/ \d{4}$/, "");
