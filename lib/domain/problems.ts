import { keysOf } from "../../packages/text/narrow";

export interface Problem {
  status: number;
  title: string;
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
  malformed_request: problem(400, "The request cannot be read", {
    cause:
      "The request line or a header is not valid HTTP/1.1, or the URL has more than 50 query parameters.",
    remedy: "Use an HTTP library, and send only the documented query parameters.",
  }),
  request_timeout: problem(408, "The request did not arrive in time", {
    retryable: true,
    userMessage: "This took too long. Check your connection and try again.",
    cause:
      "Sending the headers took longer than 10 seconds, or the whole request longer than 30. Nothing was done.",
    remedy: "Send the same request again, with the same Idempotency-Key.",
  }),
  headers_too_large: problem(431, "The headers are too large", {
    cause: "The request line and the headers together are larger than 16 KiB.",
    remedy: "Send only the documented headers.",
  }),
  invalid_json: problem(400, "The body is not valid JSON", {
    cause:
      "The body is not well-formed JSON. Or it has a duplicate field, more than 16 levels, a NUL character, a lone surrogate, a number that is not finite or a field named __proto__.",
    remedy: "Send one JSON object. Write it with a JSON library.",
  }),
  invalid_idempotency_key: problem(400, "The Idempotency-Key is not valid", {
    cause:
      "The header is empty, sent twice, longer than 255 characters, contains a character that is not printable ASCII, or looks like a card number.",
    remedy: "Send 1 to 255 printable ASCII characters, such as the order reference or a UUID.",
  }),
  invalid_signature: problem(400, "The signature is not valid", {
    cause:
      "An event of a card processor has no signature, one of another secret, or one that is more than 5 minutes old or from the future. Only processors send these requests.",
    remedy:
      "Give the service the signing secret that the processor shows for this webhook, and check the server's clock.",
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
    cause: "The key's expiry date has passed.",
    remedy: "Issue a new key and use it.",
  }),
  api_key_wrong_environment: problem(401, "The API key belongs to the other environment", {
    cause: "A pc_live_ key was sent to the sandbox, or a pc_test_ key to production.",
    remedy: "Use the key of this environment.",
  }),
  card_declined: problem(402, "The card was declined", {
    userMessage: "Your bank declined this card. Use another card or contact your bank.",
    cause: "The card's bank declined the charge. decline_code says why.",
    remedy:
      "Ask the student for another card. You can use the same order reference and Idempotency-Key again.",
  }),
  provider_code_mismatch: problem(403, "The provider code does not match the API key", {
    cause: "provider.provider_code is not the code of the provider that the key belongs to.",
    remedy: "Send the provider code that came with the key.",
  }),
  insufficient_scope: problem(403, "The API key lacks the required scope", {
    cause: "The operation needs a scope that the key does not have.",
    remedy: "Use a key that has the scope.",
  }),
  checkout_token_invalid: problem(403, "The checkout token is not valid", {
    userMessage: "This enrolment link no longer works. Go back to your education provider and start again.",
    cause: "checkout.checkout_token is not the latest token of this checkout.",
    remedy: "Send the token that create returned, or issue a new one with the checkout-token operation.",
  }),
  checkout_not_found: problem(404, "There is no such checkout", {
    userMessage: "We could not find this enrolment. Go back to your education provider and start again.",
    cause: "No checkout with this id belongs to the key's provider.",
    remedy: "Check the checkout_id, and use a key of the provider that created the checkout.",
  }),
  agreement_not_found: problem(404, "There is no agreement yet", {
    userMessage: "There is no agreement for this enrolment yet.",
    cause: "The plan is not confirmed yet, or the checkout is Pay Now, which has no agreement.",
    remedy: "Confirm the payment plan first.",
  }),
  agreement_being_made: problem(409, "The agreement is being made", {
    retryable: true,
    userMessage: "Your plan is signed. We are finishing your agreement. Try again in a few seconds.",
    cause: "The plan is signed, but its PDF is not ready yet. You need to do nothing else.",
    remedy: "Send the same request again after Retry-After, or wait for the event agreement.ready.",
  }),
  payment_plan_not_found: problem(404, "There is no payment plan to collect", {
    cause:
      "The checkout is Pay Now, its plan is not confirmed, or your provider has no processor account that collects debits.",
    remedy: "Read the checkout. Its payment_plan is null as long as nothing is collected.",
  }),
  refund_not_found: problem(404, "There is no such refund", {
    cause: "The checkout has no refund with this id.",
    remedy: "Check the refund_id against the list of the checkout's refunds.",
  }),
  settlement_not_found: problem(404, "There is no such settlement", {
    cause: "No settlement with this id belongs to the key's provider.",
    remedy: "Check the settlement_id against the list of settlements.",
  }),
  event_not_found: problem(404, "There is no such event", {
    cause: "No event of the last 90 days with this id belongs to the key's provider.",
    remedy: "Check the id. If the event is older, read the checkout and its timeline instead.",
  }),
  webhook_endpoint_not_found: problem(404, "There is no such webhook endpoint", {
    cause: "No webhook endpoint with this id belongs to the key's provider, or it was deleted.",
    remedy: "Check the endpoint_id against the list of webhook endpoints.",
  }),
  not_found: problem(404, "There is nothing at this address", {
    cause: "No operation has this path. A trailing slash makes a path different.",
    remedy: "Check the path against the reference.",
  }),
  checkout_id_required: problem(405, "The path has no checkout id", {
    cause: "The bare path /v1/provider-checkouts/confirm was called.",
    remedy: "Call POST /v1/provider-checkouts/{checkoutId}/confirm.",
  }),
  method_not_allowed: problem(405, "The method is not supported here", {
    cause: "The path exists, but does not support this method.",
    remedy: "Use a method that the Allow header lists.",
  }),
  dda_not_authorised: problem(409, "The direct debit is not authorised yet", {
    retryable: true,
    userMessage: "Set up the direct debit first, then confirm your enrolment.",
    cause: "Confirm was called before the student authorised the direct debit.",
    remedy: "Send the student to direct_debit.setup_url first, then confirm.",
  }),
  confirm_not_applicable: problem(409, "Pay Now has nothing to confirm", {
    userMessage: "This enrolment needs no confirmation.",
    cause:
      "You called confirm for a Pay Now checkout. Pay Now is complete when card_payment.success is true.",
    remedy: "Do not call confirm for Pay Now.",
  }),
  already_confirmed: problem(409, "The plan was confirmed with other values", {
    userMessage: "This payment plan is already confirmed.",
    cause: "The plan is already confirmed, with another value of deposit_confirmed.",
    remedy: "The first confirm counts. Read the checkout and its agreement, and do not confirm again.",
  }),
  cancel_not_applicable: problem(409, "The checkout can no longer be cancelled", {
    userMessage: "This enrolment can no longer be cancelled here. Contact your education provider.",
    cause: "You can cancel a plan only until it is confirmed. You cannot cancel Pay Now.",
    remedy: "Settle a paid or confirmed enrolment outside the API.",
  }),
  dda_not_applicable: problem(409, "Pay Now has no direct debit", {
    userMessage: "This enrolment is paid by card.",
    cause: "You called a direct debit operation for a Pay Now checkout.",
    remedy: "Use the operation for payment plans only.",
  }),
  expire_not_applicable: problem(409, "The checkout does not expire", {
    userMessage: "This enrolment does not expire.",
    cause: "Only a plan that is not confirmed yet can expire. Only the sandbox returns this problem.",
    remedy: "Use the operation for a plan that is not confirmed yet.",
  }),
  refund_exceeds_paid: problem(409, "The refund is more than what is left of the payment", {
    cause:
      "The amount is more than what was paid, minus all refunds that have not failed. detail says what is left.",
    remedy: "Read the refunds of the checkout, and send a smaller amount.",
  }),
  refund_not_possible_yet: problem(409, "The payment cannot be refunded yet", {
    cause:
      "The outcome of the payment is not known yet, the debit has not settled, or the processor refunds the payment only after some time. possible_from says from when on, or is null if nobody knows.",
    remedy: "Send the same request again after possible_from. If it is null, try again in some hours.",
  }),
  refund_not_applicable: problem(409, "There is nothing to refund", {
    cause:
      "Nothing was paid, a payment plan's refund names no paid debit of it as debit_id and no card payment of it as charge_id, the processor cannot refund this payment, or it has 20 refunds already.",
    remedy: "Read the checkout. Pay the student back in another way if you owe them money.",
  }),
  bank_account_refused: problem(409, "The bank account was not accepted", {
    userMessage: "We cannot debit this account. Check the details, or use another account.",
    cause: "The processor that will debit the account does not accept it.",
    remedy: "Ask the student for another account.",
  }),
  change_too_late: problem(409, "The payment can no longer change", {
    userMessage: "This payment is on its way to your bank and can no longer be changed.",
    cause:
      "The debit was handed over, will be in too few days, or is over. first_changeable names the first payment that can still change, or is null.",
    remedy: "Change payment first_changeable or a later one.",
  }),
  plan_change_not_applicable: problem(409, "The plan cannot change like this", {
    cause: "The state of the plan or of the payment does not allow this change. detail says why.",
    remedy: "Read the payment plan, and send a change that fits its state.",
  }),
  duplicate_order: problem(409, "The order has a checkout already", {
    userMessage: "This enrolment was already started. Continue where you stopped.",
    cause: "This provider_order_id already has a live or completed checkout. checkout_id names it.",
    remedy:
      "If same_request is true, do what next_action says. `none`: the order is already paid or signed. `wait`: the outcome of the charge is not known yet, so read the status and do not charge again. If same_request is false, the order reference belongs to another request, perhaps of another student. Show the student user_message only, and check your order numbers. differences lists the fields that differ. You can cancel a plan that is not confirmed yet, and create it again.",
  }),
  idempotency_in_progress: problem(409, "The first request with this key is still in progress", {
    retryable: true,
    userMessage: "We're checking whether your payment went through. Do not pay again.",
    cause: "A request with the same Idempotency-Key is not finished yet.",
    remedy: "Send the same request again after Retry-After.",
  }),
  webhook_endpoint_disabled: problem(409, "The webhook endpoint is disabled", {
    cause: "A disabled endpoint receives no tests and no replays. disabled_reason says why it is disabled.",
    remedy: "Enable the endpoint, then send the request again.",
  }),
  webhook_endpoint_limit_reached: problem(409, "You have reached the limit of webhook endpoints", {
    cause: "A provider can have at most 20 webhook endpoints, including disabled ones.",
    remedy: "Delete or change an endpoint that you do not use.",
  }),
  checkout_expired: problem(410, "The checkout has expired", {
    userMessage: "This enrolment has expired. Go back to your education provider and start again.",
    cause: "It was not confirmed within 7 days, or by the end of its first debit date.",
    remedy: "Create a new checkout with a new Idempotency-Key. You can use the order reference again.",
  }),
  checkout_cancelled: problem(410, "The checkout was cancelled", {
    userMessage: "This enrolment was cancelled. Go back to your education provider and start again.",
    cause: "You or an operator cancelled it before it was confirmed.",
    remedy: "Create a new checkout with a new Idempotency-Key. You can use the order reference again.",
  }),
  body_too_large: problem(413, "The body is too large", {
    cause: "The body is larger than 64 KiB.",
    remedy: "Send only the documented fields.",
  }),
  unsupported_media_type: problem(415, "The body must be JSON", {
    cause: "The Content-Type is not application/json in UTF-8, or the body is compressed.",
    remedy: "Send `Content-Type: application/json`.",
  }),
  validation_failed: problem(422, "The request has fields to correct", {
    userMessage: "Some details need correcting before you can continue.",
    cause: "One or more fields are missing, have the wrong type or break a rule. errors lists all of them.",
    remedy: "Correct each field that errors points to.",
  }),
  idempotency_key_reused: problem(422, "The Idempotency-Key was used with another body", {
    cause:
      "You used the key for an earlier request with other values. checkout_id names the checkout of that request, if the request was a create or a refund.",
    remedy: "Use a new key for a new request, or send the first body again.",
  }),
  rate_limited: problem(429, "Too many requests", {
    retryable: true,
    userMessage: "We are busy at the moment. Wait a minute and try again.",
    cause: "You reached a limit of requests.",
    remedy: "Wait as long as Retry-After says, then send requests more slowly.",
  }),
  internal_error: problem(500, "Something went wrong on our side", {
    retryable: true,
    userMessage: "Something went wrong on our side. Try again in a few minutes.",
    cause: "The service has a fault. It was recorded under request_id.",
    remedy:
      "Send the same request with the same Idempotency-Key again. If it still fails, report request_id.",
  }),
  service_unavailable: problem(503, "The service is not available at the moment", {
    retryable: true,
    userMessage: "This service is not available at the moment. Try again in a few minutes.",
    cause:
      "The database or the card gateway cannot be reached or is too busy, or a charge of the order has to be checked first: see detail.",
    remedy:
      "Send the same request again after Retry-After. Sometimes the first request was carried out anyway: with an Idempotency-Key, nothing is done twice.",
  }),
};

export const ERROR_CODES = keysOf(PROBLEMS);
