import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** A sum with what it is for; amounts come as text. */
export interface MoneyRow {
  label: string;
  amount: string;
}

/** What the order comes to: a card beside the form; on a small screen one line with the total, which opens. */
export function MoneySummary({
  title,
  rows,
  total,
  note,
}: {
  title: string;
  rows: readonly MoneyRow[];
  total: MoneyRow;
  note?: ReactNode;
}) {
  const body = (
    <>
      <dl className="tabular-nums">
        {rows.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-6 py-1.5">
            <dt className="min-w-0 text-muted">{label}</dt>
            <dd className="text-right">{amount}</dd>
          </div>
        ))}
        <div className="mt-3 flex justify-between gap-6 border-divider border-t pt-4 font-semibold">
          <dt className="min-w-0">{total.label}</dt>
          <dd className="text-right">{total.amount}</dd>
        </div>
      </dl>
      {note && <div className="mt-3 text-muted text-sm">{note}</div>}
    </>
  );
  return (
    <>
      <details className="group rounded border border-divider bg-surface lg:hidden print:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded px-4 py-3 [&::-webkit-details-marker]:hidden">
          <span className="line-clamp-2 min-w-0 flex-1 font-medium group-open:line-clamp-none">{title}</span>
          <span className="font-semibold tabular-nums">{total.amount}</span>
          <Icon name="chevron" className="text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-divider border-t px-4 py-4">{body}</div>
      </details>
      <div className="hidden break-inside-avoid rounded border border-divider bg-surface p-6 lg:block print:block">
        <h2 className="mb-3 text-lg">{title}</h2>
        {body}
      </div>
    </>
  );
}
