import type { PlanStatus } from "./plan";
import { isPlanOver } from "./plan-states";

/** How long the hosted page takes another account after somebody has asked for that. */
export const MAX_REPLACEABLE_MS = 24 * 3_600_000;

/** Whether the hosted page takes another account in the place of a plan's. The end of an authority closes its page. */
export const takesAnother = (
  { replaceableUntil }: { replaceableUntil: Date | null },
  plan: { status: PlanStatus } | null,
  now: Date,
): boolean =>
  replaceableUntil !== null && replaceableUntil > now && plan !== null && !isPlanOver(plan.status);
