import type { ErrorCode } from "../domain/errors";

/** Errors that come with an operation's shape rather than with what it does. */
export const ON_ANY = [
  "malformed_request",
  "request_timeout",
  "headers_too_large",
  "method_not_allowed",
  "rate_limited",
  "internal_error",
  "service_unavailable",
] as const satisfies ErrorCode[];

export const ON_KEY = [
  ...ON_ANY,
  "authentication_required",
  "invalid_api_key",
  "api_key_expired",
  "api_key_wrong_environment",
  "insufficient_scope",
] as const satisfies ErrorCode[];

/** `not_found` is for an id in the path that is not well percent-encoded. */
export const ON_CHECKOUT = [...ON_KEY, "checkout_not_found", "not_found"] as const satisfies ErrorCode[];

/** Of every body. */
export const ON_ANY_BODY = [
  "invalid_json",
  "body_too_large",
  "unsupported_media_type",
  "validation_failed",
] as const satisfies ErrorCode[];

/** Paths that name a webhook endpoint. */
export const ON_ENDPOINT = [
  ...ON_KEY,
  "webhook_endpoint_not_found",
  "not_found",
] as const satisfies ErrorCode[];

/** A body that names the provider. */
export const ON_BODY = [...ON_KEY, ...ON_ANY_BODY, "provider_code_mismatch"] as const satisfies ErrorCode[];

export const ON_BODY_OF_CHECKOUT = [...ON_CHECKOUT, ...ON_ANY_BODY] as const satisfies ErrorCode[];
