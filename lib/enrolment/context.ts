import type { By, CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { claimOf, isSecretOf } from "../crypto/enrolment-link";
import {
  type Answers,
  endLinksBefore,
  findEnrolment,
  LinkEnded,
  type StoredEnrolment,
  saveAnswers,
} from "../db/enrolments";
import type { Declines } from "../domain/declines";
import type { Id } from "../domain/ids";
import { enrolmentEndedAt, type LinkState, linkState } from "../domain/resume-link";
import { isReleased } from "../domain/states";

/** Who sent a form, as the evidence keeps it. */
export interface Visit {
  requestId: Id<"req">;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface PortalDeps extends CheckoutDeps {
  /** Both are null where nothing is limited. */
  declines: Declines | null;
  limits: { ofLinkRequest(address: string): Promise<{ admitted: boolean }> } | null;
}

/** An enrolment's answers, its checkout, and the link by which it was opened. */
export interface Enrolment extends StoredEnrolment {
  secret: string;
  generation: number;
}

/** The enrolment of a link, and the link's state. */
export interface FoundLink {
  at: Enrolment;
  state: NonNullable<LinkState>;
}

/** Null for a secret that we never issued. */
export async function findByLink(deps: CheckoutDeps, secret: string): Promise<FoundLink | null> {
  const claim = claimOf(secret);
  const stored = claim && (await findEnrolment(deps.db, claim.id));
  if (!stored || !isSecretOf(deps.vault, stored.enrolment, claim.generation, secret)) return null;
  const endedAt = enrolmentEndedAt(stored.enrolment.updatedAt, stored.record);
  const state = linkState(claim.generation, stored.enrolment, endedAt, deps.now());
  const record = stored.record && asOfNow(deps, stored.record);
  return state && { at: { ...stored, secret, generation: claim.generation, record }, state };
}

/**
 * Null for a secret that opens no enrolment, or no longer.
 * @param read what is known of the link already
 */
export async function openEnrolment(
  deps: CheckoutDeps,
  secret: string,
  read?: FoundLink,
): Promise<Enrolment | null> {
  const found = read ?? (await findByLink(deps, secret));
  return found?.state === "opens" ? found.at : null;
}

/**
 * Saves the student's answers.
 * @returns where the enrolment stands then, read again only where a checkout holds its order or did before
 * @throws LinkEnded where a newer link was used meanwhile
 */
export async function answered(
  deps: CheckoutDeps,
  at: Enrolment,
  answers: Answers,
  mailLink = false,
): Promise<Enrolment> {
  const isHeld = await saveAnswers(deps.db, at, answers, mailLink);
  const wasHeld = at.record !== null && !isReleased(at.record.checkout.checkoutStatus);
  return isHeld || wasHeld ? openAgain(deps, at) : { ...at, enrolment: { ...at.enrolment, ...answers } };
}

/** @throws LinkEnded where a newer link was used meanwhile */
export async function openAgain(deps: CheckoutDeps, { secret }: Enrolment): Promise<Enrolment> {
  const at = await openEnrolment(deps, secret);
  if (!at) throw new LinkEnded("The link ended meanwhile");
  return at;
}

/**
 * The first use of a link ends those before it (D-056).
 * @returns whether this was it
 */
export async function markUsed(deps: CheckoutDeps, at: Enrolment): Promise<boolean> {
  const isFirst = at.enrolment.lowestLink < at.generation;
  if (isFirst) await endLinksBefore(deps.db, at);
  return isFirst;
}

export function byStudent({ provider }: StoredEnrolment, visit: Visit): By & Visit {
  return { provider, actor: { kind: "student" }, ...visit };
}
