import { type CheckoutStatus, hasExpired, isCompleted, isReleased, isResultOf } from "./states";
import { DAY_MS } from "./time";

/** How long links still open an enrolment that has ended. Contract section 10. */
export const LINKS_OUTLIVE_MS = 90 * DAY_MS;

/** How long an enrolment that never had a checkout waits for its student. */
export const UNFINISHED_KEPT_MS = 30 * DAY_MS;

/**
 * `replaced`: a newer link was used, its address was corrected, or an operator ended it. `over`: the enrolment ended more
 * than 90 days ago. Null where we made no such link. D-056
 */
export type LinkState = "opens" | "replaced" | "over" | null;

interface Generations {
  newestLink: number;
  lowestLink: number;
  /** Generations up to this one went to an address that was corrected since; only `lowestLink` still opens. D-117 */
  supersededLink: number;
}

export function linkState(
  generation: number,
  { newestLink, lowestLink, supersededLink }: Generations,
  endedAt: Date | null,
  now: Date,
): LinkState {
  if (generation < 1 || generation > newestLink) return null;
  if (areOver(endedAt, now)) return "over";
  const isReplaced = generation < lowestLink || (generation > lowestLink && generation <= supersededLink);
  return isReplaced ? "replaced" : "opens";
}

export function areOver(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= LINKS_OUTLIVE_MS;
}

interface LatestCheckout {
  checkout: { checkoutStatus: CheckoutStatus; expiresAt: Date | null; updatedAt: Date };
  readAt: Date;
}

/** When it was paid or signed, or when its last checkout or answer came to nothing; null while it is open. D-059 */
export function enrolmentEndedAt(answeredAt: Date, latest: LatestCheckout | null): Date | null {
  if (!latest) return null;
  const { checkoutStatus: status, expiresAt, updatedAt } = latest.checkout;
  if (isCompleted(status)) return updatedAt;
  // Its own time, not when the expiry was recorded.
  const lapsedAt =
    isResultOf("expire", status) || hasExpired(status, expiresAt, latest.readAt) ? expiresAt : null;
  if (!lapsedAt && !isReleased(status)) return null;
  const endedAt = lapsedAt ?? updatedAt;
  return endedAt > answeredAt ? endedAt : answeredAt;
}
