import { sampleEvents } from "../checkout/sample";
import type { Delivery } from "../contract/webhooks";
import { insertDelivery } from "../db/webhook-log";
import { type Id, newId } from "../domain/ids";
import { EVENT_TYPES, type EventType } from "../domain/states";
import type { EventsDeps } from "./context";
import { loadEndpoint, refuseDisabled } from "./endpoints";
import { toDelivery } from "./list-deliveries";

/**
 * Sends an endpoint an event of a sample checkout. Contract section 8.
 * @param type by default the first that the endpoint takes
 * @throws CheckoutError `webhook_endpoint_not_found`, `webhook_endpoint_disabled`
 */
export async function testEndpoint(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
  type?: EventType | null,
): Promise<Delivery> {
  const endpoint = await loadEndpoint(deps, providerId, id);
  refuseDisabled(endpoint);
  const eventType = type ?? endpoint.eventTypes[0] ?? EVENT_TYPES[0];
  const now = deps.now();
  const delivery = await insertDelivery(deps.db, {
    providerId,
    id: newId("whd"),
    endpointId: endpoint.id,
    eventId: newId("evt"),
    eventType,
    kind: "test",
    testData: sampleData(deps, eventType),
    dueAt: now,
    createdAt: now,
  });
  return toDelivery({ delivery, attempts: [] });
}

/** The documentation's sample checkout under ids that no receiver knows. */
function sampleData(deps: EventsDeps, type: EventType): Record<string, unknown> {
  const { data } = sampleEvents(deps)[type];
  const checkoutId = newId("chk");
  const links = { self: `${deps.baseUrl}/v1/provider-checkouts/${checkoutId}` };
  return {
    ...data,
    checkout: { ...data.checkout, checkout_id: checkoutId },
    provider: { ...data.provider, provider_order_id: `TEST-${checkoutId.slice(4)}` },
    ...("agreement" in data && {
      agreement: data.agreement && { ...data.agreement, url: `${links.self}/agreement` },
      links,
    }),
  };
}
