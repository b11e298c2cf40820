import { readCreate } from "../../lib/contract/create";
import { checkoutExamples } from "../../lib/contract/examples/checkouts";
import { FAULTY_CREATE } from "../../lib/contract/examples/requests";
import { EXAMPLE, type Place } from "../../lib/contract/examples/values";
import {
  declineMessage,
  PROBLEM_MEMBERS,
  type ProblemDocument,
  toProblem,
} from "../../lib/contract/problems";
import { CheckoutError, type ErrorCode } from "../../lib/domain/errors";

const CHECKOUTS = "/v1/provider-checkouts";
const ONE = `${CHECKOUTS}/${EXAMPLE.checkoutId}`;
const IN_SANDBOX = `/v1/sandbox/provider-checkouts/${EXAMPLE.checkoutId}`;
const ENDPOINT = `/v1/webhook-endpoints/${EXAMPLE.endpointId}`;

/** `detail` of each error, in the service's own words. */
const DETAILS: Record<Exclude<ErrorCode, "validation_failed" | "api_key_wrong_environment">, string> = {
  invalid_json: 'The member "student" is named twice in one object.',
  invalid_idempotency_key: "Send one Idempotency-Key of 1 to 255 printable ASCII characters.",
  authentication_required: "Send the header Authorization: Bearer <PROVIDER_API_KEY>.",
  invalid_api_key: "The API key is malformed, unknown or revoked.",
  api_key_expired: "The API key expired at 2026-11-20T14:00:00.000Z.",
  card_declined: "The card was declined: insufficient_funds.",
  provider_code_mismatch: "provider.provider_code is not the provider code of this API key.",
  insufficient_scope: "This operation needs a key with the scope checkouts:write.",
  checkout_token_invalid: "checkout_token is not the latest token of this checkout.",
  checkout_not_found: "No checkout with this id belongs to the provider.",
  agreement_not_found: "The agreement exists once a payment plan is confirmed.",
  agreement_being_made: "The plan is signed, and its agreement is being made.",
  event_not_found: "No event of the last 90 days with this id belongs to the provider.",
  webhook_endpoint_not_found: "No webhook endpoint with this id belongs to the provider.",
  not_found: `There is nothing at ${CHECKOUTS}/.`,
  checkout_id_required:
    "Confirm takes the checkout id in its path: /v1/provider-checkouts/{checkoutId}/confirm.",
  method_not_allowed: "PUT is not supported here; GET, HEAD, POST is.",
  dda_not_authorised: "The student has not authorised the direct debit yet.",
  confirm_not_applicable: "A Pay Now checkout has no direct debit and nothing to confirm.",
  already_confirmed: "The plan was confirmed with another deposit_confirmed.",
  cancel_not_applicable: "A checkout that is Confirmed cannot be cancelled.",
  expire_not_applicable: "A checkout that is Confirmed does not expire.",
  charge_not_pending: "A checkout that is Payment Processing waits for no charge.",
  dda_not_applicable: "A Pay Now checkout has no direct debit.",
  duplicate_order: "A checkout for this provider_order_id exists already.",
  idempotency_in_progress: "The first request with this Idempotency-Key is not finished.",
  webhook_endpoint_disabled: "The webhook endpoint is disabled (gone); enable it first.",
  webhook_endpoint_limit_reached: "A provider has at most 20 webhook endpoints; remove one first.",
  checkout_expired: "The checkout expired; create a new one.",
  checkout_cancelled: "The checkout was cancelled; create a new one.",
  malformed_request: "What was sent is not HTTP/1.1 that can be parsed.",
  request_timeout: "The request did not arrive in time.",
  headers_too_large: "The headers are larger than 16 KiB.",
  body_too_large: "The body is larger than 65536 bytes.",
  unsupported_media_type: "Send the body as Content-Type: application/json in UTF-8.",
  idempotency_key_reused:
    "This Idempotency-Key was used with another body. Use a new key for a new request, or send the first body again.",
  rate_limited: "Too many requests with this API key.",
  internal_error: "The fault was recorded under request_id.",
  service_unavailable: "What the service depends on is not available at the moment.",
};

/** `instance` of each error; create's path where none is named. */
const PATHS: Partial<Record<ErrorCode, string>> = {
  checkout_token_invalid: `${ONE}/confirm`,
  checkout_not_found: ONE,
  agreement_not_found: `${ONE}/agreement`,
  agreement_being_made: `${ONE}/agreement`,
  event_not_found: `/v1/events/${EXAMPLE.eventId}`,
  webhook_endpoint_not_found: ENDPOINT,
  not_found: `${CHECKOUTS}/`,
  checkout_id_required: `${CHECKOUTS}/confirm`,
  dda_not_authorised: `${ONE}/confirm`,
  confirm_not_applicable: `${ONE}/confirm`,
  already_confirmed: `${ONE}/confirm`,
  cancel_not_applicable: `${ONE}/cancel`,
  expire_not_applicable: `${IN_SANDBOX}/expire`,
  charge_not_pending: `${IN_SANDBOX}/resolve-charge`,
  dda_not_applicable: `${IN_SANDBOX}/authorise-direct-debit`,
  webhook_endpoint_disabled: `${ENDPOINT}/test`,
  webhook_endpoint_limit_reached: "/v1/webhook-endpoints",
  checkout_expired: `${ONE}/confirm`,
  checkout_cancelled: `${ONE}/confirm`,
  malformed_request: "/",
  request_timeout: "/",
  headers_too_large: "/",
};

export function exampleOfProblem(place: Place, code: ErrorCode): ProblemDocument {
  return problemExample(place, errorWith(place, code), PATHS[code] ?? CHECKOUTS);
}

function errorWith(place: Place, code: ErrorCode): CheckoutError {
  const checkout = "checkout_id" in (PROBLEM_MEMBERS[code]?.shape ?? {}) && {
    checkout_id: EXAMPLE.checkoutId,
  };
  switch (code) {
    case "validation_failed":
      return errorOf(() => readCreate(FAULTY_CREATE));
    case "api_key_wrong_environment": {
      const other = place.environment === "sandbox" ? "production" : "sandbox";
      return new CheckoutError(
        code,
        `This is the ${place.environment} environment and the key is of the ${other} environment.`,
      );
    }
    case "card_declined": {
      const { card_payment } = checkoutExamples(place).declined;
      const user_message = declineMessage("insufficient_funds", true);
      return new CheckoutError(code, DETAILS[code], { extra: { user_message, ...checkout, card_payment } });
    }
    case "duplicate_order": {
      const { checkout_status, next_action } = checkoutExamples(place).plan;
      const extra = { ...checkout, checkout_status, same_request: true, next_action };
      return new CheckoutError(code, DETAILS[code], { extra });
    }
    default:
      return new CheckoutError(code, DETAILS[code], { extra: { ...checkout } });
  }
}

export function problemExample(place: Place, error: CheckoutError, instance: string): ProblemDocument {
  return toProblem(error, { baseUrl: place.baseUrl, instance, requestId: EXAMPLE.requestId });
}

/** The error that a reader throws for a faulty body. */
export function errorOf(reading: () => unknown): CheckoutError {
  try {
    reading();
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
  throw new Error("The example of a faulty request has no fault");
}
