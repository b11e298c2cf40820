import { type CalendarDate, formatWeekday } from "../../packages/dates/calendar";

/** A day as the leaf of a calendar, beside a text that says it too. */
export function DateTile({ date }: { date: CalendarDate }) {
  const [weekday, day, month] = formatWeekday(date).split(" ");
  return (
    <div
      aria-hidden="true"
      className="w-20 shrink-0 self-start overflow-hidden rounded border border-divider bg-surface text-center tabular-nums"
    >
      <div className="bg-accent py-0.5 font-medium text-on-accent text-sm">{month}</div>
      <div className="pt-1 font-semibold text-3xl">{day}</div>
      <div className="pb-1.5 text-muted text-sm">{weekday}</div>
    </div>
  );
}
