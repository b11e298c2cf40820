import { changeEndpoint } from "../db/webhook-endpoints";
import type { Id } from "../domain/ids";
import type { EventsDeps } from "./context";
import { loadEndpoint } from "./endpoint";

/**
 * Removes an endpoint: what is pending for it is cancelled, and nobody finds it any more. Its log stays with us for its time.
 * Contract section 8.
 * @throws CheckoutError `webhook_endpoint_not_found`, also for one that was removed already
 */
export async function removeEndpoint(deps: EventsDeps, providerId: Id<"prv">, id: string): Promise<void> {
  const { id: endpointId } = await loadEndpoint(deps, providerId, id);
  const at = deps.now();
  await changeEndpoint(deps.db, providerId, endpointId, { deletedAt: at }, { at, cancel: true });
}
