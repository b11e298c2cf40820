import type { ReactNode } from "react";
import { classes } from "./classes";
import { ErrorText, type FieldMessages, Hint, WRONG } from "./FieldFrame";

const LEGENDS = { h2: "mb-4", label: "mb-1.5 font-medium", hidden: "sr-only" } as const;

export function Fieldset({
  id,
  legend,
  legendSize = "label",
  hint,
  error,
  children,
}: FieldMessages & {
  id: string;
  legend: ReactNode;
  /** "hidden" where the page's title asks already. */
  legendSize?: "h2" | "label" | "hidden";
  children: ReactNode;
}) {
  const describedBy = classes(hint && `${id}-hint`, error && `${id}-error`);
  return (
    // Not the fieldset's own border, which would begin at half the legend's height.
    <div data-wrong={error ? "" : undefined} className={WRONG}>
      <fieldset id={id} aria-describedby={describedBy || undefined} className="min-w-0">
        <legend className={LEGENDS[legendSize]}>{legendSize === "h2" ? <h2>{legend}</h2> : legend}</legend>
        <div className="space-y-3 not-empty:mb-3">
          {hint && <Hint id={id}>{hint}</Hint>}
          {error && <ErrorText id={id}>{error}</ErrorText>}
        </div>
        {/* Plain radio buttons have space of their own. */}
        <div
          className={classes("flex flex-col has-[>label]:gap-0", legendSize === "label" ? "gap-3" : "gap-6")}
        >
          {children}
        </div>
      </fieldset>
    </div>
  );
}
