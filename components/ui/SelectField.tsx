import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { BOX, describe, FieldFrame, type FieldMessages, type FieldWidth, WIDTHS } from "./FieldFrame";
import { Icon } from "./Icon";

interface SelectFieldProps extends ComponentProps<"select">, FieldMessages {
  id: string;
  label: ReactNode;
  options: readonly { value: string; label: string }[];
  width?: FieldWidth;
}

export function SelectField({
  id,
  label,
  hint,
  error,
  options,
  width = "20",
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={classes("relative", WIDTHS[width])}>
        <select
          id={id}
          {...describe(id, { hint, error })}
          className={classes(BOX, "cursor-pointer appearance-none pr-[calc(1.25rem+20px)]", className)}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-1/2 right-[14px] -translate-y-1/2 text-muted"
        />
      </div>
    </FieldFrame>
  );
}
