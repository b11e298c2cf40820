import { addBusinessDays, lastBusinessDay, nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";

/** Business days between the hand-over of a debit and its date. Contract "Real money", section 4, "One cut-off". */
export const LEAD_DAYS = 3;

/** The day on which the debit goes to the processor. From then on it cannot be changed. */
export const handOverDay = (debitDate: CalendarDate): CalendarDate => addBusinessDays(debitDate, -LEAD_DAYS);

/** The last business day on which the student can still change a debit. */
export const changeUntil = (handOverOn: CalendarDate): CalendarDate =>
  lastBusinessDay(addDays(handOverOn, -1));

/** Business days that the student has to change a debit, from the day on which an email tells of it. */
const NOTICE_DAYS = 3;

/** When the student is told of a debit. Null if that day has come: whatever plans it now tells of it. */
export function noticeDay(handOverOn: CalendarDate | null, today: CalendarDate): CalendarDate | null {
  const day = handOverOn && addBusinessDays(changeUntil(handOverOn), -NOTICE_DAYS);
  return day !== null && day > today ? day : null;
}

/** The first date of a debit that is handed over on that day. */
export const firstDebitDate = (today: CalendarDate): CalendarDate => addBusinessDays(today, LEAD_DAYS);

/** Of a debit that is due on that day. A late hand-over asks for the first date that is possible. */
export function dateToAskFor(debitDate: CalendarDate, today: CalendarDate): CalendarDate {
  const first = firstDebitDate(today);
  return nextBusinessDay(debitDate > first ? debitDate : first);
}
