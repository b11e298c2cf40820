import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { BOX, describe, FieldFrame, type FieldMessages, type FieldWidth, WIDTHS } from "./FieldFrame";

export interface FieldProps extends Omit<ComponentProps<"input">, "width">, FieldMessages {
  id: string;
  label: ReactNode;
  width?: FieldWidth;
  /** The error's text stands above a group of fields; only the box is marked here. */
  isErrorAbove?: boolean;
}

export function Field({
  id,
  label,
  hint,
  error,
  width = "full",
  isErrorAbove = false,
  type = "text",
  className,
  ...rest
}: FieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={isErrorAbove ? undefined : error}>
      <input
        id={id}
        type={type}
        {...describe(id, { hint, error })}
        className={classes(BOX, "read-only:bg-background", WIDTHS[width], className)}
        {...rest}
      />
    </FieldFrame>
  );
}
