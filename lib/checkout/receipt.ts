import { inTime, SECOND_MS } from "../../packages/dates/time";
import { type ReceiptModel, receiptModel } from "../agreement/model";
import type { StoredRecord } from "../db/checkout-records";
import type { Id } from "../domain/ids";
import { isReleased } from "../domain/states";
import type { CheckoutDeps } from "./context";

/** A page waits this long. Then it says that the receipt is being made, and asks again by itself. */
const WAIT_MS = 3 * SECOND_MS;
const MAX_KEPT = 20;
/**
 * The latest receipts, oldest first, so that a caller who asks again finds the one that is being made. By checkout and what
 * was refunded.
 */
const latest = new Map<string, Promise<Uint8Array | null>>();

/** The receipt of a card payment as a PDF, or null if nothing was paid by card. */
export async function getReceipt(
  deps: CheckoutDeps,
  record: StoredRecord,
): Promise<Uint8Array | "being_made" | null> {
  const { checkout, attempt } = record;
  if (attempt?.status !== "succeeded" || isReleased(checkout.checkoutStatus)) return null;
  const model = receiptModel(deps.environment, record, attempt);
  const name = `${checkout.id} ${model.refunded}`;
  const making = latest.get(name) ?? make(deps, name, checkout.id, model);
  return (await inTime(making, WAIT_MS, () => null)) ?? "being_made";
}

function make(deps: CheckoutDeps, name: string, id: Id<"chk">, model: ReceiptModel) {
  const making = deps.agreements.render(model).then(
    (made) => made?.pdf ?? null,
    (error) => {
      deps.log.error({ error, checkoutId: id }, "A receipt could not be made");
      return null;
    },
  );
  latest.set(name, making);
  for (const oldest of latest.keys()) if (latest.size > MAX_KEPT) latest.delete(oldest);
  void making.then((pdf) => pdf ?? latest.delete(name));
  return making;
}
