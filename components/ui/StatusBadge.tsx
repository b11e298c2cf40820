import type { ReactNode } from "react";
import type { AuthorisationStatus, CheckoutStatus, DdaStatus } from "../../lib/domain/states";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";

const KINDS = {
  success: { icon: "check", look: "border-success/40 bg-success-tint text-success" },
  warning: { icon: "warning", look: "border-warning/40 bg-warning-tint text-warning" },
  error: { icon: "error", look: "border-error/40 bg-error-tint text-error" },
  neutral: { icon: "info", look: "border-control/40 bg-surface text-muted" },
} as const satisfies Record<string, { icon: IconName; look: string }>;

/** How a status of the contract's section 7 looks; the same word looks the same for every record. */
export const STATUS_KINDS = {
  "Awaiting Direct Debit": "warning",
  "Awaiting Confirmation": "warning",
  "Payment Pending": "warning",
  Pending: "warning",
  Confirmed: "success",
  "Payment Processing": "success",
  Authorised: "success",
  "Paid Upfront": "success",
  "Payment Failed": "error",
  Failed: "error",
  Expired: "neutral",
  Cancelled: "neutral",
} as const satisfies Record<CheckoutStatus | AuthorisationStatus | DdaStatus, keyof typeof KINDS>;

/** Where something stands, in a word; the colour never says it alone. */
export function StatusBadge({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const { icon, look } = KINDS[kind];
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 rounded-sm border px-1.5 py-0.5 font-medium text-sm",
        look,
      )}
    >
      <Icon name={icon} className="size-4" />
      {children}
    </span>
  );
}
