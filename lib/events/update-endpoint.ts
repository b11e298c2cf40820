import type { EndpointChanges } from "../contract/webhook-requests";
import type { Endpoint } from "../contract/webhooks";
import { changeEndpoint, disableChange, type EndpointChange } from "../db/webhook-endpoints";
import type { Id } from "../domain/ids";
import type { EventsDeps } from "./context";
import { loadEndpoint, toEndpoint } from "./endpoint";

const ENABLED = { disabledReason: null, disabledAt: null, failingSince: null };

/**
 * Changes what is given of an endpoint. Disabled, it gets nothing and what is pending for it is cancelled; enabled
 * again, it gets what happens from then on, and a replay brings what it missed. A new address has failed at nothing yet.
 * Contract section 8.
 * @throws CheckoutError `webhook_endpoint_not_found`
 */
export async function updateEndpoint(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
  { url, description, event_types, enabled }: Partial<EndpointChanges>,
): Promise<Endpoint> {
  const { id: endpointId, disabledReason, url: before } = await loadEndpoint(deps, providerId, id);
  const at = deps.now();
  const change: EndpointChange = {
    ...(url != null && url !== before && { url, failingSince: null }),
    ...(description !== undefined && { description }),
    ...(event_types !== undefined && { eventTypes: event_types ?? [] }),
    ...(enabled === true && disabledReason !== null && ENABLED),
    ...(enabled === false && disableChange(at)),
  };
  await changeEndpoint(deps.db, providerId, endpointId, change, { at, cancel: enabled === false });
  return toEndpoint(await loadEndpoint(deps, providerId, id), at);
}
