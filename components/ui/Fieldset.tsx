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
  children,
}: FieldMessages & { id: string; legend: ReactNode; legendSize?: "h2" | "label"; children: ReactNode }) {
  const describedBy = classes(hint && `${id}-hint`, error && `${id}-error`);
  return (
    <fieldset
      id={id}
      aria-describedby={describedBy || undefined}
      className={classes("min-w-0", error && "border-l-4 border-error pl-4")}
    >
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
      <div className={legendSize === "h2" ? "space-y-6" : "space-y-3"}>{children}</div>
    </fieldset>
  );
}
