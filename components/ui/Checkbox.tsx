import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { describe, ErrorText } from "./FieldFrame";
import { Icon } from "./Icon";

/** A statement to tick; its label may hold links. */
export function Checkbox({
  id,
  label,
  error,
  ...rest
}: ComponentProps<"input"> & { id: string; label: ReactNode; error?: string }) {
  return (
    <div className={classes(error && "border-l-4 border-error pl-4")}>
      {error && <ErrorText id={id}>{error}</ErrorText>}
      <label
        htmlFor={id}
        className="flex min-h-12 w-fit max-w-full cursor-pointer items-start gap-3 py-3 has-disabled:cursor-not-allowed has-disabled:text-muted"
      >
        <span className="grid shrink-0 place-items-center">
          <input
            id={id}
            type="checkbox"
            {...describe(id, { error })}
            className={classes(
              "peer col-start-1 row-start-1 size-6 cursor-pointer appearance-none rounded-sm border-2 bg-surface checked:border-accent checked:bg-accent",
              error ? "border-error" : "border-control",
            )}
            {...rest}
          />
          <Icon
            name="check"
            className="pointer-events-none invisible col-start-1 row-start-1 text-on-accent peer-checked:visible"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
    </div>
  );
}
