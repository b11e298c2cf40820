import { addDays, type CalendarDate, fromDayNumber, toDayNumber, weekday } from "./calendar";

/** Easter Sunday, by the Gregorian computus in the form of Meeus, Jones and Butcher. */
function easterSunday(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const marchDay = epact + toSunday - 7 * correction + 22;
  return fromDayNumber(toDayNumber(`${year}-03-01`) + marchDay - 1);
}

function isWeekend(date: CalendarDate): boolean {
  return weekday(date) % 6 === 0;
}

function holidaysOf(year: number): ReadonlySet<CalendarDate> {
  const easter = easterSunday(year);
  const moving = [`${year}-01-01`, `${year}-01-26`, `${year}-12-25`, `${year}-12-26`];
  const holidays = new Set([addDays(easter, -2), addDays(easter, 1), `${year}-04-25`]);
  for (const day of moving) if (!isWeekend(day)) holidays.add(day);
  // After the fixed ones, because Christmas on a Sunday must move past Boxing Day, to the Tuesday.
  for (const day of moving.filter(isWeekend)) {
    let substitute = day;
    while (isWeekend(substitute) || holidays.has(substitute)) substitute = addDays(substitute, 1);
    holidays.add(substitute);
  }
  return holidays;
}

const cache = new Map<number, ReadonlySet<CalendarDate>>();

/**
 * National holidays only, no State ones: 1 and 26 January, Good Friday, Easter Monday, 25 April, 25 and 26 December. One
 * that falls on a weekend moves to the next free weekday, except 25 April. Contract section 4.
 */
export function isHoliday(date: CalendarDate): boolean {
  const year = Number(date.slice(0, 4));
  const holidays = cache.get(year) ?? holidaysOf(year);
  cache.set(year, holidays);
  return holidays.has(date);
}

/** Direct debits are taken on business days. @throws RangeError for a date that does not exist */
export function isBusinessDay(date: CalendarDate): boolean {
  return !isWeekend(date) && !isHoliday(date);
}

/** Why a payment that is due on that day is debited on a later one. */
export function whyLater(date: CalendarDate): "weekend" | "public holiday" {
  return isWeekend(date) ? "weekend" : "public holiday";
}

/** The date itself, or the first business day after it. @throws RangeError for a date that does not exist */
export function nextBusinessDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** The date itself, or the last business day before it. @throws RangeError for a date that does not exist */
export function lastBusinessDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/** So many business days after the date, or before it for a negative number. @throws RangeError as above */
export function addBusinessDays(date: CalendarDate, days: number): CalendarDate {
  const step = Math.sign(days);
  let day = date;
  for (let left = Math.abs(days); left > 0; ) {
    day = addDays(day, step);
    if (isBusinessDay(day)) left--;
  }
  return day;
}
