import type { ReplayCommand } from "../contract/webhook-requests";
import { insertDelivery, insertReplays } from "../db/webhook-log";
import { type Id, newId } from "../domain/ids";
import type { EventsDeps } from "./deps";
import { loadEndpoint, refuseDisabled } from "./endpoint";
import { keptFrom, loadEvent } from "./read";

/**
 * Sends events to an endpoint again, with the `webhook-id` that they had: one, whatever types the endpoint takes, or
 * those of a span of time that it takes. Contract section 8.
 * @returns how many were scheduled
 * @throws CheckoutError `webhook_endpoint_not_found`, `event_not_found`, `webhook_endpoint_disabled`
 */
export async function replayEvents(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
  command: ReplayCommand,
): Promise<{ scheduled: number }> {
  const endpoint = await loadEndpoint(deps, providerId, id);
  const now = deps.now();
  if (!("eventId" in command)) {
    refuseDisabled(endpoint);
    const since = new Date(Math.max(command.since.getTime(), keptFrom(now).getTime()));
    const span = { since, until: command.until ?? now };
    return { scheduled: await insertReplays(deps.db, providerId, endpoint.id, span, now) };
  }
  const event = await loadEvent(deps, providerId, command.eventId);
  refuseDisabled(endpoint);
  await insertDelivery(deps.db, {
    providerId,
    id: newId("whd"),
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    kind: "replay",
    dueAt: now,
    createdAt: now,
  });
  return { scheduled: 1 };
}
