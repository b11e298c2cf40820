import { sampleEvents } from "../checkout/sample";
import type { Delivery } from "../contract/webhooks";
import { type EndpointRow, findEndpoints } from "../db/webhook-endpoints";
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
  return scheduleTest(deps, endpoint, type ?? endpoint.eventTypes[0] ?? EVENT_TYPES[0]);
}

/**
 * Sends a test to one endpoint, or to every enabled one that takes its type.
 * @returns to how many
 * @throws CheckoutError `webhook_endpoint_not_found`, `webhook_endpoint_disabled`
 */
export async function sendTestEvent(
  deps: EventsDeps,
  { providerId, type, endpointId }: { providerId: Id<"prv">; type: EventType; endpointId?: string | null },
): Promise<number> {
  if (endpointId != null) {
    await testEndpoint(deps, providerId, endpointId, type);
    return 1;
  }
  const endpoints = (await findEndpoints(deps.db, providerId)).filter(
    ({ disabledReason, eventTypes }) =>
      disabledReason === null && (eventTypes.length === 0 || eventTypes.includes(type)),
  );
  for (const endpoint of endpoints) await scheduleTest(deps, endpoint, type);
  return endpoints.length;
}

async function scheduleTest(
  deps: EventsDeps,
  { providerId, id: endpointId }: EndpointRow,
  type: EventType,
): Promise<Delivery> {
  const now = deps.now();
  const delivery = await insertDelivery(deps.db, {
    providerId,
    id: newId("whd"),
    endpointId,
    eventId: newId("evt"),
    eventType: type,
    kind: "test",
    testData: sampleData(deps, type),
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
    agreement: data.agreement && { ...data.agreement, url: `${links.self}/agreement` },
    links,
  };
}
