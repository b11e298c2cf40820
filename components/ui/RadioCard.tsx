import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { RADIO_DOT } from "./Radio";

interface RadioCardProps extends Omit<ComponentProps<"input">, "children"> {
  id: string;
  label: ReactNode;
  description?: ReactNode;
  /** Shown under the card's text while it is chosen. */
  children?: ReactNode;
}

/** A radio button whose whole card can be clicked. */
export function RadioCard({ id, label, description, children, ...rest }: RadioCardProps) {
  return (
    <div
      className={classes(
        "rounded border border-control bg-surface transition-colors hover:border-accent",
        "has-[>div>input:checked]:border-accent has-[>div>input:checked]:ring-1 has-[>div>input:checked]:ring-accent",
      )}
    >
      <div className="peer relative flex min-h-12 gap-3 px-[16px] py-4 sm:gap-4 sm:p-5">
        <input
          id={id}
          type="radio"
          aria-describedby={description ? `${id}-description` : undefined}
          className={classes(RADIO_DOT, "relative z-1")}
          {...rest}
        />
        <div className="min-w-0 space-y-1">
          {/* The label covers the card; the description is no part of the radio's name. */}
          <label htmlFor={id} className="block cursor-pointer font-medium after:absolute after:inset-0">
            {label}
          </label>
          {description && (
            <div id={`${id}-description`} className="text-muted">
              {description}
            </div>
          )}
        </div>
      </div>
      {children && (
        <div className="hidden px-[16px] pb-5 peer-has-checked:block sm:pr-5 sm:pl-15">
          <div className="space-y-6 border-divider border-t pt-5">{children}</div>
        </div>
      )}
    </div>
  );
}
