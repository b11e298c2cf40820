import { z } from "zod";
import { LONGEST_PAGE, MAX_ENDPOINTS } from "../domain/limits";
import { EVENT_TYPES } from "../domain/states";
import { DELIVERY_KINDS, DELIVERY_STATUSES, DISABLED_REASONS } from "../domain/webhooks";
import { count, id, instant, matching, orNull, url, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EVENTS } from "./events";
import { EXAMPLE } from "./examples";
import { nextCursor } from "./paging";
import { sandboxWarnings } from "./resource";

/** Events and webhook endpoints in answers: contract section 8. */

const { "checkout.created": first, ...others } = EVENTS;

export const anyEvent = z
  .discriminatedUnion("type", [first, ...Object.values(others)])
  .meta({ id: "Event", description: "As it is sent to endpoints, whatever became of that." });

export const eventList = z
  .object({
    data: z
      .array(anyEvent)
      .meta({ maxItems: LONGEST_PAGE, description: "The events of this page, newest first." }),
    next_cursor: nextCursor(),
  })
  .meta({ id: "EventList", description: "A page of events." });

const endpointMembers = {
  endpoint_id: id("whe", "The endpoint's id."),
  url: url("Where events are sent.", "/webhooks").meta({
    examples: ["https://college.example/webhooks/provider-checkout"],
  }),
  description: words(
    200,
    "For people: which system this is. Null where nothing was said.",
    "Enrolment system",
  ).nullable(),
  event_types: z.array(z.enum(EVENT_TYPES)).meta({
    maxItems: EVENT_TYPES.length,
    description: "The types that are sent. Empty for every type, also for those to come.",
  }),
  status: z.enum(["enabled", "disabled"]).meta({ description: "Whether events are sent to it." }),
  disabled_reason: orNull(
    z.enum(DISABLED_REASONS),
    "Why it is disabled: `requested`, `gone` for an answer of 410, `failing` for five days without a success. Null while it is enabled.",
  ),
  failing_since: orNull(instant("When it failed first since its last success. Null where nothing fails.")),
  secret_rotating_until: orNull(
    instant("Until then the secret before signs beside the present one. Null where none is being rotated."),
  ),
  created_at: instant("When it was registered."),
};

export const webhookEndpoint = z
  .object({ ...endpointMembers, ...sandboxWarnings })
  .meta({ id: "WebhookEndpoint", description: "An address that events are sent to." });
export type Endpoint = z.output<typeof webhookEndpoint>;

/** Create's and rotate's answer: the only ones that show the secret. */
export const webhookEndpointWithSecret = z
  .object({
    ...endpointMembers,
    secret: matching(/^whsec_[A-Za-z0-9+/]{43}=$/, 50, {
      description: "Signs what is sent. Shown now and never again.",
      examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh1Y0Kx8="],
    }),
    ...sandboxWarnings,
  })
  .meta({ id: "WebhookEndpointWithSecret", description: "The endpoint with its signing secret." });
export type EndpointWithSecret = z.output<typeof webhookEndpointWithSecret>;

export const webhookEndpointList = z
  .object({
    data: z
      .array(webhookEndpoint)
      .meta({ maxItems: MAX_ENDPOINTS, description: "All endpoints of the provider." }),
  })
  .meta({ id: "WebhookEndpointList", description: "The provider's endpoints." });

const deliveryAttempt = z
  .object({
    number: count(1, 100, "Which attempt it is, from 1."),
    started_at: instant("When it began."),
    duration_ms: count(0, 3_600_000, "How long it took, in milliseconds.", 218),
    request_headers: z
      .array(
        z
          .object({
            name: words(100, "The header's name, in lower case.", "webhook-id"),
            value: words(2048, "What was sent.", EXAMPLE.eventId),
          })
          .meta({ id: "SentHeader", description: "A header that was sent." }),
      )
      .meta({ maxItems: 20, description: "The headers of the request." }),
    response_status: orNull(
      count(100, 999, "The HTTP status of the answer. Null where no answer came.", 204),
    ),
    response_body: orNull(
      words(
        4096,
        "The answer's first 4 KiB, as text. Null where no answer came, and of a receiver on the service's own machine.",
        "",
      ),
    ),
    fault: words(64, "Why it was no success.", "timeout").nullable().meta({
      description:
        "Null for a success. Else why it was no success: `timeout`, `address_not_allowed` (the URL's own), `connection` (none, or no public address for the name), `tls`, `redirect`, `status`. Where no request was sent, `secret_unreadable` (no signing secret of the endpoint can be opened) or `not_made`: faults of the service, which never disable an endpoint.",
    }),
  })
  .meta({ id: "WebhookAttempt", description: "One request and what came back." });

export const webhookDelivery = z
  .object({
    delivery_id: id("whd", "The delivery's id."),
    event_id: id("evt", "The `webhook-id`; the body sent is that of the event."),
    event_type: z.enum(EVENT_TYPES).meta({ description: ABOUT.event_type }),
    kind: z.enum(DELIVERY_KINDS).meta({
      description:
        "`event` for the first sending, `replay` where it was asked for again, `test` for sample data.",
    }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        "`pending` until it ends; then `delivered` by a 2xx, `failed` after the last attempt, or `cancelled` with its endpoint.",
    }),
    next_attempt_at: instant("When it is tried next. Null once it has ended.").nullable(),
    created_at: instant("When it was scheduled."),
    finished_at: orNull(instant("When it ended. Null while it is pending.")),
    attempts: z.array(deliveryAttempt).meta({ maxItems: 100, description: "What was tried, oldest first." }),
    ...sandboxWarnings,
  })
  .meta({ id: "WebhookDelivery", description: "One event on its way to one endpoint." });
export type Delivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryList = z
  .object({
    data: z
      .array(webhookDelivery)
      .meta({ maxItems: LONGEST_PAGE, description: "The deliveries of this page, newest first." }),
    next_cursor: nextCursor(),
  })
  .meta({ id: "WebhookDeliveryList", description: "A page of deliveries." });

export const replayScheduled = z
  .object({
    scheduled: count(
      0,
      2_147_483_647,
      "How many events will be sent again; one that waited for it already is counted, and sent once.",
      12,
    ),
    next_since: instant(
      "Only where a span has more events than one call schedules: `since` of the call that goes on.",
    ).optional(),
    ...sandboxWarnings,
  })
  .meta({ id: "ReplayScheduled", description: "What will be sent again." });
export type ReplayScheduled = z.output<typeof replayScheduled>;

export const testsScheduled = z
  .object({
    scheduled: count(0, MAX_ENDPOINTS, "How many endpoints get it.", 2),
    ...sandboxWarnings,
  })
  .meta({ id: "TestsScheduled", description: "How many tests are under way." });
