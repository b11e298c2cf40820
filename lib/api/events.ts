import { eventsQuery } from "../contract/webhook-requests";
import { anyEvent, eventList } from "../contract/webhooks";
import { getEvent, listEvents } from "../events/read";
import { nothing, query } from "../http/operation";
import { ok, operation, responding } from "./operation";

const reading = { tag: "Events", access: "key", scope: "checkouts:read" } as const;

/** Events for providers that poll. Contract section 8. */
export const EVENT_OPERATIONS = [
  operation({
    id: "listEvents",
    method: "GET",
    client: "events.list",
    path: "/v1/events",
    summary: "List events",
    description:
      "Lists your events of the last 90 days, newest first, one page at a time. Use it to find events that your endpoint missed. With `after`, it is a feed: the events after that one, oldest first.",
    ...reading,
    compressed: "each",
    input: query(eventsQuery),
    responses: responding(200, "A page of events.", eventList),
    run: (deps, { input }, { provider }) =>
      ok(
        listEvents(deps, provider.id, {
          type: input.type,
          checkoutId: input.checkout_id,
          createdAfter: input.created_after,
          createdBefore: input.created_before,
          from: input.cursor ?? input.after,
          isAscending: input.after !== undefined,
          limit: input.limit,
        }),
      ),
  }),
  operation({
    id: "getEvent",
    method: "GET",
    client: "events.retrieve",
    path: "/v1/events/{eventId}",
    summary: "Get an event",
    description: "Returns one event of the last 90 days, exactly as your endpoints receive it.",
    ...reading,
    compressed: "each",
    input: nothing,
    responses: responding(200, "The event.", anyEvent),
    run: (deps, { id }, { provider }) => ok(getEvent(deps, provider.id, id)),
  }),
];
