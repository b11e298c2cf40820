import { USUAL_PAGE } from "../contract/paging";
import { readQuery } from "../contract/requests";
import { eventsQuery } from "../contract/webhook-requests";
import { anyEvent, eventList } from "../contract/webhooks";
import type { EventsDeps } from "../events/context";
import { getEvent, listEvents } from "../events/read";
import { type Operation, operation } from "../http/operation";
import { known } from "./by";
import { ON_KEY } from "./error-sets";

/** Events, for whoever asks rather than listens. Contract section 8. */
export function eventOperations(deps: EventsDeps): Operation[] {
  return [
    operation({
      id: "listEvents",
      method: "GET",
      path: "/v1/events",
      tag: "Events",
      summary: "List events",
      description:
        "The provider's events of the last 90 days, newest first, a page at a time: what a receiver missed is here.",
      access: "key",
      scope: "checkouts:read",
      query: eventsQuery,
      responses: { 200: { description: "A page of events.", schema: eventList } },
      errors: [...ON_KEY, "validation_failed"],
      run: async (call, caller) => {
        const query = readQuery(eventsQuery, call.query);
        const filter = {
          type: query.type,
          checkoutId: query.checkout_id,
          before: query.cursor,
          limit: query.limit ?? USUAL_PAGE,
        };
        return { status: 200, body: await listEvents(deps, known(caller).provider.id, filter) };
      },
    }),
    operation({
      id: "getEvent",
      method: "GET",
      path: "/v1/events/{eventId}",
      tag: "Events",
      summary: "Get an event",
      description: "One event of the last 90 days, as it is sent to endpoints.",
      access: "key",
      scope: "checkouts:read",
      responses: { 200: { description: "The event.", schema: anyEvent } },
      errors: [...ON_KEY, "event_not_found", "not_found"],
      run: async (call, caller) => ({
        status: 200,
        body: await getEvent(deps, known(caller).provider.id, call.id),
      }),
    }),
  ];
}
