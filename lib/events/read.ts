import { pageOf } from "../contract/paging";
import { type EventFilter, type EventRow, findEvent, findEvents } from "../db/events";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { earlier } from "../domain/time";
import { EVENTS_KEPT_MS } from "../domain/webhooks";
import { eventBody } from "./body";
import type { EventsDeps } from "./context";

/** A provider's events of the last 90 days, newest first, each as it is sent. Contract section 8. */
export async function listEvents(deps: EventsDeps, providerId: Id<"prv">, filter: EventFilter) {
  const rows = await findEvents(deps.db, providerId, keptFrom(deps.now()), {
    ...filter,
    limit: filter.limit + 1,
  });
  return pageOf(
    rows,
    filter.limit,
    ({ id }) => id,
    (row) => eventBody(row, deps.environment),
  );
}

/**
 * One event, as it is sent. Contract section 8.
 * @throws CheckoutError `event_not_found`, also for another provider's and for one of more than 90 days ago
 */
export async function getEvent(deps: EventsDeps, providerId: Id<"prv">, id: string) {
  return eventBody(await loadEvent(deps, providerId, id), deps.environment);
}

/** @throws CheckoutError `event_not_found` */
export async function loadEvent(deps: EventsDeps, providerId: Id<"prv">, id: string): Promise<EventRow> {
  const row = isId("evt", id) ? await findEvent(deps.db, providerId, id, keptFrom(deps.now())) : null;
  if (!row)
    throw new CheckoutError(
      "event_not_found",
      "No event of the last 90 days with this id belongs to the provider.",
    );
  return row;
}

export const keptFrom = (now: Date): Date => earlier(now, EVENTS_KEPT_MS);
