import { earlier } from "../../packages/dates/time";
import { pageOf } from "../contract/paging";
import { type EventFilter, type EventRow, findEvent, findEvents } from "../db/events";
import type { Environment } from "../domain/environment";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { API_VERSION, EVENTS_KEPT_MS } from "../domain/webhooks";
import type { EventsDeps } from "./context";

/** An event as a provider sees it, with the same fields in the same order by webhook and by `GET /v1/events/{id}`. */
export function eventBody(
  { id, type, occurredAt, sequence, data }: Omit<EventRow, "checkoutId">,
  environment: Environment,
  api_version = API_VERSION,
) {
  return { id, type, timestamp: occurredAt.toISOString(), sequence, environment, api_version, data };
}

/** A provider's events of the last 90 days, each as it is sent. Contract section 8. */
export async function listEvents(deps: EventsDeps, providerId: Id<"prv">, filter: EventFilter) {
  const from = keptFrom(deps.now());
  const rows = await findEvents(deps.db, providerId, from, { ...filter, limit: filter.limit + 1 });
  return pageOf(
    rows,
    filter.limit,
    ({ id }) => id,
    (row) => eventBody(row, deps.environment),
  );
}

/** One event, as it is sent. Contract section 8. */
export async function getEvent(deps: EventsDeps, providerId: Id<"prv">, id: string) {
  return eventBody(await loadEvent(deps, providerId, id), deps.environment);
}

export async function loadEvent(deps: EventsDeps, providerId: Id<"prv">, id: string): Promise<EventRow> {
  const row = isId("evt", id) ? await findEvent(deps.db, providerId, id, keptFrom(deps.now())) : null;
  if (!row) throw new CheckoutError("event_not_found", "You have no event with this id in the last 90 days.");
  return row;
}

export const keptFrom = (now: Date): Date => earlier(now, EVENTS_KEPT_MS);
