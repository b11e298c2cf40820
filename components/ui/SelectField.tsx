import type { ComponentProps } from "react";
import { classes } from "./classes";
import { BOX, describe, FieldFrame } from "./FieldFrame";
import { Icon } from "./Icon";

interface Props extends ComponentProps<"select"> {
  id: string;
  label: string;
  error?: string;
  /** A text alone is the value and what is shown of it. */
  options: readonly (string | { value: string; label: string })[];
}

export function SelectField({ id, label, error, options, ...rest }: Props) {
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="relative max-w-80">
        <select
          id={id}
          {...describe(id, { error })}
          className={classes(BOX, "cursor-pointer appearance-none pr-[calc(1.25rem+20px)]")}
          {...rest}
        >
          {options
            .map((option) => (typeof option === "string" ? { value: option, label: option } : option))
            .map(({ value, label: shown }) => (
              <option key={value} value={value}>
                {shown}
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
