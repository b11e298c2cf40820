import type { CheckoutResource } from "../contract/resource";
import { applyChange } from "../db/writes";
import { CheckoutError } from "../domain/errors";
import { canMove, isResultOf } from "../domain/states";
import { plan } from "./change";
import type { By, CheckoutDeps } from "./context";
import { loadToChange, refuseEnded, SYSTEM } from "./load";
import { toResource } from "./resource";

/**
 * Lets a plan's time run out at once, as if its days had passed; again, the same answer. Sandbox only.
 * @throws CheckoutError `expire_not_applicable`, `checkout_cancelled`
 */
export async function expireNow(deps: CheckoutDeps, by: By, checkoutId: string): Promise<CheckoutResource> {
  for (let tries = 0; tries < 3; tries++) {
    const record = await loadToChange(deps, by.provider.id, checkoutId);
    const { checkoutStatus } = record.checkout;
    if (isResultOf("expire", checkoutStatus)) return toResource(deps, record);
    refuseEnded(record);
    if (!canMove(checkoutStatus, "expire"))
      throw new CheckoutError(
        "expire_not_applicable",
        `A checkout that is ${checkoutStatus} does not expire.`,
        {
          extra: { checkout_id: record.checkout.id },
        },
      );
    const { readAt } = record;
    const { after, change } = plan(deps, record, "expire", SYSTEM, readAt, {
      checkout: { expiresAt: readAt },
    });
    if (await applyChange(deps.db, record, change)) return toResource(deps, after);
  }
  throw new Error(`Expiring ${checkoutId} kept losing the race`);
}
