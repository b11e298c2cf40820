import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./Icon";

interface Props {
  label: string;
  inPrint?: boolean;
  children: ReactNode;
}

/** Opens without a script; in print it is open. */
export function Disclosure({ label, inPrint = true, children }: Props) {
  return (
    <details className={classes("group", inPrint && "print:details-content:[content-visibility:visible]")}>
      <summary className="flex min-h-12 w-fit max-w-full cursor-pointer list-none items-center gap-1.5 text-accent underline underline-offset-[0.2em] print:text-text print:no-underline [&::-webkit-details-marker]:hidden">
        <Icon name="chevron" className="-rotate-90 transition-transform group-open:rotate-0 print:hidden" />
        <span className="min-w-0">{label}</span>
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
