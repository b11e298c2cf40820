import { DAY_MS } from "../../packages/dates/time";
import type { PlanStatus } from "./plan";
import { isPlanOver } from "./plan-states";
import { awaitsCharge, type CheckoutStatus, hasExpired, isCompleted, isReleased, isResultOf } from "./states";

/** How long links still open an enrolment that has ended. Contract section 10. */
export const LINKS_OUTLIVE_MS = 90 * DAY_MS;

/** How long an enrolment that never had a checkout waits for its student. */
export const UNFINISHED_KEPT_MS = 30 * DAY_MS;

/**
 * `waits`: it was emailed, and nobody has pressed "Continue here" yet. `replaced`: a newer link is in use, its address was
 * corrected, or an operator ended it. `over`: the enrolment ended more than 90 days ago. Null if it is not one of our links.
 * See docs/decisions/038-link-generations.md.
 */
export type LinkState = "opens" | "waits" | "replaced" | "over" | null;

interface Generations {
  newestLink: number;
  lowestLink: number;
  /** Generations up to this one went to an address that was corrected since. Only `lowestLink` still opens. */
  supersededLink: number;
  /** The link by which the student last went to pay or sign. Once that is done, it keeps its pages. */
  finishingLink: number | null;
}

export function linkState(
  generation: number,
  { newestLink, lowestLink, supersededLink, finishingLink }: Generations,
  latest: LatestCheckout | null,
  answeredAt: Date,
  now: Date,
): LinkState {
  if (generation < 1 || generation > newestLink) return null;
  if (areOver(enrolmentEndedAt(answeredAt, latest), now)) return "over";
  if (generation === lowestLink) return "opens";
  const status = latest?.checkout.checkoutStatus;
  if (generation === finishingLink && status && (isCompleted(status) || awaitsCharge(status))) return "opens";
  return generation > Math.max(lowestLink, supersededLink) ? "waits" : "replaced";
}

export function areOver(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= LINKS_OUTLIVE_MS;
}

interface LatestCheckout {
  checkout: { checkoutStatus: CheckoutStatus; expiresAt: Date | null; updatedAt: Date };
  readAt: Date;
  /** Collected by us. */
  plan?: { status: PlanStatus } | null;
}

/** When it was paid or signed, or when its last checkout or answer ended without success; null while it is open or collected. */
export function enrolmentEndedAt(answeredAt: Date, latest: LatestCheckout | null): Date | null {
  if (!latest) return null;
  const { checkoutStatus: status, expiresAt, updatedAt } = latest.checkout;
  // The student needs the plan's page as long as there is something to pay.
  if (latest.plan && !isPlanOver(latest.plan.status)) return null;
  if (isCompleted(status)) return updatedAt;
  // Its own time, not the time at which the expiry was recorded.
  const lapsedAt =
    isResultOf("expire", status) || hasExpired(status, expiresAt, latest.readAt) ? expiresAt : null;
  if (!lapsedAt && !isReleased(status)) return null;
  const endedAt = lapsedAt ?? updatedAt;
  return endedAt > answeredAt ? endedAt : answeredAt;
}
