import type { Answer } from "../checkout/answer";
import { cancel } from "../checkout/cancel";
import { confirm } from "../checkout/confirm";
import type { CheckoutDeps } from "../checkout/context";
import { create } from "../checkout/create";
import { issueToken } from "../checkout/issue-token";
import { getAgreement, getStatus, list } from "../checkout/read";
import { type ConfirmCommand, confirmRequest, readConfirm } from "../contract/confirm";
import { type CreateCommand, readCreate } from "../contract/create";
import { createRequest } from "../contract/create-request";
import { USUAL_PAGE } from "../contract/paging";
import { emptyRequest, listQuery, readQuery } from "../contract/requests";
import {
  checkoutList,
  checkoutResource,
  checkoutStatus,
  createdCheckout,
  issuedToken,
} from "../contract/resource";
import { read } from "../contract/validate";
import { type Operation, type Outcome, operation } from "../http/operation";
import { byOf, createByOf, known } from "./by";
import { ON_BODY, ON_BODY_OF_CHECKOUT, ON_CHECKOUT, ON_KEY } from "./error-sets";
import { revalidated } from "./revalidated";

/** Checkouts: specification, "Endpoints"; contract sections 4 to 6. */
export function checkoutOperations(deps: CheckoutDeps): Operation[] {
  const createSpec = {
    body: {
      schema: createRequest,
      required: true,
      read: readCreate,
      providerCode: (body: CreateCommand) => body.providerCode,
    },
    access: "key",
    scope: "checkouts:write",
    idempotent: true,
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
      ...ON_BODY,
      "invalid_idempotency_key",
      "card_declined",
      "duplicate_order",
      "idempotency_in_progress",
      "idempotency_key_reused",
    ],
    run: async (call, caller) => answered(await create(deps, createByOf(call, caller), call.body)),
  } satisfies Partial<Operation<CreateCommand>>;

  const confirmSpec = {
    body: {
      schema: confirmRequest,
      required: true,
      read: readConfirm,
      providerCode: (body: ConfirmCommand) => body.providerCode,
    },
    access: "key",
    scope: "checkouts:write",
    responses: {
      200: { description: "The confirmed plan with its signed agreement.", schema: checkoutResource },
    },
    errors: [
      ...ON_BODY,
      "checkout_not_found",
      "checkout_token_invalid",
      "confirm_not_applicable",
      "dda_not_authorised",
      "already_confirmed",
      "checkout_expired",
      "checkout_cancelled",
    ],
  } satisfies Partial<Operation<ConfirmCommand>>;

  return [
    operation<CreateCommand>({
      ...createSpec,
      id: "createCheckout",
      method: "POST",
      path: "/v1/provider-checkouts",
      tag: "Checkouts",
      summary: "Create a checkout",
      description:
        "Starts an enrolment. With `upfront_payment` the card is charged the full course fee at once; with `interest_free_payment_plan` the answer carries the address of the hosted page on which the student authorises the direct debit.",
    }),
    operation({
      id: "listCheckouts",
      method: "GET",
      path: "/v1/provider-checkouts",
      tag: "Checkouts",
      summary: "List checkouts",
      description: "The provider's checkouts, newest first, a page at a time.",
      access: "key",
      scope: "checkouts:read",
      query: listQuery,
      responses: { 200: { description: "A page of checkouts.", schema: checkoutList } },
      errors: [...ON_KEY, "validation_failed"],
      run: async (call, caller) => {
        const query = readQuery(listQuery, call.query);
        const body = await list(deps, known(caller).provider.id, {
          providerOrderId: query.provider_order_id,
          checkoutStatus: query.checkout_status,
          before: query.cursor,
          limit: query.limit ?? USUAL_PAGE,
        });
        return { status: 200, body };
      },
    }),
    operation({
      id: "getCheckout",
      method: "GET",
      path: "/v1/provider-checkouts/{checkoutId}",
      tag: "Checkouts",
      summary: "Get the status of a checkout",
      description:
        "The checkout as it stands, with the timeline of what happened when and by whom. The hosted page's address is shown to keys with `checkouts:write` only.",
      access: "key",
      scope: "checkouts:read",
      responses: {
        200: { description: "The checkout.", schema: checkoutStatus, headers: { ETag: "ETag" } },
        304: {
          description: "It has not changed since the `ETag` in `If-None-Match`.",
          headers: { ETag: "ETag" },
        },
      },
      errors: ON_CHECKOUT,
      run: async (call, caller) => {
        const { provider, scopes } = known(caller);
        const maySetUp = scopes.includes("checkouts:write");
        const { body, etag } = await getStatus(deps, provider.id, call.id, maySetUp);
        return revalidated(call.request.headers["if-none-match"], {
          status: 200,
          headers: { "Content-Type": "application/json; charset=utf-8", ETag: etag },
          body,
        });
      },
    }),
    operation<ConfirmCommand>({
      ...confirmSpec,
      errors: [...confirmSpec.errors, "not_found", "checkout_id_required"],
      id: "confirmCheckout",
      method: "POST",
      path: "/v1/provider-checkouts/{checkoutId}/confirm",
      tag: "Checkouts",
      summary: "Confirm a payment plan",
      description:
        "Records the student's declarations, makes the Payment Plan Agreement and signs the plan. Not used for Pay Now.",
      run: async (call, caller) => ({
        status: 200,
        body: await confirm(deps, byOf(call, caller), call.id, call.body),
      }),
    }),
    operation({
      id: "getAgreement",
      method: "GET",
      path: "/v1/provider-checkouts/{checkoutId}/agreement",
      tag: "Checkouts",
      summary: "Download the signed agreement",
      description: "The Payment Plan Agreement as PDF, the same bytes every time.",
      access: "key",
      scope: "checkouts:read",
      responses: {
        200: {
          description: "The PDF; `ETag` is its SHA-256.",
          contentType: "application/pdf",
          headers: { ETag: "ETag", "Content-Disposition": "ContentDisposition" },
        },
        304: {
          description: "It is the one with the `ETag` in `If-None-Match`.",
          headers: { ETag: "ETag" },
        },
      },
      errors: [...ON_CHECKOUT, "agreement_not_found"],
      run: async (call, caller) => {
        const { pdf, sha256 } = await getAgreement(deps, known(caller).provider.id, call.id);
        return revalidated(call.request.headers["if-none-match"], {
          status: 200,
          headers: {
            "Content-Type": "application/pdf",
            "Content-Disposition": `inline; filename="payment-plan-agreement-${call.id}.pdf"`,
            ETag: `"${sha256}"`,
          },
          body: pdf,
        });
      },
    }),
    operation({
      id: "cancelCheckout",
      method: "POST",
      path: "/v1/provider-checkouts/{checkoutId}/cancel",
      tag: "Checkouts",
      summary: "Cancel a checkout",
      description: "Ends a plan that is not confirmed yet and frees its order. Again, the same answer.",
      access: "key",
      scope: "checkouts:write",
      body: { schema: emptyRequest, required: false, read: (input) => read(emptyRequest, input) },
      responses: { 200: { description: "The cancelled checkout.", schema: checkoutResource } },
      errors: [...ON_BODY_OF_CHECKOUT, "cancel_not_applicable", "checkout_expired"],
      run: async (call, caller) => ({
        status: 200,
        body: await cancel(deps, byOf(call, caller), call.id),
      }),
    }),
    operation({
      id: "issueCheckoutToken",
      method: "POST",
      path: "/v1/provider-checkouts/{checkoutId}/checkout-token",
      tag: "Checkouts",
      summary: "Issue a new checkout token",
      description: "For a caller who lost create's answer. The old token stops working.",
      access: "key",
      scope: "checkouts:write",
      body: { schema: emptyRequest, required: false, read: (input) => read(emptyRequest, input) },
      responses: { 200: { description: "The new token.", schema: issuedToken } },
      errors: [...ON_BODY_OF_CHECKOUT, "checkout_expired", "checkout_cancelled"],
      run: async (call, caller) => ({
        status: 200,
        body: await issueToken(deps, byOf(call, caller), call.id),
      }),
    }),
    operation<CreateCommand>({
      ...createSpec,
      id: "createCheckoutLegacy",
      method: "POST",
      path: "/api/provider-checkout",
      tag: "Legacy",
      summary: "Create a checkout (legacy)",
      description: "The same as createCheckout. New integrations use /v1.",
      legacy: { successor: `${deps.baseUrl}/v1/provider-checkouts` },
    }),
    operation<ConfirmCommand>({
      ...confirmSpec,
      id: "confirmCheckoutLegacy",
      method: "POST",
      path: "/api/provider-checkout-confirm",
      tag: "Legacy",
      summary: "Confirm a payment plan (legacy)",
      description:
        "The same as confirmCheckout, with the checkout id from the body. New integrations use /v1.",
      legacy: { successor: `${deps.baseUrl}/v1/provider-checkouts/%7BcheckoutId%7D/confirm` },
      run: async (call, caller) => ({
        status: 200,
        body: await confirm(deps, byOf(call, caller), call.body.checkoutId, call.body),
      }),
    }),
  ];
}

function answered({ status, headers, body, replayed }: Answer): Outcome {
  return { status, headers: { ...headers, ...(replayed && { "Idempotent-Replayed": "true" }) }, body };
}
