import { EVENT_MEANINGS, EVENTS } from "../../lib/contract/events";
import { EXAMPLE } from "../../lib/contract/examples";
import { EVENT_TYPES } from "../../lib/domain/states";
import { pascalCase } from "../../packages/text/text";
import type { Examples } from "./examples";
import type { Json, Schemas } from "./schemas";

const text = (maxLength: number, pattern: string) => ({ type: "string", maxLength, pattern });

/** The headers of an event, as Standard Webhooks has them. Contract section 8. */
const EVENT_HEADERS = [
  {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The id of the event. It is the same in every attempt: use it to recognise duplicates.",
    schema: text(64, "^evt_[0-9a-z]{26}$"),
    example: "evt_01m7xzsvdaexwt5dn6qv5mqys1",
  },
  {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "When the attempt was made, in seconds since 1 January 1970 UTC.",
    schema: text(20, "^\\d+$"),
    example: String(Date.parse(EXAMPLE.createdAt) / 1000),
  },
  {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "`v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body, separated by dots. During a rotation there are two signatures, separated by a space.",
    schema: text(512, "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$"),
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
];

/** One entry for each type of event: contract section 8. */
export function webhooks(schemas: Schemas, examples: Examples): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${pascalCase(type)}`,
          tags: ["Events"],
          summary: type,
          description: `${EVENT_MEANINGS[type]} Sent to registered endpoints.`,
          security: [],
          parameters: EVENT_HEADERS,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: schemas.of(EVENTS[type], "output"),
                examples: { [type]: examples.ofEvent(type) },
              },
            },
          },
          responses: {
            "2XX": { description: "Received." },
            "4XX": { description: "Rejected. The event is sent again later, except after a 410." },
          },
        },
      },
    ]),
  );
}
