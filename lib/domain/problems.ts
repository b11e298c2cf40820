import { keysOf } from "../../packages/text/narrow";

export interface Problem {
  status: number;
  title: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Safe to show a student. */
  userMessage: string;
  cause: string;
  remedy: string;
}

/** Most faults are in the provider's own system: a retry fails again, and a student can only ask the provider. */
const problem = (
  status: number,
  title: string,
  said: Pick<Problem, "cause" | "remedy"> & Partial<Problem>,
): Problem => ({
  status,
  title,
  retryable: false,
  userMessage: "This page is not set up correctly. Contact your education provider.",
  ...said,
});

/** The closed table of contract section 2. Each code has its page in the published documentation. */
export const PROBLEMS = {
  malformed_request: problem(400, "This request cannot be read", {
    cause:
      "The request line or a header breaks the rules of HTTP/1.1, or the URL has more than 50 query parameters.",
    remedy: "Send the request by an HTTP library, with no more query parameters than the operation takes.",
  }),
  request_timeout: problem(408, "The request did not arrive in time", {
    retryable: true,
    userMessage: "This took too long. Check your connection and try again.",
    cause: "Its headers took longer than 10 seconds, or all of it longer than 30. Nothing was done.",
    remedy: "Send the same request again, with the same Idempotency-Key.",
  }),
  headers_too_large: problem(431, "The headers are too large", {
    cause: "Request line and headers are larger than 16 KiB together.",
    remedy: "Send only the documented headers.",
  }),
  invalid_json: problem(400, "The body is not JSON that can be read", {
    cause:
      "The body is not well-formed JSON, or names a member twice, or nests deeper than 16 levels, or holds a NUL character, a lone surrogate, a number that is not finite or a __proto__ member.",
    remedy: "Send one JSON object, written by a JSON library.",
  }),
  invalid_idempotency_key: problem(400, "The Idempotency-Key cannot be used", {
    cause:
      "The header is empty, sent twice, longer than 255 characters, holds characters other than printable ASCII, or looks like a card number.",
    remedy: "Send 1 to 255 printable ASCII characters, such as the order reference or a UUID.",
  }),
  authentication_required: problem(401, "An API key is required", {
    cause: "The request has no Authorization header with a Bearer key.",
    remedy: "Send `Authorization: Bearer <PROVIDER_API_KEY>`.",
  }),
  invalid_api_key: problem(401, "The API key is not valid", {
    cause: "The key is malformed, unknown or revoked.",
    remedy: "Check that the whole key was copied, or issue a new one.",
  }),
  api_key_expired: problem(401, "The API key has expired", {
    cause: "The key's time has passed.",
    remedy: "Issue a new key and use it.",
  }),
  api_key_wrong_environment: problem(401, "The API key belongs to the other environment", {
    cause: "A pc_live_ key was sent to the sandbox, or a pc_test_ key to production.",
    remedy: "Use the key of this environment.",
  }),
  card_declined: problem(402, "The card was declined", {
    userMessage: "Your bank declined this card. Use another card or contact your bank.",
    cause: "The card's bank refused the charge; decline_code says why.",
    remedy: "Let the student use another card. The same order and Idempotency-Key may be used again.",
  }),
  provider_code_mismatch: problem(403, "The provider code is not the key's", {
    cause: "provider.provider_code differs from the provider that the key is bound to.",
    remedy: "Send the provider code that came with the key.",
  }),
  insufficient_scope: problem(403, "The API key may not do this", {
    cause: "The key was issued without the scope that the operation needs.",
    remedy: "Use a key with that scope.",
  }),
  checkout_token_invalid: problem(403, "The checkout token is not valid", {
    userMessage: "This enrolment link no longer works. Go back to your education provider and start again.",
    cause: "checkout.checkout_token is not the latest token of this checkout.",
    remedy: "Send the token of create's answer, or issue a new one with the checkout-token operation.",
  }),
  checkout_not_found: problem(404, "There is no such checkout", {
    userMessage: "We could not find this enrolment. Go back to your education provider and start again.",
    cause: "No checkout with this id belongs to the key's provider.",
    remedy: "Check the checkout_id, and that the key is of the provider that created it.",
  }),
  agreement_not_found: problem(404, "There is no agreement yet", {
    userMessage: "There is no agreement for this enrolment yet.",
    cause: "The checkout is not confirmed, or is Pay Now, which has no agreement.",
    remedy: "Confirm the payment plan first.",
  }),
  agreement_being_made: problem(409, "The agreement is being made", {
    retryable: true,
    userMessage: "Your plan is signed. We are finishing your agreement. Try again in a few seconds.",
    cause: "The plan is signed, and its PDF is not made yet. It is made by itself.",
    remedy: "Send the same request again after Retry-After, or wait for the event agreement.ready.",
  }),
  event_not_found: problem(404, "There is no such event", {
    cause: "No event of the last 90 days with this id belongs to the key's provider.",
    remedy: "Check the id. What an older event told, the checkout itself still says.",
  }),
  webhook_endpoint_not_found: problem(404, "There is no such webhook endpoint", {
    cause: "No webhook endpoint with this id belongs to the key's provider, or it was deleted.",
    remedy: "Check the endpoint_id against the list of webhook endpoints.",
  }),
  not_found: problem(404, "There is nothing at this address", {
    cause: "The path is not one of the service's operations; a trailing slash counts.",
    remedy: "Check the path against the reference.",
  }),
  checkout_id_required: problem(405, "The path lacks the checkout id", {
    cause: "The bare path /v1/provider-checkouts/confirm was called.",
    remedy: "Call POST /v1/provider-checkouts/{checkoutId}/confirm.",
  }),
  method_not_allowed: problem(405, "The method is not supported here", {
    cause: "The path exists, but not with this method; Allow lists those it has.",
    remedy: "Use a method that Allow lists.",
  }),
  dda_not_authorised: problem(409, "The direct debit is not authorised yet", {
    retryable: true,
    userMessage: "Set up the direct debit first, then confirm your enrolment.",
    cause: "Confirm was called before the student authorised the direct debit.",
    remedy: "Send the student to direct_debit.setup_url and confirm afterwards.",
  }),
  confirm_not_applicable: problem(409, "Pay Now has nothing to confirm", {
    userMessage: "This enrolment needs no confirmation.",
    cause: "Confirm was called for a Pay Now checkout, which is complete when card_payment.success is true.",
    remedy: "Leave confirm out for Pay Now.",
  }),
  already_confirmed: problem(409, "The plan was confirmed with other values", {
    userMessage: "This payment plan is already confirmed.",
    cause: "The plan is confirmed, and this confirm differs from the first in deposit_confirmed.",
    remedy: "The first confirm stands. Read the checkout and its agreement; do not confirm again.",
  }),
  cancel_not_applicable: problem(409, "The checkout can no longer be cancelled", {
    userMessage: "This enrolment can no longer be cancelled here. Contact your education provider.",
    cause: "Only a plan that awaits its direct debit or its confirmation can be cancelled.",
    remedy: "Handle a paid or confirmed enrolment with the provider.",
  }),
  dda_not_applicable: problem(409, "Pay Now has no direct debit", {
    userMessage: "This enrolment is paid by card.",
    cause: "A direct debit operation was called for a Pay Now checkout.",
    remedy: "Use it for payment plans only.",
  }),
  expire_not_applicable: problem(409, "The checkout does not expire", {
    userMessage: "This enrolment does not expire.",
    cause:
      "Only a plan that awaits its direct debit or its confirmation can expire. The sandbox's operation alone says so.",
    remedy: "Use it on a plan that is not confirmed yet.",
  }),
  charge_not_pending: problem(409, "The checkout waits for no charge", {
    userMessage: "This enrolment waits for no payment.",
    cause:
      "The charge's outcome is known already, or the charge is still being made, or it is a plan. The sandbox's operation alone says so.",
    remedy:
      "Read the status. Use it after a create that was answered 202, with the test card whose answer is lost.",
  }),
  duplicate_order: problem(409, "The order has a checkout already", {
    userMessage: "This enrolment was already started. Continue where you stopped.",
    cause: "A live or completed checkout exists for this provider_order_id; checkout_id names it.",
    remedy:
      "If same_request is true, continue as next_action says. `none`: it is paid or signed already, and nothing is left to do. `wait`: whether the card was charged is not known yet; do not pay again, and read the status. If same_request is false, the order reference belongs to another request, perhaps of another student: show the student user_message only, and check your order numbers. differences says what is not the same. A plan that is not confirmed can be cancelled, and created anew.",
  }),
  idempotency_in_progress: problem(409, "The first request with this key is still under way", {
    retryable: true,
    userMessage: "We're checking whether your payment went through. Do not pay again.",
    cause: "A request with the same Idempotency-Key has not finished.",
    remedy: "Send the same request again after Retry-After.",
  }),
  webhook_endpoint_disabled: problem(409, "The webhook endpoint is disabled", {
    cause: "A test or a replay was asked for, and the endpoint gets nothing; disabled_reason says why.",
    remedy: "Enable the endpoint, then ask again.",
  }),
  webhook_endpoint_limit_reached: problem(409, "The provider has as many webhook endpoints as it may", {
    cause: "A provider has at most 20 webhook endpoints, disabled ones included.",
    remedy: "Delete one that is not used, or change it.",
  }),
  checkout_expired: problem(410, "The checkout has expired", {
    userMessage: "This enrolment has expired. Go back to your education provider and start again.",
    cause: "It was not finished within 7 days, or by the end of its first debit date.",
    remedy: "Create a new checkout with a new Idempotency-Key; the order reference is free again.",
  }),
  checkout_cancelled: problem(410, "The checkout was cancelled", {
    userMessage: "This enrolment was cancelled. Go back to your education provider and start again.",
    cause: "It was cancelled before it was finished.",
    remedy: "Create a new checkout with a new Idempotency-Key; the order reference is free again.",
  }),
  body_too_large: problem(413, "The body is too large", {
    cause: "The body is larger than 64 KiB.",
    remedy: "Send only the documented members.",
  }),
  unsupported_media_type: problem(415, "The body must be JSON", {
    cause: "Content-Type is not application/json in UTF-8, or the body is compressed.",
    remedy: "Send `Content-Type: application/json`.",
  }),
  validation_failed: problem(422, "The request has fields to correct", {
    userMessage: "Some details need correcting before you can continue.",
    cause: "One or more members are missing, of the wrong type or against a rule; errors lists all of them.",
    remedy: "Correct each member that errors points to.",
  }),
  idempotency_key_reused: problem(422, "The Idempotency-Key was used with another body", {
    cause: "The key belongs to an earlier request with other values; checkout_id names its checkout.",
    remedy: "Use a new key for a new request, or send the first body again.",
  }),
  rate_limited: problem(429, "Too many requests", {
    retryable: true,
    userMessage: "We are busy at the moment. Wait a minute and try again.",
    cause: "The limit of requests was reached.",
    remedy: "Wait for Retry-After, then go on more slowly.",
  }),
  internal_error: problem(500, "Something went wrong on our side", {
    retryable: true,
    userMessage: "Something went wrong on our side. Try again in a few minutes.",
    cause: "A fault in the service. It was recorded under request_id.",
    remedy: "Send the same request with the same Idempotency-Key again; if it stays, report request_id.",
  }),
  service_unavailable: problem(503, "The service is not available at the moment", {
    retryable: true,
    userMessage: "This service is not available at the moment. Try again in a few minutes.",
    cause:
      "The database or the card gateway could not be reached, or has no time at the moment; or an agreement could not be made in time.",
    remedy:
      "Send the same request again after Retry-After. A database that goes away in the midst may have done it: before you register an endpoint, rotate a secret or send a test again, look whether it is done.",
  }),
};

export const ERROR_CODES = keysOf(PROBLEMS);
