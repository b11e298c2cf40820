import type { By, CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { claimedEnrolment, isSecretOf } from "../crypto/enrolment-link";
import { findLatestByOrder, type StoredRecord } from "../db/checkouts";
import { findEnrolment, type StoredEnrolment } from "../db/enrolments";
import type { Id } from "../domain/ids";

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
}

/** An enrolment as it stands: what was answered, and the checkout that came of it. */
export interface Enrolment extends StoredEnrolment {
  secret: string;
  record: StoredRecord | null;
}

/** The enrolment behind a link; null for a secret that opens none. */
export async function openEnrolment(deps: CheckoutDeps, secret: string): Promise<Enrolment | null> {
  const id = claimedEnrolment(secret);
  const stored = id && (await findEnrolment(deps.db, id));
  if (!stored || !isSecretOf(deps.vault, stored.enrolment, secret)) return null;
  const { providerId, providerOrderId } = stored.enrolment;
  const record = await findLatestByOrder(deps.db, providerId, providerOrderId);
  return { ...stored, secret, record: record && asOfNow(deps, record) };
}

/** A use case's "by" for a student. */
export function byStudent({ provider }: StoredEnrolment, visit: Visit): By & Visit {
  return { provider, actor: "student", ...visit };
}
