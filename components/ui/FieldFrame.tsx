import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./Icon";

export interface FieldMessages {
  hint?: string;
  error?: string;
}

/** In characters: the box hints at the length of the answer. */
export type FieldWidth = "4" | "10" | "full";

export const WIDTHS: Record<FieldWidth, string> = {
  "4": "max-w-24",
  "10": "max-w-48",
  full: "",
};

/** Connects a control with its hint and error for screen readers. */
export function describe(id: string, { hint, mark, error }: FieldMessages & { mark?: ReactNode }) {
  const ids = classes(hint && `${id}-hint`, mark ? `${id}-mark` : null, error && `${id}-error`);
  return { "aria-invalid": error ? (true as const) : undefined, "aria-describedby": ids || undefined };
}

export const BOX = classes(
  "block min-h-12 w-full rounded border bg-surface px-3 py-2.5 text-base text-text transition-colors disabled:bg-background disabled:text-muted",
  "border-control not-aria-invalid:hover:border-accent aria-invalid:border-error aria-invalid:ring-1 aria-invalid:ring-error",
);

/** By an attribute, which the hosted page's own script takes away. */
export const WRONG = "data-wrong:border-error data-wrong:border-l-4 data-wrong:pl-4";

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-hint`} className="text-muted">
      {children}
    </p>
  );
}

export function ErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="flex gap-2 font-medium text-error">
      <Icon name="error" className="mt-0.5" />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">Error: </span>
        <span data-message>{children}</span>
      </span>
    </p>
  );
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldMessages & { id: string; label: ReactNode; children: ReactNode }) {
  return (
    <div data-wrong={error ? "" : undefined} className={classes("space-y-1.5", WRONG)}>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {hint && <Hint id={id}>{hint}</Hint>}
      {error && <ErrorText id={id}>{error}</ErrorText>}
      {children}
    </div>
  );
}
