import { formatMoney } from "@/lib/domain/money";
import { formatShortDate } from "@/packages/dates/calendar";
import { Disclosure } from "../ui/Disclosure";
import { DataTable } from "./DataTable";

interface Props {
  days: readonly { date: string; count: number; paidCents: number }[];
}

/** In the chart's own units. */
const HEIGHT = 40;
const GAP = 0.2;

/** Enrolments of each day as bars, and as a table for whoever reads it. */
export function DayChart({ days }: Props) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="space-y-2">
      <figcaption className="text-muted text-sm">
        Enrolments completed, by the day they began: {total.toLocaleString("en-AU")} in all, at most{" "}
        {most.toLocaleString("en-AU")} a day
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-control border-b fill-accent"
      >
        {days.map(({ date, count }, at) => {
          const height = (count / most) * HEIGHT;
          return (
            <rect key={date} x={at + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height}>
              <title>{`${formatShortDate(date)}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="flex justify-between text-muted text-sm">
        <span>{formatShortDate(first.date)}</span>
        <span>{formatShortDate(last.date)}</span>
      </div>
      <Disclosure label="Show as a table">
        <DataTable
          caption="Enrolments by day"
          columns={[
            { head: "Day" },
            { head: "Enrolled", isMoney: true },
            { head: "Paid by card", isMoney: true },
          ]}
          rows={days.toReversed().map(({ date, count, paidCents }) => ({
            key: date,
            cells: [formatShortDate(date), count.toLocaleString("en-AU"), formatMoney(paidCents)],
          }))}
        />
      </Disclosure>
    </figure>
  );
}
