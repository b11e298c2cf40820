import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** Says on every page of a sandbox that no money moves, in print too. */
export function TestBand({ children }: { children: ReactNode }) {
  return (
    <aside
      data-chrome
      aria-label="Test environment"
      className="border-warning/40 border-b bg-warning-tint text-warning"
    >
      <p className="mx-auto flex max-w-page-outer items-start [body:has([data-wide])_&]:max-w-[90rem] gap-2 px-4 py-2 font-medium text-sm sm:px-6">
        <Icon name="warning" />
        <span>{children}</span>
      </p>
    </aside>
  );
}
