import { cancel } from "../checkout/cancel";
import { issueToken } from "../checkout/issue-token";
import { quote } from "../checkout/quote";
import { getAgreement, getStatus, list } from "../checkout/read";
import { sampleCheckout, sampleStatus } from "../checkout/sample";
import { quote as quoteAnswer, quoteRequest, readQuote } from "../contract/quote";
import { listQuery } from "../contract/requests";
import { checkoutList, checkoutResource, checkoutStatus, issuedToken } from "../contract/resource";
import { body, emptyBody, nothing, query } from "../http/operation";
import { byOf } from "./by";
import { confirmCheckout, createCheckout, writing } from "./create-and-confirm";
import { legacyRoute, ok, operation, responding, revalidated } from "./operation";

const CHECKOUTS = "/v1/provider-checkouts";
const ONE = `${CHECKOUTS}/{checkoutId}`;
const reading = { tag: "Checkouts", access: "key", scope: "checkouts:read" } as const;

const quotePlan = operation({
  id: "quotePlan",
  method: "POST",
  client: "checkouts.quote",
  repeatable: true,
  path: "/v1/quotes",
  summary: "Quote a payment plan",
  description:
    "Calculates the payment plan that create would make now: its amounts, and every debit with its dates. Nothing is stored. You can send `pricing` and `plan` of the response to create; leave out `schedule`. The same rules apply as for create.",
  ...reading,
  input: { ...body(quoteRequest), read: readQuote },
  responses: responding(200, "The plan with its schedule.", quoteAnswer),
  run: async (deps, { input }, { provider }) => ok(await quote(deps, provider, input)),
});

/** Checkouts: specification, "Endpoints"; contract sections 4 to 6. */
export const CHECKOUT_OPERATIONS = [
  createCheckout,
  quotePlan,
  operation({
    id: "listCheckouts",
    method: "GET",
    client: "checkouts.list",
    path: CHECKOUTS,
    summary: "List checkouts",
    description:
      "Lists your checkouts, newest first, one page at a time. If you send several filters, a checkout must match all of them. Send the same filters for every page.",
    ...reading,
    compressed: "each",
    input: query(listQuery),
    responses: responding(200, "A page of checkouts.", checkoutList),
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
    client: "checkouts.retrieve",
    path: ONE,
    summary: "Get the status of a checkout",
    description:
      "Returns the current checkout, with a timeline of its events. Only keys with `checkouts:write` see the hosted page's URL.",
    ...reading,
    input: nothing,
    responses: {
      200: {
        description: "The checkout.",
        schema: checkoutStatus,
        headers: { ETag: "ETag" },
        examples: (place) => ({
          "A plan whose direct debit is awaited": sampleStatus(place, ["start_plan"]),
          "A signed plan": sampleStatus(place, ["start_plan", "authorise", "confirm"]),
          "Pay Now, paid": sampleStatus(place, ["start_pay_now", "charge_succeeded"]),
          "Pay Now, declined": sampleStatus(place, ["start_pay_now", "charge_failed"]),
        }),
      },
      304: {
        description: "The checkout has not changed since the `ETag` that you sent.",
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
    client: "checkouts.agreement",
    path: `${ONE}/agreement`,
    summary: "Download the signed agreement",
    description: "Returns the Payment Plan Agreement as a PDF. The bytes are the same every time.",
    ...reading,
    input: nothing,
    responses: {
      200: {
        description: "The PDF. Its `ETag` is its SHA-256.",
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
    client: "checkouts.cancel",
    repeatable: true,
    path: `${ONE}/cancel`,
    summary: "Cancel a checkout",
    description:
      "Cancels a plan that is not confirmed yet and frees its order. You can safely send it again.",
    ...writing,
    input: emptyBody,
    responses: responding(200, "The cancelled checkout.", checkoutResource, (place) => ({
      "The plan is cancelled": sampleCheckout(place, ["start_plan", "cancel"]),
    })),
    errors: ["cancel_not_applicable", "checkout_expired"],
    run: (deps, call, caller) => ok(cancel(deps, byOf(call, caller), call.id)),
  }),
  operation({
    id: "issueCheckoutToken",
    method: "POST",
    client: "checkouts.issueToken",
    path: `${ONE}/checkout-token`,
    summary: "Issue a new checkout token",
    description: "Issues a new token if you lost create's response. The old token stops working.",
    ...writing,
    input: emptyBody,
    responses: responding(200, "The new token.", issuedToken),
    errors: ["checkout_expired", "checkout_cancelled"],
    run: (deps, call, caller) => ok(issueToken(deps, byOf(call, caller), call.id)),
  }),
  legacyRoute("/api/provider-checkout", createCheckout),
  legacyRoute("/api/provider-checkout-confirm", confirmCheckout),
];
