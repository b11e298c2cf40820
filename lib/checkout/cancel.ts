import type { CheckoutResource } from "../contract/resource";
import { applyChange } from "../db/writes";
import { CheckoutError } from "../domain/errors";
import { canMove, isResultOf } from "../domain/states";
import { transition, untilWritten } from "./change";
import type { By, CheckoutDeps } from "./context";
import { loadToChange, refuseEnded } from "./load";
import { toResource } from "./resource";

/** A repeated call gets the same response. Contract section 6. */
export function cancel(deps: CheckoutDeps, by: By, checkoutId: string): Promise<CheckoutResource> {
  return untilWritten(async () => {
    const record = await loadToChange(deps, by.provider.id, checkoutId);
    if (isResultOf("cancel", record.checkout.checkoutStatus)) return toResource(deps, record);
    refuseEnded(record);
    if (!canMove(record.checkout.checkoutStatus, "cancel"))
      throw new CheckoutError(
        "cancel_not_applicable",
        `A checkout in the state ${record.checkout.checkoutStatus} cannot be cancelled.`,
        { extra: { checkout_id: record.checkout.id } },
      );
    const { after, change } = transition(deps, record, "cancel", by, record.readAt);
    return (await applyChange(deps.db, record, change)) ? toResource(deps, after) : null;
  });
}
