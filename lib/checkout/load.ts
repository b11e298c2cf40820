import type { Untimed } from "../../packages/dates/time";
import type { CheckoutRecord, StoredRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import { applyChange } from "../db/writes";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { canMove, hasExpired, isResultOf } from "../domain/states";
import { transition } from "./change";
import type { CheckoutDeps, Source } from "./context";

/**
 * For reads.
 * @throws CheckoutError `checkout_not_found`, also for another provider's
 */
export async function load(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string) {
  return asOfNow(deps, await loadStored(deps, providerId, checkoutId));
}

async function loadStored(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string) {
  const record = isId("chk", checkoutId) ? await findCheckout(deps.db, providerId, checkoutId) : null;
  if (!record) throw notFound();
  return record;
}

export const notFound = () => new CheckoutError("checkout_not_found", "You have no checkout with this id.");

/** Whether its time was over when it was read, even if that is not recorded yet. */
export const isOver = ({ checkout, readAt }: StoredRecord) =>
  hasExpired(checkout.checkoutStatus, checkout.expiresAt, readAt);

/** A checkout whose time is over reads as expired, even before that is recorded. Contract section 4. */
export function asOfNow(deps: Untimed<CheckoutDeps>, record: StoredRecord): StoredRecord {
  const { expiresAt } = record.checkout;
  if (expiresAt === null || !isOver(record)) return record;
  const { after } = transition(deps, record, "expire", SYSTEM, expiresAt);
  return { ...record, ...after, provider: record.provider, timeline: record.timeline };
}

/**
 * For writes: records an expiry before anything else happens. Contract section 4.
 * @throws CheckoutError `checkout_not_found`, also for another provider's
 */
export async function loadToChange(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string) {
  const record = await loadStored(deps, providerId, checkoutId);
  if (!isOver(record)) return record;
  await expire(deps, record);
  return loadStored(deps, providerId, checkoutId);
}

/**
 * Records the expiry.
 * @returns false if somebody else changed the checkout first
 */
export async function expire(deps: CheckoutDeps, stored: StoredRecord): Promise<boolean> {
  if (!canMove(stored.checkout.checkoutStatus, "expire")) return false;
  const { change } = transition(deps, stored, "expire", SYSTEM, stored.readAt);
  return applyChange(deps.db, stored, change);
}

export const SYSTEM: Source = {
  actor: { kind: "system" },
  requestId: null,
  ipAddress: null,
  userAgent: null,
};

export function refuseEnded({ checkout }: CheckoutRecord): void {
  if (isResultOf("expire", checkout.checkoutStatus))
    throw new CheckoutError("checkout_expired", "The checkout has expired. Create a new one.");
  if (isResultOf("cancel", checkout.checkoutStatus))
    throw new CheckoutError("checkout_cancelled", "The checkout was cancelled. Create a new one.");
}
