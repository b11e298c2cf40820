import { EXAMPLE, WRITTEN_FOR } from "../../lib/contract/examples";
import { idPattern } from "../../lib/contract/patterns";

interface HeaderSchema extends Record<string, unknown> {
  const?: string;
  enum?: readonly string[];
  examples?: readonly unknown[];
}

/** @param required whether every response that lists the header has it */
const header = (required: boolean) => (description: string, schema: HeaderSchema) => ({
  description,
  required,
  schema,
  example: schema.examples?.[0] ?? schema.const ?? schema.enum?.[0],
});
const [always, sometimes] = [header(true), header(false)];
const seconds = { type: "integer", format: "int32", minimum: 1, maximum: 3600, examples: [5] };
const text = (maxLength: number, example: string) => ({
  type: "string",
  maxLength,
  pattern: "^[ -~]*$",
  examples: [example],
});

/** Every response header, under `components.headers`. Contract sections 1, 2, 4, 6 and 11. */
export const HEADERS = {
  RequestId: always("Identifies this request in our logs.", {
    type: "string",
    pattern: idPattern("req"),
    maxLength: 30,
    examples: ["req_01m7xzsvd9f0rbkqdrzv2jkv2c"],
  }),
  CacheControl: always("Do not store this response.", { type: "string", const: "no-store" }),
  PublicCacheControl: always("Says how long you may cache this response.", text(64, "public, max-age=300")),
  ContentTypeOptions: always("Tells browsers to trust `Content-Type`.", { type: "string", const: "nosniff" }),
  ResourcePolicy: always("Pages of other sites cannot load this response, except where CORS is open.", {
    type: "string",
    enum: ["same-origin", "cross-origin"],
  }),
  TransportSecurity: sometimes(
    "Sent over HTTPS. Tells browsers to use HTTPS only.",
    text(64, "max-age=63072000"),
  ),
  Location: always("The URL of the new resource.", {
    type: "string",
    format: "uri",
    maxLength: 2048,
    examples: [`${WRITTEN_FOR}/v1/provider-checkouts/${EXAMPLE.checkoutId}`],
  }),
  ETag: always("Send this value in `If-None-Match`. If nothing has changed, you get a 304 without a body.", {
    type: "string",
    // Weak if the response was compressed.
    pattern: '^(W/)?"[!#-~]+"$',
    maxLength: 128,
    examples: ['"mDfVQ2k1wqv0V1W5gY2o4H3tq7mC8yXb0lU6nRzJp9E"'],
  }),
  ContentDisposition: always("Suggests a file name.", text(255, 'inline; filename="agreement.pdf"')),
  RetryAfter: always("How many seconds to wait before you try again.", seconds),
  RetryAfterWhereUseful: sometimes(
    "How many seconds to wait before you try again. Sent if waiting helps.",
    seconds,
  ),
  IdempotentReplayed: sometimes("`true` if this is the stored response to an earlier request.", {
    type: "string",
    const: "true",
  }),
  WwwAuthenticate: always("The authentication scheme to use.", { type: "string", const: "Bearer" }),
  Allow: always(
    "The methods that this path supports. Empty for the bare confirm path.",
    text(64, "GET, HEAD, POST"),
  ),
  RateLimit: sometimes(
    "How many requests you have left (`r`), and in how many seconds you get more (`t`).",
    text(128, '"key";r=99;t=1'),
  ),
  RateLimitPolicy: sometimes("The limits that apply to you.", text(128, '"key";q=100;w=4')),
  Deprecation: always("When this route was deprecated (RFC 9745).", {
    type: "string",
    pattern: "^@\\d+$",
    maxLength: 20,
    examples: ["@1793491200"],
  }),
  Sunset: always(
    "The earliest time at which this route will be removed (RFC 8594).",
    text(40, "Wed, 01 Nov 2028 00:00:00 GMT"),
  ),
  Link: always(
    "The URL to use instead, with the relation `successor-version`. If the body names no checkout, it links to the documentation.",
    text(2048, `<${WRITTEN_FOR}/v1/provider-checkouts>; rel="successor-version"`),
  ),
  ExposeHeaders: always(
    "The response headers that browser scripts can read.",
    text(128, "Request-Id, RateLimit, RateLimit-Policy, Retry-After"),
  ),
  AllowOrigin: always("Scripts of any origin may read this response.", { type: "string", const: "*" }),
};
export type HeaderName = keyof typeof HEADERS;
