import { firstAndLast } from "@/packages/text/narrow";
import { type Cents, formatMoney } from "../../lib/domain/money";
import { debitedOn, type Frequency, type Instalment } from "../../lib/domain/schedule";
import { type CalendarDate, formatWeekday } from "../../packages/dates/calendar";

interface Props {
  totalCents: Cents;
  /** With a plan: its payments are debited by and by. Without one, the total is due at once. */
  plan?: { frequency: Frequency; schedule: readonly Instalment[] } | null;
  /** On the provider's calendar: a plan may begin today. */
  today: CalendarDate;
}

/** The money in a headline: what is due today, and what follows. */
export function MoneySummary({ totalCents, plan, today }: Props) {
  const dueToday = plan ? debitedOn(plan.schedule, today) : totalCents;
  const rows = [
    ...(plan ? debitsOf(plan) : []),
    ["Interest and fees", formatMoney(0)],
    ["Total", formatMoney(totalCents)],
  ] as const;
  return (
    <dl className="tabular-nums">
      <div className="pb-3">
        <dt className="text-muted">Due today</dt>
        <dd className="font-semibold text-2xl">{formatMoney(dueToday)}</dd>
      </div>
      {rows.map(([term, value]) => (
        <div
          key={term}
          className="flex flex-wrap justify-between gap-x-4 border-divider border-t py-2 last:pb-0 last:font-semibold"
        >
          <dt className={term === "Total" ? undefined : "text-muted"}>{term}</dt>
          {/* Another amount is another element: one that only changed would count as moved. */}
          <dd key={value} className="ml-auto min-w-0 text-right">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The first debit, those between and the last, which together are the whole plan. */
export function debitsOf({ frequency, schedule }: NonNullable<Props["plan"]>): [string, string][] {
  const [first, last] = firstAndLast(schedule);
  const on = ({ amountCents, debitDate }: Instalment) =>
    `${formatMoney(amountCents)} on ${formatWeekday(debitDate)}`;
  if (schedule.length === 1) return [["One debit", on(first)]];
  const between = schedule.length - 2;
  const then = `${between} × ${formatMoney(first.amountCents)}, ${frequency.toLowerCase()}`;
  const middle: [string, string][] = between > 0 ? [["Then", then]] : [];
  return [["First debit", on(first)], ...middle, ["Last debit", on(last)]];
}
