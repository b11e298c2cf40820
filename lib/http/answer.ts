import { securityHeaders } from "../../packages/http/security-headers";
import type { ApiResponse } from "../../packages/http/types";
import { type ProblemContext, toProblem } from "../contract/problems";
import type { Warning } from "../contract/validate";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import { PROBLEMS } from "../domain/problems";
import type { Notes } from "./gate";
import type { Operation, Outcome } from "./operation";

/** When legacy routes were deprecated, and the earliest time at which they go. Contract section 6. */
const LEGACY = {
  Deprecation: `@${Date.UTC(2026, 10, 1) / 1000}`,
  Sunset: new Date(Date.UTC(2028, 10, 1)).toUTCString(),
};
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Request-Id, RateLimit, RateLimit-Policy, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
  Vary: "Origin",
};

export function problem(error: CheckoutError, context: ProblemContext): Outcome {
  const { status } = PROBLEMS[error.code];
  const headers: Record<string, string> = { "Content-Type": "application/problem+json" };
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (error.retryAfterSeconds !== null) headers["Retry-After"] = String(error.retryAfterSeconds);
  return { status, headers, body: toProblem(error, context) };
}

export function toResponse(
  { status, headers, body }: Outcome,
  requestId: string,
  notes: Notes,
  baseUrl: string,
  operation: Operation | null,
): ApiResponse {
  const isWritten = typeof body === "string" || body === null || body instanceof Uint8Array;
  return {
    status,
    headers: {
      "Request-Id": requestId,
      "Cache-Control": "no-store",
      ...securityHeaders(baseUrl),
      ...notes.headers,
      ...(!isWritten && { "Content-Type": "application/json; charset=utf-8" }),
      ...(operation?.cors && CORS),
      ...(operation?.successor && {
        ...LEGACY,
        Link: `<${baseUrl}${operation.successor(notes.json)}>; rel="successor-version"`,
      }),
      ...headers,
    },
    body: isWritten ? body : JSON.stringify(body),
  };
}

/** Adds the ignored fields to a response. A stored one is text, and already has its own. */
export function withWarnings(outcome: Outcome, warnings: readonly Warning[]): Outcome {
  const { body } = outcome;
  if (warnings.length === 0 || typeof body !== "object" || body === null || body instanceof Uint8Array)
    return outcome;
  return { ...outcome, body: { ...body, warnings } };
}

/** Contract section 1: the response to HEAD has the Content-Length of GET's body. A 304 has no body. */
export function withoutBody(response: ApiResponse): ApiResponse {
  if (response.body === null) return response;
  const length = Buffer.byteLength(response.body);
  return { ...response, headers: { ...response.headers, "Content-Length": String(length) }, body: null };
}

/** The response to bytes that node's parser rejected. Contract section 1. */
export function answerUnparsed(code: string | undefined, baseUrl: string): ApiResponse {
  const requestId = newId("req");
  const error =
    code === "HPE_HEADER_OVERFLOW"
      ? new CheckoutError("headers_too_large", "The request line and the headers are larger than 16 KiB.")
      : code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? new CheckoutError("request_timeout", "The request did not arrive in time.")
        : new CheckoutError("malformed_request", "The request is not valid HTTP/1.1.");
  const outcome = problem(error, { baseUrl, instance: "/", requestId });
  return toResponse(outcome, requestId, { headers: {} }, baseUrl, null);
}
