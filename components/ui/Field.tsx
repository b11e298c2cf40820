import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { boxClasses, describe, FieldFrame, type FieldMessages, type FieldWidth, WIDTHS } from "./FieldFrame";

/** What a text field takes beside the attributes of an input. */
export interface FieldProps extends Omit<ComponentProps<"input">, "prefix" | "width">, FieldMessages {
  id: string;
  label: ReactNode;
  /** A unit before the answer, "$"; the label has to say it too. */
  prefix?: string;
  width?: FieldWidth;
  /** The error's words stand above a group of fields, under this field's id; here its box is marked only. */
  isErrorAbove?: boolean;
}

/** One line of text with its label, hint and error. */
export function Field({
  id,
  label,
  hint,
  error,
  prefix,
  width = "full",
  isErrorAbove = false,
  type = "text",
  className,
  ...rest
}: FieldProps) {
  const input = (
    <input
      id={id}
      type={type}
      {...describe(id, { hint, error })}
      className={classes(
        boxClasses(error),
        "read-only:bg-background",
        WIDTHS[width],
        prefix && "rounded-l-none",
        className,
      )}
      {...rest}
    />
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} error={isErrorAbove ? undefined : error}>
      {prefix ? (
        <div className="flex">
          <span
            aria-hidden="true"
            className="flex min-h-12 items-center rounded-l border border-control border-r-0 bg-background px-3.5 text-muted"
          >
            {prefix}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}
