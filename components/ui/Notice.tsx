import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";

const KINDS = {
  info: { icon: "info", box: "border-divider bg-info-tint", mark: "text-muted" },
  success: { icon: "check", box: "border-success/40 bg-success-tint", mark: "text-success" },
  warning: { icon: "warning", box: "border-warning/40 bg-warning-tint", mark: "text-warning" },
  error: { icon: "error", box: "border-error/40 bg-error-tint", mark: "text-error" },
} as const satisfies Record<string, { icon: IconName; box: string; mark: string }>;

interface Props {
  kind: keyof typeof KINDS;
  title?: string;
  role?: "status" | "alert";
  children?: ReactNode;
}

/** With `role="status"` or `"alert"` where it appears while the page is open. */
export function Notice({ kind, title, role, children }: Props) {
  const { icon, box, mark } = KINDS[kind];
  return (
    <div role={role} className={classes("flex gap-3 rounded border p-4", box)}>
      <Icon name={icon} className={classes("mt-0.5", mark)} />
      <div className="min-w-0 space-y-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="space-y-3">{children}</div>}
      </div>
    </div>
  );
}
