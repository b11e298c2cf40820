import { confirm } from "../checkout/confirm";
import { create } from "../checkout/create";
import type { Answer } from "../checkout/response";
import { confirmRequest, readConfirm } from "../contract/confirm";
import { readCreate } from "../contract/create";
import { createRequest } from "../contract/create-request";
import { asCreatedExample, checkoutExamples } from "../contract/examples/checkouts";
import {
  CONFIRM_REQUEST,
  FAULTY_CONFIRM,
  FAULTY_CREATE,
  PLAN_REQUEST,
  PLAN_WITH_DEPOSIT_REQUEST,
  payNowRequest,
} from "../contract/examples/requests";
import { checkoutResource, createdCheckout } from "../contract/resource";
import { body, type Outcome } from "../http/operation";
import { byOf, checkProviderCode, createByOf } from "./by";
import { ok, operation, responding } from "./operation";

/** The two calls of both flows. Specification, "Endpoints"; contract sections 4 and 5. */
export const createCheckout = operation({
  id: "createCheckout",
  method: "POST",
  client: "checkouts.create",
  path: "/v1/provider-checkouts",
  tag: "Checkouts",
  summary: "Create a checkout",
  description:
    "Starts an enrolment. With `upfront_payment` the card is charged the full course fee at once; with `interest_free_payment_plan` the answer carries the address of the hosted page on which the student authorises the direct debit.",
  access: "key",
  scope: "checkouts:write",
  idempotent: true,
  input: {
    ...body(
      createRequest,
      (place) => ({
        payNow: ["Pay Now", payNowRequest(place)],
        paymentPlan: ["Payment plan", PLAN_REQUEST],
        paymentPlanWithDeposit: ["Payment plan with a deposit and metadata", PLAN_WITH_DEPOSIT_REQUEST],
      }),
      FAULTY_CREATE,
    ),
    read: readCreate,
  },
  responses: {
    201: {
      description: "The checkout. For Pay Now the card was charged.",
      schema: createdCheckout,
      headers: { Location: "Location", "Idempotent-Replayed": "IdempotentReplayed" },
      examples(place) {
        const { paid, plan, planWithDeposit } = checkoutExamples(place);
        return {
          payNow: ["Pay Now: the card was charged", asCreatedExample(paid)],
          paymentPlan: ["Payment plan", asCreatedExample(plan)],
          paymentPlanWithDeposit: [
            "Payment plan with a deposit and metadata",
            asCreatedExample(planWithDeposit),
          ],
        };
      },
    },
    202: {
      description: "The charge's outcome is not known yet; ask again later, do not pay again.",
      schema: createdCheckout,
      headers: {
        Location: "Location",
        "Retry-After": "RetryAfter",
        "Idempotent-Replayed": "IdempotentReplayed",
      },
      examples: (place) => ({
        outcomeUnknown: [
          "The charge's outcome is not known yet",
          asCreatedExample(checkoutExamples(place).unknown),
        ],
      }),
    },
  },
  errors: [
    "provider_code_mismatch",
    "card_declined",
    "duplicate_order",
    "idempotency_in_progress",
    "idempotency_key_reused",
  ],
  async run(deps, call, caller) {
    checkProviderCode(call.input.providerCode, caller);
    const answer = await create(deps, createByOf(call, caller), call.input);
    // The address is that of the provider's system: nothing is refused for it.
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
  tag: "Checkouts",
  summary: "Confirm a payment plan",
  description:
    "Records the student's declarations and signs the plan. The PDF of the Payment Plan Agreement follows: `agreement.status` says whether it is `ready`. Not used for Pay Now.",
  access: "key",
  scope: "checkouts:write",
  input: {
    ...body(
      confirmRequest,
      { confirm: ["The student has made all three declarations", CONFIRM_REQUEST] },
      FAULTY_CONFIRM,
    ),
    read: readConfirm,
  },
  responses: responding(200, "The confirmed plan with its signed agreement.", checkoutResource, (place) => ({
    confirmed: ["The plan is signed", checkoutExamples(place).confirmed],
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
    // The legacy path holds no id.
    return ok(confirm(deps, byOf(call, caller), call.id || call.input.checkoutId, call.input));
  },
});

function answered({ status, headers, body, replayed }: Answer): Outcome {
  return { status, headers: { ...headers, ...(replayed && { "Idempotent-Replayed": "true" }) }, body };
}
