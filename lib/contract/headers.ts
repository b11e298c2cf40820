import { EXAMPLE, WRITTEN_FOR } from "./examples";
import { idPattern } from "./patterns";

interface HeaderSchema extends Record<string, unknown> {
  const?: string;
  enum?: readonly string[];
  examples?: readonly unknown[];
}

/** @param required whether each response that names the header has it */
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

/** Every header that answers carry, under `components.headers`. Contract sections 1, 2, 4, 6 and 11. */
export const HEADERS = {
  RequestId: always("Names this request in our logs.", {
    type: "string",
    pattern: idPattern("req"),
    maxLength: 30,
    examples: ["req_01m7xzsvd9f0rbkqdrzv2jkv2c"],
  }),
  CacheControl: always("Answers are not to be stored.", { type: "string", const: "no-store" }),
  PublicCacheControl: always("This answer may be cached.", text(64, "public, max-age=300")),
  ContentTypeOptions: always("The content type is as stated.", { type: "string", const: "nosniff" }),
  ResourcePolicy: always("Pages of other sites may not take this answer in, but where CORS is open.", {
    type: "string",
    enum: ["same-origin", "cross-origin"],
  }),
  TransportSecurity: sometimes(
    "Where the service is reached with TLS: it is never reached without.",
    text(64, "max-age=63072000"),
  ),
  Location: always("The checkout's address.", {
    type: "string",
    format: "uri",
    maxLength: 2048,
    examples: [`${WRITTEN_FOR}/v1/provider-checkouts/${EXAMPLE.checkoutId}`],
  }),
  ETag: always("Send it in `If-None-Match`: an unchanged answer is then a 304 without a body.", {
    type: "string",
    // Weak where the answer was compressed.
    pattern: '^(W/)?"[!#-~]+"$',
    maxLength: 128,
    examples: ['"mDfVQ2k1wqv0V1W5gY2o4H3tq7mC8yXb0lU6nRzJp9E"'],
  }),
  ContentDisposition: always("The name of the file.", text(255, 'inline; filename="agreement.pdf"')),
  RetryAfter: always("Seconds after which to ask again.", seconds),
  RetryAfterWhereUseful: sometimes("Seconds after which to ask again, where waiting helps.", seconds),
  IdempotentReplayed: sometimes("`true` where this is the stored answer of an earlier request.", {
    type: "string",
    const: "true",
  }),
  WwwAuthenticate: always("How to authenticate.", { type: "string", const: "Bearer" }),
  Allow: always(
    "The methods that the path has; none for the bare confirm path.",
    text(64, "GET, HEAD, POST"),
  ),
  RateLimit: sometimes(
    "What is left of the key's limit (`r`) and the seconds until there is more of it (`t`).",
    text(128, '"key";r=99;t=1'),
  ),
  RateLimitPolicy: sometimes("The limits that apply.", text(128, '"key";q=100;w=4')),
  Deprecation: always("Since when the route is deprecated (RFC 9745).", {
    type: "string",
    pattern: "^@\\d+$",
    maxLength: 20,
    examples: ["@1793491200"],
  }),
  Sunset: always(
    "The earliest time at which the route is removed (RFC 8594).",
    text(40, "Wed, 01 Nov 2028 00:00:00 GMT"),
  ),
  Link: always(
    "The address to use in its place, as `successor-version`; where the body names no checkout, what explains it.",
    text(2048, `<${WRITTEN_FOR}/v1/provider-checkouts>; rel="successor-version"`),
  ),
  ExposeHeaders: always(
    "The headers of this answer that browsers give to scripts.",
    text(128, "Request-Id, RateLimit, RateLimit-Policy, Retry-After"),
  ),
  AllowOrigin: always("Browsers of any origin may read this answer.", { type: "string", const: "*" }),
};
export type HeaderName = keyof typeof HEADERS;
