import type { By, CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { claimOf, isSecretOf } from "../crypto/enrolment-link";
import { findLatestByOrder, type StoredRecord } from "../db/checkouts";
import { endLinksBefore, findEnrolment, LinkEnded, type StoredEnrolment } from "../db/enrolments";
import type { Id } from "../domain/ids";
import { enrolmentEndedAt, type LinkState, linkState } from "../domain/resume-link";

/** Who visits a page, as the evidence of what was done there keeps it. */
export interface Visit {
  requestId: Id<"req">;
  ipAddress: string | null;
  userAgent: string | null;
}

/** What the portal works with. */
export interface PortalDeps extends CheckoutDeps {
  /** Null where students are not written to. */
  mail: object | null;
  /** Null where nothing is limited. */
  limits: { ofLinkRequest(address: string): Promise<{ admitted: boolean }> } | null;
}

/** An enrolment as it stands: what was answered, and the checkout that came of it. */
export interface Enrolment extends StoredEnrolment {
  secret: string;
  /** Of the link by which it was opened. */
  generation: number;
  record: StoredRecord | null;
}

/** The enrolment of a link that we made, and what that link does; null for any other secret. */
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

/** The enrolment that a link opens; null for a secret that opens none, or none any more. */
export async function openEnrolment(deps: CheckoutDeps, secret: string): Promise<Enrolment | null> {
  const found = await findByLink(deps, secret);
  return found?.state === "opens" ? found.at : null;
}

/**
 * An enrolment as it stands after something was done to it.
 * @throws LinkEnded where a newer link was used meanwhile
 */
export async function openAgain(deps: CheckoutDeps, { secret }: Enrolment): Promise<Enrolment> {
  const at = await openEnrolment(deps, secret);
  if (!at) throw new LinkEnded("The link ended meanwhile");
  return at;
}

/** The first use of a link ends those before it. Writes nothing where they have ended. */
export async function markUsed(deps: CheckoutDeps, at: Enrolment): Promise<void> {
  if (at.enrolment.lowestLink < at.generation) await endLinksBefore(deps.db, at);
}

/** A use case's "by" for a student. */
export function byStudent({ provider }: StoredEnrolment, visit: Visit): By & Visit {
  return { provider, actor: { kind: "student" }, ...visit };
}
