import type { ReactNode } from "react";
import { classes } from "./classes";

interface SummaryItem {
  term: string;
  value: ReactNode;
  /** `label` tells screen readers what the link changes. */
  change?: { href: string; label: string };
}

/** Where the values are short, they stand beside their terms on a small screen too. */
export function SummaryList({
  items,
  isShort = false,
}: {
  items: readonly SummaryItem[];
  isShort?: boolean;
}) {
  return (
    <dl className="divide-y divide-divider border-divider border-y">
      {items.map(({ term, value, change }) => (
        <div
          key={term}
          className={classes(
            "sm:grid sm:grid-cols-[10rem_1fr_auto] sm:gap-x-6 sm:py-3",
            isShort ? "flex flex-wrap gap-x-2 py-2" : "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3",
          )}
        >
          <dt className={classes("min-w-0 text-muted max-sm:col-start-1", isShort && "max-sm:w-31")}>
            {term}
          </dt>
          <dd className={classes("min-w-0 max-sm:col-start-1", isShort && "max-sm:flex-1 max-sm:basis-32")}>
            {value}
          </dd>
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
