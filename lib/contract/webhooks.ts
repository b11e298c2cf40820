import { z } from "zod";
import { LONGEST_PAGE, MOST_ENDPOINTS } from "../domain/limits";
import { EVENT_TYPES } from "../domain/states";
import { DELIVERY_KINDS, DELIVERY_STATUSES, DISABLED_REASONS } from "../domain/webhooks";
import { count, id, instant, matching, url, words } from "./answer-fields";
import { EVENTS } from "./events";
import { nextCursor } from "./paging";
import { sandboxWarnings } from "./resource";

/** Events and webhook endpoints in answers: contract section 8. */

const [first, ...others] = EVENT_TYPES.map((type) => EVENTS[type]);

export const anyEvent = z
  .discriminatedUnion("type", [first!, ...others])
  .meta({ id: "Event", description: "As it is sent to endpoints, whatever became of that." });

export const eventList = z
  .object({ data: z.array(anyEvent).meta({ maxItems: LONGEST_PAGE }), next_cursor: nextCursor() })
  .meta({ id: "EventList" });

const endpointMembers = {
  endpoint_id: id("whe"),
  url: url(),
  description: words(200).nullable(),
  event_types: z
    .array(z.enum(EVENT_TYPES))
    .meta({ maxItems: EVENT_TYPES.length, description: "Empty for every type, also for those to come." }),
  status: z.enum(["enabled", "disabled"]),
  disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
    description: "`requested`, `gone` for an answer of 410, `failing` for five days without a success.",
  }),
  failing_since: instant().nullable().meta({ description: "Of the first failure since the last success." }),
  secret_rotating_until: instant()
    .nullable()
    .meta({ description: "Until then the secret before signs beside the present one." }),
  created_at: instant(),
};

export const webhookEndpoint = z
  .object({ ...endpointMembers, ...sandboxWarnings })
  .meta({ id: "WebhookEndpoint" });
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
  .meta({ id: "WebhookEndpointWithSecret" });
export type EndpointWithSecret = z.output<typeof webhookEndpointWithSecret>;

export const webhookEndpointList = z
  .object({
    data: z.array(webhookEndpoint).meta({ maxItems: MOST_ENDPOINTS }),
  })
  .meta({ id: "WebhookEndpointList" });

const deliveryAttempt = z
  .object({
    number: count(1, 100),
    started_at: instant(),
    duration_ms: count(0, 3_600_000),
    request_headers: z
      .array(z.object({ name: words(100), value: words(2048) }).meta({ id: "SentHeader" }))
      .meta({ maxItems: 20 }),
    response_status: count(100, 999).nullable().meta({ description: "Null where no answer came." }),
    response_body: words(4096).nullable().meta({
      description:
        "The first 4 KiB, as text. Null where no answer came, and of a receiver on the service's own machine.",
    }),
    fault: words(64).nullable().meta({
      description:
        "Why it was no success: `timeout`, `address_not_allowed` (the URL's own), `connection` (none, or no public address for the name), `tls`, `redirect`, `status`. Where no request was sent, `secret_unreadable` (no signing secret of the endpoint can be opened) or `not_made`: faults of the service, which never disable an endpoint.",
    }),
  })
  .meta({ id: "WebhookAttempt", description: "One request and what came back." });

export const webhookDelivery = z
  .object({
    delivery_id: id("whd"),
    event_id: id("evt").meta({ description: "The `webhook-id`; the body sent is that of the event." }),
    event_type: z.enum(EVENT_TYPES),
    kind: z.enum(DELIVERY_KINDS),
    status: z.enum(DELIVERY_STATUSES),
    next_attempt_at: instant().nullable(),
    created_at: instant(),
    finished_at: instant().nullable(),
    attempts: z.array(deliveryAttempt).meta({ maxItems: 100, description: "Oldest first." }),
    ...sandboxWarnings,
  })
  .meta({ id: "WebhookDelivery" });
export type Delivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryList = z
  .object({
    data: z.array(webhookDelivery).meta({ maxItems: LONGEST_PAGE }),
    next_cursor: nextCursor(),
  })
  .meta({ id: "WebhookDeliveryList" });

export const replayScheduled = z
  .object({
    scheduled: count(0, 2_147_483_647).meta({
      description:
        "How many events will be sent again; one that waited for it already is counted, and sent once.",
    }),
    next_since: instant().optional().meta({
      description:
        "Only where a span has more events than one call schedules: `since` of the call that goes on.",
    }),
    ...sandboxWarnings,
  })
  .meta({ id: "ReplayScheduled" });
export type ReplayScheduled = z.output<typeof replayScheduled>;

export const testsScheduled = z
  .object({
    scheduled: count(0, MOST_ENDPOINTS).meta({ description: "How many endpoints get it." }),
    ...sandboxWarnings,
  })
  .meta({ id: "TestsScheduled" });
