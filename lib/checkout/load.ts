import { type CheckoutRecord, findCheckout, type StoredRecord } from "../db/checkouts";
import { applyChange } from "../db/writes";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { canMove, hasExpired, isResultOf } from "../domain/states";
import { transition } from "./change";
import type { By, CheckoutDeps } from "./context";

/**
 * The checkout as it stands now: one whose time has passed reads as expired before any job has said so.
 * @throws CheckoutError `checkout_not_found`, also for another provider's
 */
export async function load(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  checkoutId: string,
): Promise<StoredRecord> {
  return asOfNow(deps, await loadStored(deps, providerId, checkoutId));
}

async function loadStored(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  checkoutId: string,
): Promise<StoredRecord> {
  const record = isId("chk", checkoutId) ? await findCheckout(deps.db, providerId, checkoutId) : null;
  if (!record)
    throw new CheckoutError("checkout_not_found", "No checkout with this id belongs to the provider.");
  return record;
}

/** Whether a checkout's time was over when it was read, written down or not. */
export const isOver = ({ checkout, readAt }: StoredRecord) =>
  hasExpired(checkout.checkoutStatus, checkout.expiresAt, readAt);

/** Reads compute what has expired; nothing is written. Contract section 4. */
export function asOfNow(deps: CheckoutDeps, record: StoredRecord): StoredRecord {
  if (!isOver(record)) return record;
  const { after } = transition(deps, record, "expire", SYSTEM, record.checkout.expiresAt!);
  return { ...record, ...after, provider: record.provider, timeline: record.timeline };
}

/**
 * The same for a use case that writes: a lapsed checkout is moved before anything else happens. Contract section 4.
 * @throws CheckoutError `checkout_not_found`, also for another provider's
 */
export async function loadToChange(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  checkoutId: string,
): Promise<StoredRecord> {
  const record = await loadStored(deps, providerId, checkoutId);
  if (!isOver(record)) return record;
  await expire(deps, record);
  return loadStored(deps, providerId, checkoutId);
}

/** Writes that a stored checkout has expired. Returns false when somebody else moved it first. */
export async function expire(deps: CheckoutDeps, stored: StoredRecord): Promise<boolean> {
  if (!canMove(stored.checkout.checkoutStatus, "expire")) return false;
  const { change } = transition(deps, stored, "expire", SYSTEM, stored.readAt);
  return applyChange(deps.db, stored, change);
}

export const SYSTEM: Omit<By, "provider"> = {
  actor: { kind: "system" },
  requestId: null,
  ipAddress: null,
  userAgent: null,
};

/**
 * Refuses work on a checkout that has come to nothing.
 * @throws CheckoutError `checkout_expired`, `checkout_cancelled`
 */
export function refuseEnded({ checkout }: CheckoutRecord): void {
  if (isResultOf("expire", checkout.checkoutStatus))
    throw new CheckoutError("checkout_expired", "The checkout expired; create a new one.");
  if (isResultOf("cancel", checkout.checkoutStatus))
    throw new CheckoutError("checkout_cancelled", "The checkout was cancelled; create a new one.");
}
