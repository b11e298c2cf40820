import { CheckoutError, type ErrorCode } from "../../domain/errors";
import { readCreate } from "../create";
import { declineMessage, type ProblemDocument, toProblem } from "../problems";
import { checkoutExamples } from "./checkouts";
import { EXAMPLE, type Place } from "./place";
import { PLAN_REQUEST } from "./requests";

const CHECKOUTS = "/v1/provider-checkouts";
const ONE = `${CHECKOUTS}/${EXAMPLE.checkoutId}`;
const ENDPOINT = `/v1/webhook-endpoints/${EXAMPLE.endpointId}`;
const ofCheckout = { checkout_id: EXAMPLE.checkoutId };

interface Case {
  detail: string;
  instance?: string;
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/** Each error as a caller meets it, in the words of the service. `validation_failed` comes from the readers. */
function cases(place: Place): Record<Exclude<ErrorCode, "validation_failed">, Case> {
  return {
    invalid_json: { detail: 'The member "student" is named twice in one object.' },
    invalid_idempotency_key: { detail: "Send an Idempotency-Key of 1 to 255 printable ASCII characters." },
    authentication_required: { detail: "Send the header Authorization: Bearer <PROVIDER_API_KEY>." },
    invalid_api_key: { detail: "The API key is malformed, unknown or revoked." },
    api_key_expired: { detail: "The API key expired at 2026-11-20T14:00:00.000Z." },
    api_key_wrong_environment: {
      detail:
        place.environment === "sandbox"
          ? "This is the sandbox environment and the key is of the production environment."
          : "This is the production environment and the key is of the sandbox environment.",
    },
    card_declined: {
      detail: "The card was declined: insufficient_funds.",
      extra: {
        user_message: declineMessage("insufficient_funds"),
        ...ofCheckout,
        card_payment: { success: false, status: "declined", decline_code: "insufficient_funds" },
      },
    },
    provider_code_mismatch: {
      detail: "provider.provider_code is not the provider code of this API key.",
    },
    insufficient_scope: { detail: "This operation needs a key with the scope checkouts:write." },
    checkout_token_invalid: {
      detail: "checkout_token is not the latest token of this checkout.",
      instance: `${ONE}/confirm`,
    },
    checkout_not_found: { detail: "No checkout with this id belongs to the provider.", instance: ONE },
    agreement_not_found: {
      detail: "The agreement exists once a payment plan is confirmed.",
      instance: `${ONE}/agreement`,
    },
    event_not_found: {
      detail: "No event of the last 90 days with this id belongs to the provider.",
      instance: `/v1/events/${EXAMPLE.eventId}`,
    },
    webhook_endpoint_not_found: {
      detail: "No webhook endpoint with this id belongs to the provider.",
      instance: ENDPOINT,
    },
    not_found: { detail: `There is nothing at ${CHECKOUTS}/.`, instance: `${CHECKOUTS}/` },
    checkout_id_required: {
      detail: "Confirm takes the checkout id in its path: /v1/provider-checkouts/{checkoutId}/confirm.",
      instance: `${CHECKOUTS}/confirm`,
    },
    method_not_allowed: { detail: "PUT is not supported here; GET, HEAD, POST is." },
    dda_not_authorised: {
      detail: "The student has not authorised the direct debit yet.",
      instance: `${ONE}/confirm`,
      extra: ofCheckout,
    },
    confirm_not_applicable: {
      detail: "A Pay Now checkout has no direct debit and nothing to confirm.",
      instance: `${ONE}/confirm`,
    },
    already_confirmed: {
      detail: "The plan was confirmed with another deposit_confirmed.",
      instance: `${ONE}/confirm`,
      extra: ofCheckout,
    },
    cancel_not_applicable: {
      detail: "A checkout that is Confirmed cannot be cancelled.",
      instance: `${ONE}/cancel`,
      extra: ofCheckout,
    },
    expire_not_applicable: {
      detail: "A checkout that is Confirmed does not expire.",
      instance: `/v1/sandbox/provider-checkouts/${EXAMPLE.checkoutId}/expire`,
      extra: ofCheckout,
    },
    charge_not_pending: {
      detail: "A checkout that is Payment Processing waits for no charge.",
      instance: `/v1/sandbox/provider-checkouts/${EXAMPLE.checkoutId}/resolve-charge`,
      extra: ofCheckout,
    },
    dda_not_applicable: {
      detail: "A Pay Now checkout has no direct debit.",
      instance: `/v1/sandbox/provider-checkouts/${EXAMPLE.checkoutId}/authorise-direct-debit`,
    },
    duplicate_order: {
      detail: "A checkout for this provider_order_id exists already.",
      extra: {
        ...ofCheckout,
        checkout_status: "Awaiting Direct Debit",
        next_action: checkoutExamples(place).plan.next_action,
      },
    },
    idempotency_in_progress: {
      detail: "The first request with this Idempotency-Key is not finished.",
      extra: ofCheckout,
      retryAfterSeconds: 2,
    },
    webhook_endpoint_disabled: {
      detail: "The webhook endpoint is disabled (gone); enable it first.",
      instance: `${ENDPOINT}/test`,
    },
    webhook_endpoint_limit_reached: {
      detail: "A provider has at most 20 webhook endpoints; remove one first.",
      instance: "/v1/webhook-endpoints",
    },
    checkout_expired: { detail: "The checkout expired; create a new one.", instance: `${ONE}/confirm` },
    checkout_cancelled: {
      detail: "The checkout was cancelled; create a new one.",
      instance: `${ONE}/confirm`,
    },
    malformed_request: { detail: "What was sent is not HTTP/1.1 that can be parsed.", instance: "/" },
    request_timeout: { detail: "The request did not arrive in time.", instance: "/" },
    headers_too_large: { detail: "The headers are larger than 16 KiB.", instance: "/" },
    body_too_large: { detail: "The body is larger than 65536 bytes." },
    unsupported_media_type: { detail: "Send the body as Content-Type: application/json in UTF-8." },
    idempotency_key_reused: {
      detail: "This Idempotency-Key was used with another body.",
      extra: ofCheckout,
    },
    rate_limited: { detail: "Too many requests with this API key.", retryAfterSeconds: 1 },
    internal_error: { detail: "The fault was recorded under request_id." },
    service_unavailable: {
      detail: "What the service depends on is not available at the moment.",
      retryAfterSeconds: 5,
    },
  };
}

/** The problem document of each code, made as every other is. */
export function problemExamples(place: Place): Record<ErrorCode, ProblemDocument> {
  const known = Object.entries(cases(place)) as [keyof ReturnType<typeof cases>, Case][];
  const { course: _, ...faulty } = PLAN_REQUEST;
  const validation = errorOf(() =>
    readCreate({ ...faulty, pricing: { ...faulty.pricing, amount_to_finance: 0 } }),
  );
  return Object.fromEntries([
    ...known.map(([code, { detail, instance = CHECKOUTS, ...options }]) => [
      code,
      problemExample(place, new CheckoutError(code, detail, options), instance),
    ]),
    ["validation_failed", problemExample(place, validation, CHECKOUTS)],
  ]);
}

export function problemExample(place: Place, error: CheckoutError, instance: string): ProblemDocument {
  return toProblem(error, { baseUrl: place.baseUrl, instance, requestId: EXAMPLE.requestId });
}

/** The error that a reader throws for a body that has faults. */
export function errorOf(reading: () => unknown): CheckoutError {
  try {
    reading();
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
  throw new Error("The example of a faulty request has no fault");
}
