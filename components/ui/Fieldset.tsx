import type { ReactNode } from "react";
import { classes } from "./classes";
import { ErrorText, type FieldMessages, Hint } from "./FieldFrame";

/** Controls that answer one question together. */
export function Fieldset({
  id,
  legend,
  legendSize = "label",
  hint,
  error,
  isWrong = error !== undefined,
  children,
}: FieldMessages & {
  id: string;
  legend: ReactNode;
  legendSize?: "h2" | "label";
  /** Marks the group; its children say themselves what is wrong where `error` does not. */
  isWrong?: boolean;
  children: ReactNode;
}) {
  const describedBy = classes(hint && `${id}-hint`, error && `${id}-error`);
  return (
    // The bar is not the fieldset's own: its border would begin beside the middle of the legend.
    <div className={classes(isWrong && "border-l-4 border-error pl-4")}>
      <fieldset id={id} aria-describedby={describedBy || undefined} className="min-w-0">
        <legend className={legendSize === "h2" ? "mb-4" : "mb-1.5 font-medium"}>
          {legendSize === "h2" ? <h2>{legend}</h2> : legend}
        </legend>
        {hint && (
          <div className="mb-3">
            <Hint id={id}>{hint}</Hint>
          </div>
        )}
        {error && (
          <div className="mb-3">
            <ErrorText id={id}>{error}</ErrorText>
          </div>
        )}
        {/* Plain radio buttons bring their room with them. */}
        <div className={classes("flex flex-col has-[>label]:gap-0", legendSize === "h2" ? "gap-6" : "gap-3")}>
          {children}
        </div>
      </fieldset>
    </div>
  );
}
