import type { By, CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { claimOf, isSecretOf } from "../crypto/enrolment-link";
import type { StoredRecord } from "../db/checkout-records";
import { findLatestByOrder } from "../db/checkouts";
import { endLinksBefore, findEnrolment, LinkEnded, type StoredEnrolment } from "../db/enrolments";
import type { Id } from "../domain/ids";
import { enrolmentEndedAt, type LinkState, linkState } from "../domain/resume-link";

/** Who sent a form, as the evidence keeps it. */
export interface Visit {
  requestId: Id<"req">;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface PortalDeps extends CheckoutDeps {
  /** Null where nothing is limited. */
  limits: { ofLinkRequest(address: string): Promise<{ admitted: boolean }> } | null;
}

/** An enrolment's answers, its checkout, and the link by which it was opened. */
export interface Enrolment extends StoredEnrolment {
  secret: string;
  generation: number;
  record: StoredRecord | null;
}

/** The enrolment of a link and the link's state; null for a secret that we never issued. */
export async function findByLink(
  deps: CheckoutDeps,
  secret: string,
): Promise<{ at: Enrolment; state: NonNullable<LinkState> } | null> {
  const claim = claimOf(secret);
  const stored = claim && (await findEnrolment(deps.db, claim.id));
  if (!stored || !isSecretOf(deps.vault, stored.enrolment, claim.generation, secret)) return null;
  const { providerId, providerOrderId, updatedAt } = stored.enrolment;
  const found = await findLatestByOrder(deps.db, providerId, providerOrderId);
  const endedAt = enrolmentEndedAt(updatedAt, found);
  const state = linkState(claim.generation, stored.enrolment, endedAt, deps.now());
  const record = found && asOfNow(deps, found);
  return state && { at: { ...stored, secret, generation: claim.generation, record }, state };
}

/** Null for a secret that opens no enrolment, or no longer. */
export async function openEnrolment(deps: CheckoutDeps, secret: string): Promise<Enrolment | null> {
  const found = await findByLink(deps, secret);
  return found?.state === "opens" ? found.at : null;
}

/** @throws LinkEnded where a newer link was used meanwhile */
export async function openAgain(deps: CheckoutDeps, { secret }: Enrolment): Promise<Enrolment> {
  const at = await openEnrolment(deps, secret);
  if (!at) throw new LinkEnded("The link ended meanwhile");
  return at;
}

/** The first use of a link ends those before it (D-056). */
export async function markUsed(deps: CheckoutDeps, at: Enrolment): Promise<void> {
  if (at.enrolment.lowestLink < at.generation) await endLinksBefore(deps.db, at);
}

export function byStudent({ provider }: StoredEnrolment, visit: Visit): By & Visit {
  return { provider, actor: { kind: "student" }, ...visit };
}
