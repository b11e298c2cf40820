import { confirm } from "../checkout/confirm";
import { create } from "../checkout/create";
import { asCreated } from "../checkout/resource";
import type { Answer } from "../checkout/response";
import { sampleCheckout, sampleRequest } from "../checkout/sample";
import { confirmRequest, readConfirm } from "../contract/confirm";
import { readCreate } from "../contract/create";
import { createRequest } from "../contract/create-request";
import { EXAMPLE_TOKEN } from "../contract/patterns";
import { checkoutResource, createdCheckout } from "../contract/resource";
import { body, type Outcome } from "../http/operation";
import { byOf, checkProviderCode, createByOf } from "./by";
import { ok, operation, responding } from "./operation";

export const writing = { tag: "Checkouts", access: "key", scope: "checkouts:write" } as const;

const created = (...sample: Parameters<typeof sampleCheckout>) =>
  asCreated(sampleCheckout(...sample), EXAMPLE_TOKEN, []);

/** The two calls of both flows. Specification, "Endpoints"; contract sections 4 and 5. */
export const createCheckout = operation({
  id: "createCheckout",
  method: "POST",
  client: "checkouts.create",
  path: "/v1/provider-checkouts",
  summary: "Create a checkout",
  description:
    "Starts an enrolment. With `upfront_payment`, the card is charged the full course fee at once. With `interest_free_payment_plan`, the response has the URL of the hosted page on which the student authorises the direct debit.",
  ...writing,
  keyed: "by_itself",
  input: {
    ...body(createRequest, (place) => ({
      "Pay Now": sampleRequest(place, "start_pay_now"),
      "Payment plan": sampleRequest(place, "start_plan"),
    })),
    read: readCreate,
  },
  responses: {
    201: {
      description: "The checkout. For Pay Now, the card was charged.",
      schema: createdCheckout,
      headers: { Location: "Location" },
      examples: (place) => ({
        "Pay Now": created(place, ["start_pay_now", "charge_succeeded"]),
        "Payment plan": created(place, ["start_plan"]),
      }),
    },
    202: {
      description:
        "The charge's outcome is not known yet. Get the status later. Do not charge the student again.",
      schema: createdCheckout,
      headers: {
        Location: "Location",
        "Retry-After": "RetryAfter",
      },
      examples: (place) => ({
        "The outcome is not known yet": created(place, ["start_pay_now", "charge_outcome_unknown"]),
      }),
    },
  },
  errors: ["provider_code_mismatch", "card_declined", "duplicate_order"],
  async run(deps, call, caller) {
    checkProviderCode(call.input.providerCode, caller);
    const answer = await create(deps, createByOf(call, caller), call.input);
    // The address is that of the provider's system, so it is never refused.
    if (answer.status === 402 && !answer.replayed)
      await deps.declines?.count({
        address: null,
        requestId: call.requestId,
        providerCode: caller.provider.code,
        courseName: call.input.courseName,
      });
    return answered(answer);
  },
});

export const confirmCheckout = operation({
  id: "confirmCheckout",
  method: "POST",
  client: "checkouts.confirm",
  repeatable: true,
  path: "/v1/provider-checkouts/{checkoutId}/confirm",
  summary: "Confirm a payment plan",
  description:
    "Records the student's declarations and signs the plan. The PDF of the Payment Plan Agreement follows; `agreement.status` tells you when it is `ready`. Do not call it for Pay Now.",
  ...writing,
  input: { ...body(confirmRequest), read: readConfirm },
  responses: responding(200, "The confirmed plan with its signed agreement.", checkoutResource, (place) => ({
    "The plan is signed": sampleCheckout(place, ["start_plan", "authorise", "confirm"]),
  })),
  errors: [
    "provider_code_mismatch",
    "checkout_token_invalid",
    "confirm_not_applicable",
    "dda_not_authorised",
    "already_confirmed",
    "checkout_expired",
    "checkout_cancelled",
    "checkout_id_required",
  ],
  async run(deps, call, caller) {
    checkProviderCode(call.input.providerCode, caller);
    // The legacy path has no id.
    return ok(confirm(deps, byOf(call, caller), call.id || call.input.checkoutId, call.input));
  },
});

export function answered({ status, headers, body, replayed }: Answer): Outcome {
  return { status, headers: { ...headers, ...(replayed && { "Idempotent-Replayed": "true" }) }, body };
}
