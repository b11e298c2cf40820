import type { Operation } from "../../lib/http/operation";
import { isKeyOf } from "../../packages/text/narrow";
import { HEADERS, type HeaderName } from "./header-table";
import type { Json } from "./schemas";

export function headersOf(operation: Operation, status: number): Json {
  const used: Record<string, string> = {
    "Request-Id": "RequestId",
    "Cache-Control": "CacheControl",
    "X-Content-Type-Options": "ContentTypeOptions",
    "Cross-Origin-Resource-Policy": "ResourcePolicy",
    "Strict-Transport-Security": "TransportSecurity",
    ...operation.responses[status]?.headers,
    ...ON_STATUS[status],
    ...(operation.idempotent &&
      (status < 300 || status === 402) && { "Idempotent-Replayed": "IdempotentReplayed" }),
    ...(operation.successor && { Deprecation: "Deprecation", Sunset: "Sunset", Link: "Link" }),
    ...(operation.cors && {
      "Access-Control-Allow-Origin": "AllowOrigin",
      "Access-Control-Expose-Headers": "ExposeHeaders",
    }),
    ...(operation.access !== "jobs-secret" && {
      RateLimit: "RateLimit",
      "RateLimit-Policy": "RateLimitPolicy",
    }),
  };
  return Object.fromEntries(
    Object.entries(used).map(([wire, name]) => {
      if (!isKeyOf(HEADERS, name)) throw new Error(`No header is described as ${name}`);
      return [wire, { $ref: `#/components/headers/${name}` }];
    }),
  );
}

const ON_STATUS: Record<number, Record<string, HeaderName>> = {
  401: { "WWW-Authenticate": "WwwAuthenticate" },
  405: { Allow: "Allow" },
  409: { "Retry-After": "RetryAfterWhereUseful" },
  429: { "Retry-After": "RetryAfter" },
  503: { "Retry-After": "RetryAfter" },
};
