import type { Answer } from "../checkout/answer";
import { cancel } from "../checkout/cancel";
import { confirm } from "../checkout/confirm";
import { create } from "../checkout/create";
import { issueToken } from "../checkout/issue-token";
import { quote } from "../checkout/quote";
import { getAgreement, getStatus, list } from "../checkout/read";
import { confirmRequest, readConfirm } from "../contract/confirm";
import { readCreate } from "../contract/create";
import { createRequest } from "../contract/create-request";
import { quote as quoteAnswer, quoteRequest, readQuote } from "../contract/quote";
import { emptyRequest, listQuery } from "../contract/requests";
import {
  checkoutList,
  checkoutResource,
  checkoutStatus,
  createdCheckout,
  issuedToken,
} from "../contract/resource";
import { body, nothing, type Outcome, optionalBody, query } from "../http/operation";
import { byOf, checkProviderCode, createByOf } from "./by";
import { legacyRoute, ok, operation, revalidated } from "./operation";

const CHECKOUTS = "/v1/provider-checkouts";
const ONE = `${CHECKOUTS}/{checkoutId}`;

const createCheckout = operation({
  id: "createCheckout",
  method: "POST",
  path: CHECKOUTS,
  tag: "Checkouts",
  summary: "Create a checkout",
  description:
    "Starts an enrolment. With `upfront_payment` the card is charged the full course fee at once; with `interest_free_payment_plan` the answer carries the address of the hosted page on which the student authorises the direct debit.",
  access: "key",
  scope: "checkouts:write",
  idempotent: true,
  input: { ...body(createRequest), read: readCreate },
  responses: {
    201: {
      description: "The checkout. For Pay Now the card was charged.",
      schema: createdCheckout,
      headers: { Location: "Location", "Idempotent-Replayed": "IdempotentReplayed" },
    },
    202: {
      description: "The charge's outcome is not known yet; ask again later, do not pay again.",
      schema: createdCheckout,
      headers: {
        Location: "Location",
        "Retry-After": "RetryAfter",
        "Idempotent-Replayed": "IdempotentReplayed",
      },
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

const confirmCheckout = operation({
  id: "confirmCheckout",
  method: "POST",
  path: `${ONE}/confirm`,
  tag: "Checkouts",
  summary: "Confirm a payment plan",
  description:
    "Records the student's declarations and signs the plan. The PDF of the Payment Plan Agreement follows: `agreement.status` says whether it is `ready`. Not used for Pay Now.",
  access: "key",
  scope: "checkouts:write",
  input: { ...body(confirmRequest), read: readConfirm },
  responses: {
    200: { description: "The confirmed plan with its signed agreement.", schema: checkoutResource },
  },
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

const quotePlan = operation({
  id: "quotePlan",
  method: "POST",
  path: "/v1/quotes",
  tag: "Checkouts",
  summary: "Quote a payment plan",
  description:
    "What a payment plan of these terms would be if it was created now: its amounts, and each debit with its dates. Nothing is recorded. `pricing` and `plan` of the answer are what create takes, but for `schedule`, and what create would refuse of them is refused here.",
  access: "key",
  scope: "checkouts:read",
  input: { ...body(quoteRequest), read: readQuote },
  responses: { 200: { description: "The plan, with its schedule.", schema: quoteAnswer } },
  run: (deps, { input }, { provider }) => ok(quote(deps, provider, input)),
});

/** Checkouts: specification, "Endpoints"; contract sections 4 to 6. */
export const CHECKOUT_OPERATIONS = [
  createCheckout,
  quotePlan,
  operation({
    id: "listCheckouts",
    method: "GET",
    path: CHECKOUTS,
    tag: "Checkouts",
    summary: "List checkouts",
    description:
      "The provider's checkouts, newest first, a page at a time. With several filters all must hold; keep them the same from page to page.",
    access: "key",
    scope: "checkouts:read",
    compressed: "each",
    input: query(listQuery),
    responses: { 200: { description: "A page of checkouts.", schema: checkoutList } },
    run: (deps, { input }, { provider }) =>
      ok(
        list(deps, provider.id, {
          providerOrderId: input.provider_order_id,
          checkoutStatus: input.checkout_status,
          email: input.email,
          opportunityStage: input.opportunity_stage,
          createdAfter: input.created_after,
          createdBefore: input.created_before,
          updatedSince: input.updated_since,
          metadata: input.metadata,
          before: input.cursor,
          limit: input.limit,
        }),
      ),
  }),
  operation({
    id: "getCheckout",
    method: "GET",
    path: ONE,
    tag: "Checkouts",
    summary: "Get the status of a checkout",
    description:
      "The checkout as it stands, with the timeline of what happened when and by whom. The hosted page's address is shown to keys with `checkouts:write` only.",
    access: "key",
    scope: "checkouts:read",
    input: nothing,
    responses: {
      200: { description: "The checkout.", schema: checkoutStatus, headers: { ETag: "ETag" } },
      304: {
        description: "It has not changed since the `ETag` in `If-None-Match`.",
        headers: { ETag: "ETag" },
      },
    },
    async run(deps, { id, request }, { provider, scopes }) {
      const { body, etag } = await getStatus(deps, provider.id, id, scopes.includes("checkouts:write"));
      const headers = { "Content-Type": "application/json; charset=utf-8", ETag: etag };
      return revalidated(request, { status: 200, headers, body });
    },
  }),
  confirmCheckout,
  operation({
    id: "getAgreement",
    method: "GET",
    path: `${ONE}/agreement`,
    tag: "Checkouts",
    summary: "Download the signed agreement",
    description: "The Payment Plan Agreement as PDF, the same bytes every time.",
    access: "key",
    scope: "checkouts:read",
    input: nothing,
    responses: {
      200: {
        description: "The PDF; `ETag` is its SHA-256.",
        contentType: "application/pdf",
        headers: { ETag: "ETag", "Content-Disposition": "ContentDisposition" },
      },
      304: { description: "It is the one with the `ETag` in `If-None-Match`.", headers: { ETag: "ETag" } },
    },
    errors: ["agreement_not_found", "agreement_being_made"],
    async run(deps, { id, request }, { provider }) {
      const { pdf, sha256 } = await getAgreement(deps, provider.id, id);
      const headers = {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="payment-plan-agreement-${id}.pdf"`,
        ETag: `"${sha256}"`,
      };
      return revalidated(request, { status: 200, headers, body: pdf });
    },
  }),
  operation({
    id: "cancelCheckout",
    method: "POST",
    path: `${ONE}/cancel`,
    tag: "Checkouts",
    summary: "Cancel a checkout",
    description: "Ends a plan that is not confirmed yet and frees its order. Again, the same answer.",
    access: "key",
    scope: "checkouts:write",
    input: optionalBody(emptyRequest),
    responses: { 200: { description: "The cancelled checkout.", schema: checkoutResource } },
    errors: ["cancel_not_applicable", "checkout_expired"],
    run: (deps, call, caller) => ok(cancel(deps, byOf(call, caller), call.id)),
  }),
  operation({
    id: "issueCheckoutToken",
    method: "POST",
    path: `${ONE}/checkout-token`,
    tag: "Checkouts",
    summary: "Issue a new checkout token",
    description: "For a caller who lost create's answer. The old token stops working.",
    access: "key",
    scope: "checkouts:write",
    input: optionalBody(emptyRequest),
    responses: { 200: { description: "The new token.", schema: issuedToken } },
    errors: ["checkout_expired", "checkout_cancelled"],
    run: (deps, call, caller) => ok(issueToken(deps, byOf(call, caller), call.id)),
  }),
  legacyRoute("/api/provider-checkout", createCheckout),
  legacyRoute("/api/provider-checkout-confirm", confirmCheckout),
];

function answered({ status, headers, body, replayed }: Answer): Outcome {
  return { status, headers: { ...headers, ...(replayed && { "Idempotent-Replayed": "true" }) }, body };
}
