import type { Untimed } from "../../packages/dates/time";
import type { By, CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { claimOf, isSecretOf } from "../crypto/enrolment-link";
import type { StoredRecord } from "../db/checkout-records";
import { type Answers, findEnrolment, LinkEnded, type StoredEnrolment, saveAnswers } from "../db/enrolments";
import type { Declines } from "../domain/declines";
import type { Id } from "../domain/ids";
import { type LinkState, linkState } from "../domain/resume-link";
import { isReleased } from "../domain/states";

/** Who sent a form, as the evidence keeps it. */
export interface Visit {
  requestId: Id<"req">;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface PortalDeps extends CheckoutDeps {
  settings: { readonly GATEWAY_PUBLISHABLE_KEY: string };
  /** Both are null where nothing is limited. */
  declines: Declines | null;
  limits: { link: { ask(address: string): Promise<{ admitted: boolean }> } } | null;
}

/** An enrolment's answers, its checkout, and the link by which it was opened. */
export interface Enrolment extends StoredEnrolment {
  secret: string;
  generation: number;
}

export interface FoundLink {
  at: Enrolment;
  state: NonNullable<LinkState>;
}

/** Null for a secret that we never issued. Finding a link changes nothing: mail scanners open every one. */
export async function findByLink(deps: Untimed<CheckoutDeps>, secret: string): Promise<FoundLink | null> {
  const claim = claimOf(secret);
  const stored = claim && (await findEnrolment(deps.db, claim.id));
  if (!stored || !isSecretOf(deps.vault, stored.enrolment, claim.generation, secret)) return null;
  const own = ownRecord(stored);
  const state = linkState(
    claim.generation,
    stored.enrolment,
    own,
    stored.enrolment.updatedAt,
    deps.now?.() ?? stored.readAt,
  );
  const record = own && asOfNow(deps, own);
  return state && { at: { ...stored, secret, generation: claim.generation, record }, state };
}

const ownRecord = ({ enrolment, record }: StoredEnrolment): StoredRecord | null =>
  record && isOwn(enrolment, record) ? record : null;

/** As its student has it, for somebody who has no link: whatever is drawn of it leads nowhere. */
export function withoutLink(deps: Untimed<CheckoutDeps>, stored: StoredEnrolment): Enrolment {
  const own = ownRecord(stored);
  const { lowestLink: generation } = stored.enrolment;
  return { ...stored, secret: "-", generation, record: own && asOfNow(deps, own) };
}

/**
 * Whether the order's checkout is this student's. The provider's system may have used the same order number through the API
 * for somebody else, whose name, account and money this student must not see.
 */
function isOwn({ email }: StoredEnrolment["enrolment"], { checkout, timeline }: StoredRecord): boolean {
  const isBegunHere = timeline[0]?.actor.kind === "student";
  return isBegunHere || checkout.email.toLowerCase() === email?.toLowerCase();
}

/** Null if the link does not open an enrolment: it has ended, or the student has not pressed "Continue here" yet. */
export const opened = (found: FoundLink | null): Enrolment | null =>
  found?.state === "opens" ? found.at : null;

export const openEnrolment = async (deps: Untimed<CheckoutDeps>, secret: string) =>
  opened(await findByLink(deps, secret));

/**
 * Saves the student's answers.
 * @returns the enrolment after that, read again only if a checkout holds its order or did before
 * @throws LinkEnded if a newer link was used meanwhile
 */
export async function answered(
  deps: Untimed<CheckoutDeps>,
  at: Enrolment,
  answers: Answers,
  mailLink = false,
): Promise<Enrolment> {
  const isHeld = await saveAnswers(deps.db, at, answers, mailLink);
  const wasHeld = at.record !== null && !isReleased(at.record.checkout.checkoutStatus);
  return isHeld || wasHeld ? openAgain(deps, at) : { ...at, enrolment: { ...at.enrolment, ...answers } };
}

/** @throws LinkEnded if a newer link was used meanwhile */
export async function openAgain(deps: Untimed<CheckoutDeps>, { secret }: Enrolment): Promise<Enrolment> {
  const at = await openEnrolment(deps, secret);
  if (!at) throw new LinkEnded("The link ended meanwhile");
  return at;
}

export function byStudent({ provider }: StoredEnrolment, visit: Visit): By & Visit {
  return { provider, actor: { kind: "student" }, ...visit };
}
