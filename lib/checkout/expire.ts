import type { CheckoutResource } from "../contract/resource";
import { applyChange } from "../db/writes";
import { CheckoutError } from "../domain/errors";
import { canMove, isResultOf } from "../domain/states";
import { transition, untilWritten } from "./change";
import type { By, CheckoutDeps } from "./context";
import { loadToChange, refuseEnded, SYSTEM } from "./load";
import { toResource } from "./resource";

/** Sandbox only: as if the plan's days had passed. A repeated call gets the same response. */
export function expireNow(deps: CheckoutDeps, by: By, checkoutId: string): Promise<CheckoutResource> {
  return untilWritten(async () => {
    const record = await loadToChange(deps, by.provider.id, checkoutId);
    const { checkoutStatus } = record.checkout;
    if (isResultOf("expire", checkoutStatus)) return toResource(deps, record);
    refuseEnded(record);
    if (!canMove(checkoutStatus, "expire"))
      throw new CheckoutError(
        "expire_not_applicable",
        `A checkout in the state ${checkoutStatus} does not expire.`,
        { extra: { checkout_id: record.checkout.id } },
      );
    const { readAt } = record;
    const { after, change } = transition(deps, record, "expire", SYSTEM, readAt, {
      checkout: { expiresAt: readAt },
    });
    return (await applyChange(deps.db, record, change)) ? toResource(deps, after) : null;
  });
}
