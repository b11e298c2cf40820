import { z } from "zod";
import { containsCardNumber } from "../../packages/cards/card-number";
import { checkPublicUrl, LONGEST_URL } from "../../packages/net/public-url";
import { hasControlCharacters, readText } from "../../packages/text/text";
import { EVENT_TYPES } from "../domain/states";
import { DELIVERY_STATUSES } from "../domain/webhooks";
import { MOMENT_EXAMPLE, moment, option, reference, report, text, VISIBLE_TEXT } from "./fields";
import { cursorOf, idFilter, limitOf } from "./paging";
import { momentOf } from "./requests";

/** Requests about events and webhook endpoints. Contract section 8. */

const LONGEST_DESCRIPTION = 200;
/** More than there are types, since naming one twice is allowed. */
const MAX_NAMED_TYPES = 50;
const OVERLAP_HOURS = { usual: 24, most: 168 } as const;

const HTTPS = "an https:// URL on the public internet";

/** Decodes percent-encoding, so that a card number cannot hide in it. */
function decoded(url: string): string {
  return url.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
}

/** @param allowLoopback the sandbox's setting */
const endpointUrl = (allowLoopback: boolean) =>
  z
    .string()
    .transform((raw, ctx) => {
      const value = readText(raw, "address", LONGEST_URL);
      if (value === "") report(ctx, "required", "must not be empty", HTTPS);
      else if (hasControlCharacters(value))
        report(ctx, "not_allowed_characters", "must not contain control characters", HTTPS);
      else if (containsCardNumber(decoded(value), "issued"))
        report(
          ctx,
          "card_number_not_allowed",
          "must not contain a card number",
          "a URL without a card number",
        );
      else {
        const checked = checkPublicUrl(value, allowLoopback);
        if (checked.ok) return checked.url;
        // validate.ts adds name and full stop again.
        report(ctx, checked.code, checked.message.replace(/^url |\.$/g, ""), checked.expected);
      }
      return value;
    })
    .meta({
      minLength: 1,
      maxLength: LONGEST_URL,
      pattern: VISIBLE_TEXT,
      description:
        "The URL that events are sent to. It must use https, a public host, and port 443 or a port from 1024 up. It must not contain user info or a fragment.",
      examples: ["https://college.example/webhooks/provider-checkout"],
    });

const eventTypes = z
  .array(option(EVENT_TYPES))
  .max(MAX_NAMED_TYPES)
  .nullish()
  .transform((types) => types && [...new Set(types)])
  .meta({
    description:
      "The event types to receive. An empty list means all types, including future ones. Null or omitted: all types for a new endpoint, no change for an existing one.",
    examples: [["card_payment.succeeded", "payment_plan.signed"]],
  });

const description = text(LONGEST_DESCRIPTION, "Enrolment system", "refused")
  .nullish()
  .meta({ description: "Your own note on what this endpoint is for. Optional." });

export const newEndpointRequest = (allowLoopback: boolean) =>
  z
    .object({ url: endpointUrl(allowLoopback), description, event_types: eventTypes })
    .meta({ id: "NewWebhookEndpoint" });

export const endpointChangesRequest = (allowLoopback: boolean) =>
  z
    .object({
      url: endpointUrl(allowLoopback)
        .nullish()
        .meta({ description: "The new URL. Null or omitted: no change." }),
      description,
      event_types: eventTypes,
      enabled: z
        .boolean()
        .nullish()
        .meta({
          description:
            "`false` disables the endpoint and cancels its pending deliveries. `true` enables it again for new events. Null or omitted: no change.",
          examples: [true],
        }),
    })
    .meta({ id: "WebhookEndpointChanges" });

export const rotateSecretRequest = z
  .object({
    overlap_hours: z
      .int()
      .min(0)
      .max(OVERLAP_HOURS.most)
      .meta({ format: "int32" })
      .nullish()
      .transform((hours) => hours ?? OVERLAP_HOURS.usual)
      .meta({
        description: `For how many hours events are signed with both the old and the new secret. Default: ${OVERLAP_HOURS.usual}.`,
        examples: [OVERLAP_HOURS.usual],
      }),
  })
  .meta({ id: "RotateWebhookSecret" });

export const testRequest = z
  .object({
    event_type: option(EVENT_TYPES)
      .nullish()
      .meta({ description: "Default: the first type that the endpoint receives." }),
  })
  .meta({ id: "TestWebhookEndpoint" });

const sentMoment = (description: string) => moment().nullish().meta({ description });

export type ReplayCommand = { eventId: string } | { since: Date; until: Date | null };

export const replayRequest = z
  .object({
    event_id: reference(64, "evt_01m7xzsvdaexwt5dn6qv5mqys1")
      .nullish()
      .meta({ description: "The event to send again, even if the endpoint does not receive its type." }),
    since: sentMoment("Send again all events from this time on, of the types that the endpoint receives."),
    until: sentMoment("Only events before this time."),
  })
  .meta({ id: "ReplayEvents", description: "Send either `event_id`, or `since` with an optional `until`." })
  .transform(({ event_id, since, until }, ctx): ReplayCommand => {
    if (event_id != null) {
      for (const [name, value] of Object.entries({ since, until }))
        if (value != null)
          report(
            ctx,
            "not_allowed",
            "must not be sent together with event_id",
            "event_id alone, or since and until",
            [name],
          );
      return { eventId: event_id };
    }
    if (since == null)
      report(ctx, "required", "is required", until == null ? "an event_id, or since" : MOMENT_EXAMPLE, [
        until == null ? "event_id" : "since",
      ]);
    else if (until != null && until <= since)
      report(ctx, "date_too_early", "must be after since", `after ${since.toISOString()}`, ["until"]);
    return { since: since ?? new Date(Number.NaN), until: until ?? null };
  });

export const eventsQuery = z.object({
  type: option(EVENT_TYPES).optional().meta({ description: "Return only events of this type." }),
  checkout_id: idFilter("chk", "Return only events of this checkout.").optional(),
  created_after: momentOf("Return only events that happened at this time or later."),
  created_before: momentOf("Return only events that happened before this time."),
  after: idFilter("evt", "Return the events after this one, oldest first.").optional(),
  limit: limitOf("events"),
  cursor: cursorOf("evt").optional(),
});

export const deliveriesQuery = z.object({
  status: option(DELIVERY_STATUSES).optional().meta({ description: "Return only deliveries in this state." }),
  event_id: idFilter("evt", "Return only deliveries of this event.").optional(),
  limit: limitOf("deliveries"),
  cursor: cursorOf("whd").optional(),
});

export type NewEndpoint = z.output<ReturnType<typeof newEndpointRequest>>;
export type EndpointChanges = z.output<ReturnType<typeof endpointChangesRequest>>;
export type RotateSecret = z.output<typeof rotateSecretRequest>;
