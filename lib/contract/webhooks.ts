import { z } from "zod";
import { MAX_ENDPOINTS } from "../domain/limits";
import { EVENT_TYPES } from "../domain/states";
import { DELIVERY_KINDS, DELIVERY_STATUSES, DISABLED_REASONS } from "../domain/webhooks";
import { count, id, instant, matching, open, orNull, url, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { apiVersion, EVENTS } from "./events";
import { EXAMPLE } from "./examples";
import { listedPage } from "./paging";
import { sandboxWarnings } from "./resource";

/** Events and webhook endpoints in responses: contract section 8. */

const { "checkout.created": first, ...others } = EVENTS;

export const anyEvent = z
  .discriminatedUnion("type", [first, ...Object.values(others)])
  .meta({ id: "Event", description: "The event, exactly as your endpoints receive it." });

export const eventList = listedPage("EventList", anyEvent, "events");

const endpointMembers = {
  endpoint_id: id("whe", "The id of the webhook endpoint."),
  url: url("The URL that events are sent to.", "/webhooks").meta({
    examples: ["https://college.example/webhooks/provider-checkout"],
  }),
  description: words(
    200,
    "Your own note on what this endpoint is for. Null if you sent none.",
    "Enrolment system",
  ).nullable(),
  event_types: z.array(open(EVENT_TYPES)).meta({
    maxItems: EVENT_TYPES.length,
    description: "The event types that this endpoint receives. Empty means all types, including future ones.",
  }),
  api_version: apiVersion("The version that this endpoint receives events in, from when it was created."),
  status: open(["enabled", "disabled"]).meta({ description: "Whether this endpoint receives events." }),
  disabled_reason: orNull(
    open(DISABLED_REASONS),
    "Why the endpoint is disabled. `requested`: you disabled it. `gone`: it responded with a 410. `failing`: no delivery succeeded for five days. Null while it is enabled.",
  ),
  failing_since: orNull(instant("When deliveries started to fail. Null if the last one succeeded.")),
  secret_rotating_until: orNull(
    instant(
      "Until this time, events are signed with the old secret too. Null if no rotation is in progress.",
    ),
  ),
  created_at: instant("When the endpoint was created."),
};

export const webhookEndpoint = z
  .object({ ...endpointMembers, ...sandboxWarnings })
  .meta({ id: "WebhookEndpoint", description: "A URL that events are sent to." });
export type Endpoint = z.output<typeof webhookEndpoint>;

/** The response of create and rotate. Only these have the secret. */
export const webhookEndpointWithSecret = z
  .object({
    ...endpointMembers,
    secret: matching(/^whsec_[A-Za-z0-9+/]{43}=$/, 50, {
      description: "The secret that signs events. Store it now: it is never shown again.",
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
      .meta({ maxItems: MAX_ENDPOINTS, description: "All your webhook endpoints." }),
  })
  .meta({ id: "WebhookEndpointList", description: "Your webhook endpoints." });

const deliveryAttempt = z
  .object({
    number: count(1, 100, "The number of the attempt, from 1."),
    started_at: instant("When the attempt started."),
    duration_ms: count(0, 3_600_000, "The duration of the attempt, in milliseconds.", 218),
    request_headers: z
      .array(
        z
          .object({
            name: words(100, "The header's name, in lower case.", "webhook-id"),
            value: words(2048, "The value of the header.", EXAMPLE.eventId),
          })
          .meta({ id: "SentHeader", description: "A header of the request." }),
      )
      .meta({ maxItems: 20, description: "The headers of the request." }),
    response_status: orNull(
      count(100, 999, "The HTTP status of your endpoint's response. Null if there was no response.", 204),
    ),
    response_body: orNull(
      words(
        4096,
        "The first 4 KiB of your endpoint's response, as text. Null if there was no response, or if the endpoint runs on the same machine as the service.",
        "",
      ),
    ),
    fault: words(64, "Why the attempt failed.", "timeout").nullable().meta({
      description:
        "Why the attempt failed. Null if it succeeded. `timeout`, `tls`, `redirect` and `status` speak for themselves. `address_not_allowed`: the URL is not allowed. `connection`: no connection, or the host name has no public address. `secret_unreadable` and `not_made` are faults of this service: no request was sent, and they never disable your endpoint.",
    }),
  })
  .meta({ id: "WebhookAttempt", description: "An attempt: one request and its response." });

export const webhookDelivery = z
  .object({
    delivery_id: id("whd", "The id of the delivery."),
    event_id: id("evt", "The id of the event that is delivered. It is also the `webhook-id`."),
    event_type: open(EVENT_TYPES).meta({ description: ABOUT.event_type }),
    kind: open(DELIVERY_KINDS).meta({
      description:
        "`event`: the first delivery. `replay`: you asked for it again. `test`: an event with sample data.",
    }),
    status: open(DELIVERY_STATUSES).meta({
      description:
        "`pending`: more attempts follow. `delivered`: your endpoint responded with a 2xx. `failed`: the last attempt failed. `cancelled`: the endpoint was disabled or deleted.",
    }),
    next_attempt_at: instant("When the next attempt is due. Null if there is none.").nullable(),
    created_at: instant("When the delivery was scheduled."),
    finished_at: orNull(instant("When the delivery ended. Null while it is pending.")),
    attempts: z.array(deliveryAttempt).meta({ maxItems: 100, description: "The attempts, oldest first." }),
    ...sandboxWarnings,
  })
  .meta({ id: "WebhookDelivery", description: "The delivery of one event to one endpoint." });
export type Delivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryList = listedPage("WebhookDeliveryList", webhookDelivery, "deliveries");

export const replayScheduled = z
  .object({
    scheduled: count(
      0,
      2_147_483_647,
      "How many events will be sent again. An event that already waits to be replayed is counted too, and sent once.",
      12,
    ),
    next_since: instant(
      "Present if there are more events than one call schedules. Send it as `since` in your next call.",
    ).optional(),
    ...sandboxWarnings,
  })
  .meta({ id: "ReplayScheduled", description: "How many events will be sent again." });
export type ReplayScheduled = z.output<typeof replayScheduled>;
