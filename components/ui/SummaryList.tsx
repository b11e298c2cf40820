import type { ReactNode } from "react";

interface SummaryItem {
  term: string;
  value: ReactNode;
  /** `label` tells screen readers what the link changes. */
  change?: { href: string; label: string };
}

export function SummaryList({ items }: { items: readonly SummaryItem[] }) {
  return (
    <dl className="divide-y divide-divider border-divider border-y">
      {items.map(({ term, value, change }) => (
        <div
          key={term}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 sm:gap-x-6 sm:grid-cols-[10rem_1fr_auto]"
        >
          <dt className="min-w-0 text-muted max-sm:col-start-1">{term}</dt>
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
