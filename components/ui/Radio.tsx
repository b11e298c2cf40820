import type { ComponentProps, ReactNode } from "react";

/** The dot is the border, which is kept in forced colours. */
export const RADIO_DOT =
  "size-6 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-control bg-surface transition-[border-width] checked:border-[0.4375rem] checked:border-accent";

export function Radio({ id, label, ...rest }: ComponentProps<"input"> & { id: string; label: ReactNode }) {
  return (
    <label
      htmlFor={id}
      className="flex min-h-12 w-fit max-w-full cursor-pointer items-start gap-3 py-3 has-disabled:cursor-not-allowed has-disabled:text-muted"
    >
      <input id={id} type="radio" className={RADIO_DOT} {...rest} />
      <span>{label}</span>
    </label>
  );
}
