import { newCheckoutToken } from "../crypto/checkout-token";
import { replaceToken } from "../db/writes";
import type { By, CheckoutDeps } from "./context";
import { loadToChange, notFound, refuseEnded } from "./load";
import { asCreated, toResource } from "./resource";

/** For a caller who lost create's response. The old token stops working. Contract section 4. */
export async function issueToken(deps: CheckoutDeps, by: By, checkoutId: string) {
  const record = await loadToChange(deps, by.provider.id, checkoutId);
  refuseEnded(record);
  const { token, tokenSha256 } = newCheckoutToken();
  if (!(await replaceToken(deps.db, record.checkout, tokenSha256, record.readAt))) throw notFound();
  const { checkout } = asCreated(toResource(deps, record), token, []);
  return { checkout };
}
