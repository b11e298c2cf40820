import { pageOf } from "../contract/paging";
import type { Delivery } from "../contract/webhooks";
import { type DeliveryFilter, findDeliveries, type LoggedDelivery } from "../db/webhook-log";
import type { Id } from "../domain/ids";
import type { EventsDeps } from "./context";
import { loadEndpoint } from "./endpoints";

/** An endpoint's deliveries, made or pending, newest first, with every attempt. Contract section 8. */
export async function listDeliveries(
  deps: EventsDeps,
  providerId: Id<"prv">,
  endpointId: string,
  filter: DeliveryFilter,
) {
  const { id } = await loadEndpoint(deps, providerId, endpointId);
  const rows = await findDeliveries(deps.db, providerId, id, { ...filter, limit: filter.limit + 1 });
  return pageOf(rows, filter.limit, ({ delivery }) => delivery.id, toDelivery);
}

export function toDelivery({ delivery, attempts }: LoggedDelivery): Delivery {
  return {
    delivery_id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    kind: delivery.kind,
    status: delivery.status,
    next_attempt_at: delivery.dueAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    attempts: attempts.map((one) => ({
      number: one.number,
      started_at: one.startedAt.toISOString(),
      duration_ms: one.durationMs,
      request_headers: Object.entries(one.requestHeaders).map(([name, value]) => ({ name, value })),
      response_status: one.responseStatus,
      response_body: one.responseBody,
      fault: one.fault,
    })),
  };
}
