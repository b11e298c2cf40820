import type { ReactNode } from "react";

/** One answer, and where it can be changed; `label` says to a screen reader what the link changes. */
export interface SummaryItem {
  term: string;
  value: ReactNode;
  change?: { href: string; label: string };
}

/** Answers to look over. */
export function SummaryList({ items }: { items: readonly SummaryItem[] }) {
  return (
    <dl className="divide-y divide-divider border-divider border-y">
      {items.map(({ term, value, change }) => (
        <div key={term} className="grid grid-cols-[1fr_auto] gap-x-6 py-3 sm:grid-cols-[10rem_1fr_auto]">
          <dt className="text-muted max-sm:col-start-1">{term}</dt>
          <dd className="min-w-0 max-sm:col-start-1">{value}</dd>
          {change && (
            <dd className="-my-3 max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
              <a href={change.href} className="inline-flex min-h-12 items-center print:hidden">
                Change<span className="sr-only"> {change.label}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
