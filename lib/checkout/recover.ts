import { findCheckout } from "../db/checkouts";
import type { DueRow } from "../db/due";
import { awaitsCharge } from "../domain/states";
import type { CheckoutDeps } from "./context";
import { settle } from "./settle";

/**
 * Finishes a charge that its own request did not: asks the gateway what became of the key, and closes the key where
 * nothing did, so that a process that wakes up late can no longer charge. Contract section 4, "Exactly one charge".
 * @returns false when the gateway is still at it
 */
export async function recoverCharge(
  deps: CheckoutDeps,
  { providerId, checkoutId }: DueRow,
): Promise<boolean> {
  const record = await findCheckout(deps.db, providerId, checkoutId);
  if (!record?.attempt || !awaitsCharge(record.checkout.checkoutStatus)) return true;
  const key = record.attempt.id;
  const outcome = (await deps.gateway.findCharge(key)) ?? (await deps.gateway.closeCharge(key));
  if (outcome.status === "processing") return false;
  await settle(deps, record, outcome, null, null);
  return true;
}
