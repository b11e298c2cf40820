import type { ComponentProps } from "react";
import { classes } from "./classes";

/** Primary at most once a page; quiet for what is rarely wanted. */
type ButtonKind = "primary" | "secondary" | "quiet";

const BASE =
  "inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded border px-5 py-2.5 text-center font-medium transition-colors print:hidden disabled:cursor-not-allowed";

const KINDS: Record<ButtonKind, string> = {
  primary:
    "border-transparent bg-accent text-on-accent hover:bg-accent-strong disabled:bg-muted disabled:text-surface max-xs:w-full",
  secondary:
    "border-control bg-surface text-accent hover:border-accent hover:bg-accent-tint disabled:border-divider disabled:bg-surface disabled:text-muted max-xs:w-full",
  quiet:
    "border-transparent bg-transparent text-accent underline underline-offset-[0.2em] hover:bg-accent-tint disabled:text-muted max-xs:w-full",
};

export function Button({
  kind = "primary",
  type = "submit",
  className,
  ...rest
}: ComponentProps<"button"> & { kind?: ButtonKind }) {
  return <button type={type} className={classes(BASE, KINDS[kind], className)} {...rest} />;
}

export function LinkButton({
  kind = "primary",
  ...rest
}: ComponentProps<"a"> & { href: string; kind?: ButtonKind }) {
  return <a className={classes(BASE, KINDS[kind], kind !== "quiet" && "no-underline")} {...rest} />;
}
