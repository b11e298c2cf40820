import type { StaffRole } from "../../drizzle/vocabulary";

/** What can be done in the console, and who may. An operator may do everything. */
const PERMISSIONS = {
  /** Sees enrolments, and all that was paid and sent. */
  read: ["viewer", "support", "finance", "admin"],
  note: ["support", "finance", "admin"],
  cancel: ["support", "finance", "admin"],
  /** Also puts a plan on hold and releases it. */
  change_plan: ["support", "finance", "admin"],
  /** Ends a plan, or records money that came another way. */
  settle_plan: ["finance", "admin"],
  /** Up to a limit. */
  refund_grant: ["support", "finance", "admin"],
  refund_grant_any: ["finance", "admin"],
  refund_send: ["finance", "admin"],
  new_link: ["support", "finance", "admin"],
  resend: ["support", "finance", "admin"],
  replay: ["support", "finance", "admin"],
  /** Of an operator only. */
  settle_alert: [],
  /** Changes what the provider has set up: keys, endpoints, staff, accounts, its details. */
  set_up: ["admin"],
  /** Sees whatever any colleague did. */
  audit: ["admin"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Permission = keyof typeof PERMISSIONS;

/** An operator has every permission at every provider. */
export type Role = StaffRole | "operator";

export function can(role: Role, permission: Permission): boolean {
  const roles: readonly StaffRole[] = PERMISSIONS[permission];
  return role === "operator" || roles.includes(role);
}

/** A use case was asked for something that the caller's role does not include. */
class NotPermitted extends Error {
  override name = "NotPermitted";
}

/** Each use case begins with this. @throws NotPermitted */
export function demand({ role }: { role: Role }, permission: Permission): void {
  if (!can(role, permission)) throw new NotPermitted(`A ${role} may not ${permission}`);
}
