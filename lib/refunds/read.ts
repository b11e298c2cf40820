import type { CheckoutDeps } from "../checkout/context";
import { load } from "../checkout/load";
import { findRefund, listRefunds } from "../db/refunds";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { toRefund } from "./resource";

export async function readRefunds(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string) {
  const { checkout } = await load(deps, providerId, checkoutId);
  return { data: (await listRefunds(deps.db, providerId, checkout.id)).map(toRefund) };
}

export async function readRefund(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string, id: string) {
  const { checkout } = await load(deps, providerId, checkoutId);
  const row = isId("ref", id) ? await findRefund(deps.db, { providerId, id }) : null;
  if (row?.checkoutId !== checkout.id)
    throw new CheckoutError("refund_not_found", "This checkout has no refund with this id.");
  return toRefund(row);
}
