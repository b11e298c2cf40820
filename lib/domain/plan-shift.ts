import { nextBusinessDay } from "../../packages/dates/business-days";
import type { CalendarDate } from "../../packages/dates/calendar";
import type { PlanInstalment } from "./plan";
import { handOverDay } from "./plan-dates";
import { dueDate, type Frequency } from "./schedule";

/** What moves, moves by the fewest whole periods that make each of its days late enough: none if they are already. */
export function shift(
  instalments: readonly PlanInstalment[],
  frequency: Frequency,
  moves: (instalment: PlanInstalment) => boolean,
  isLateEnough: (day: CalendarDate) => boolean,
) {
  const moving = instalments.filter(moves);
  const later = (day: CalendarDate, periods: number, anchor = day): CalendarDate =>
    frequency === "Monthly"
      ? dueDate({ frequency, firstPaymentDate: anchor }, monthOf(day) - monthOf(anchor) + periods)
      : dueDate({ frequency, firstPaymentDate: day }, periods);
  // The latest day of the month is that of the rhythm: 28 February may belong to a 31st.
  const dues = instalments.map((each) => each.dueDate);
  const anchor = dues.sort(byDayOfMonth).at(-1);
  const dayOf = (each: PlanInstalment, periods: number): CalendarDate =>
    wasMoved(each) ? later(each.debitDate, periods) : later(each.dueDate, periods, anchor);
  let periods = 0;
  while (!moving.every((each) => isLateEnough(dayOf(each, periods)))) periods += 1;
  if (periods === 0) return instalments;
  return instalments.map((each) => {
    if (!moves(each)) return each;
    const debitDate = nextBusinessDay(dayOf(each, periods));
    const due = later(each.dueDate, periods, anchor);
    return { ...each, dueDate: due, debitDate, handOverOn: handOverDay(debitDate) };
  });
}

/** Somebody has chosen another day than that of the rhythm. */
const wasMoved = (each: PlanInstalment): boolean => each.debitDate !== nextBusinessDay(each.dueDate);

const monthOf = (day: CalendarDate): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

const byDayOfMonth = (a: CalendarDate, b: CalendarDate): number => Number(a.slice(8)) - Number(b.slice(8));
