import { type CheckoutStatus, hasExpired, isCompleted, isReleased, isResultOf } from "./states";
import { DAY_MS } from "./time";

/** How long links open an enrolment after it has ended, in milliseconds: 90 days. Contract section 10. */
export const LINKS_OUTLIVE_MS = 90 * DAY_MS;

/**
 * What a link that we made does. `replaced`: it has ended because a newer one was used, its address corrected, or by command; `over`: with all
 * others of its enrolment, long after that ended. Null where no such link was made.
 */
export type LinkState = "opens" | "replaced" | "over" | null;

interface Generations {
  newestLink: number;
  lowestLink: number;
  /** Those up to here, but the lowest, went to an address that was corrected since. */
  supersededLink: number;
}

/** @param endedAt when the enrolment ended; null while it has not */
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

/** Whether the links of an enrolment have had their time. */
export function areOver(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= LINKS_OUTLIVE_MS;
}

interface LatestCheckout {
  checkout: { checkoutStatus: CheckoutStatus; expiresAt: Date | null; updatedAt: Date };
  readAt: Date;
}

/**
 * When an enrolment ended: was paid or signed, or its last checkout came to nothing and nothing was answered since. Null
 * while something is under way, and before there is a checkout: those that are left then are purged.
 * @param answeredAt when the student last answered something
 */
export function enrolmentEndedAt(answeredAt: Date, latest: LatestCheckout | null): Date | null {
  if (!latest) return null;
  const { checkoutStatus: status, expiresAt, updatedAt } = latest.checkout;
  if (isCompleted(status)) return updatedAt;
  // A lapsed one ended when its time was over, whenever that is written down.
  const lapsedAt =
    isResultOf("expire", status) || hasExpired(status, expiresAt, latest.readAt) ? expiresAt : null;
  if (!lapsedAt && !isReleased(status)) return null;
  const endedAt = lapsedAt ?? updatedAt;
  return endedAt > answeredAt ? endedAt : answeredAt;
}
