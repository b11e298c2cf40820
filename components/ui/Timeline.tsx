import type { ReactNode } from "react";

/** Something that happened, or will; `at` is the text shown. */
export interface TimelineItem {
  title: ReactNode;
  at: string;
  detail?: ReactNode;
}

/** What happened, in order. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol>
      {items.map(({ title, at, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is what tells two equal entries apart.
        <li key={index} className="group relative pb-6 pl-7 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-6 bottom-0 left-[0.3125rem] border-divider border-l group-last:hidden"
          />
          <span
            aria-hidden="true"
            className="absolute top-1.5 left-0 size-3 rounded-full border-2 border-accent bg-surface"
          />
          <p className="font-medium">{title}</p>
          <p className="text-muted text-sm tabular-nums">{at}</p>
          {detail && <div className="mt-1">{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
