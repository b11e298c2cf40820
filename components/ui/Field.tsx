import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { BOX, describe, FieldFrame, type FieldMessages, type FieldWidth, WIDTHS } from "./FieldFrame";

export interface FieldProps extends Omit<ComponentProps<"input">, "width">, FieldMessages {
  id: string;
  label: ReactNode;
  width?: FieldWidth;
  /** Stands within the box, at its end, where very large letters leave room for it. */
  mark?: ReactNode;
}

export function Field({
  id,
  label,
  hint,
  error,
  width = "full",
  mark,
  type = "text",
  className,
  ...rest
}: FieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={classes("relative", mark ? "@container" : null, WIDTHS[width])}>
        <input
          id={id}
          type={type}
          {...describe(id, { hint, mark, error })}
          className={classes(
            BOX,
            "read-only:bg-background",
            mark ? "pr-14 @max-[15.5rem]:pr-3" : null,
            className,
          )}
          {...rest}
        />
        {mark && (
          <span
            id={`${id}-mark`}
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center @max-[15.5rem]:hidden"
          >
            {mark}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
