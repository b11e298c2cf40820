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
  // Only now is it known which weekdays are free: Christmas on a Sunday moves past Boxing Day to the Tuesday.
  for (const day of moving.filter(isWeekend)) {
    let substitute = day;
    while (isWeekend(substitute) || holidays.has(substitute)) substitute = addDays(substitute, 1);
    holidays.add(substitute);
  }
  return holidays;
}

const cache = new Map<number, ReadonlySet<CalendarDate>>();

/**
 * Whether a national public holiday is kept on that date, a real one of the years 1900 to 2200: 1 and 26
 * January, Good Friday, Easter Monday, 25 April, 25 and 26 December. Those on a weekend are kept on the next
 * free weekday instead, 25 April aside; State holidays are not known. Contract section 4.
 */
export function isHoliday(date: CalendarDate): boolean {
  const year = Number(date.slice(0, 4));
  let holidays = cache.get(year);
  if (!holidays) {
    holidays = holidaysOf(year);
    cache.set(year, holidays);
  }
  return holidays.has(date);
}

/**
 * Whether direct debits are taken on that date: neither weekend nor holiday.
 * Throws RangeError where the text is no real date. Contract section 4.
 */
export function isBusinessDay(date: CalendarDate): boolean {
  return !isWeekend(date) && !isHoliday(date);
}

/**
 * That date where it is a business day, else the first one after it.
 * Throws RangeError where the text is no real date. Contract section 4.
 */
export function nextBusinessDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}
