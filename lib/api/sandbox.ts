import type { z } from "zod";
import { authoriseInSandbox } from "../checkout/authorise";
import type { CheckoutDeps } from "../checkout/context";
import { expireNow } from "../checkout/expire";
import { listSandboxCharges } from "../checkout/read";
import { resolveCharge } from "../checkout/resolve-charge";
import {
  authoriseRequest,
  chargesQuery,
  emptyRequest,
  readQuery,
  resolveChargeRequest,
} from "../contract/requests";
import { checkoutResource, sandboxCharges } from "../contract/resource";
import { read } from "../contract/validate";
import { sandboxEventRequest } from "../contract/webhook-requests";
import { testsScheduled } from "../contract/webhooks";
import type { EventsDeps } from "../events/context";
import { sendTestEvent } from "../events/send-test";
import { type Operation, operation } from "../http/operation";
import { byOf, known } from "./by";
import { ON_ANY_BODY, ON_BODY_OF_CHECKOUT, ON_KEY } from "./error-sets";

/** What exists in the sandbox only, so that a provider can test without a browser. Contract sections 4 and 6. */
export function sandboxOperations(deps: CheckoutDeps & EventsDeps): Operation[] {
  return [
    operation<z.output<typeof authoriseRequest>>({
      id: "authoriseDirectDebitInSandbox",
      method: "POST",
      path: "/v1/sandbox/provider-checkouts/{checkoutId}/authorise-direct-debit",
      tag: "Sandbox",
      summary: "Authorise the direct debit as a student would",
      description:
        "Signs the bank authority with one of the documented test accounts. Again, the same answer.",
      access: "key",
      scope: "sandbox:simulate",
      body: { schema: authoriseRequest, required: false, read: (input) => read(authoriseRequest, input) },
      responses: { 200: { description: "The checkout, awaiting confirmation.", schema: checkoutResource } },
      errors: [...ON_BODY_OF_CHECKOUT, "dda_not_applicable", "checkout_expired", "checkout_cancelled"],
      run: async (call, caller) => ({
        status: 200,
        body: await authoriseInSandbox(deps, byOf(call, caller), call.id, call.body.test_account),
      }),
    }),
    operation({
      id: "expireInSandbox",
      method: "POST",
      path: "/v1/sandbox/provider-checkouts/{checkoutId}/expire",
      tag: "Sandbox",
      summary: "Let a plan expire",
      description: "Lets the time of a plan that is not confirmed run out at once. Again, the same answer.",
      access: "key",
      scope: "sandbox:simulate",
      body: { schema: emptyRequest, required: false, read: (input) => read(emptyRequest, input) },
      responses: { 200: { description: "The checkout, expired.", schema: checkoutResource } },
      errors: [...ON_BODY_OF_CHECKOUT, "expire_not_applicable", "checkout_cancelled"],
      run: async (call, caller) => ({
        status: 200,
        body: await expireNow(deps, byOf(call, caller), call.id),
      }),
    }),
    operation<z.output<typeof resolveChargeRequest>>({
      id: "resolveChargeInSandbox",
      method: "POST",
      path: "/v1/sandbox/provider-checkouts/{checkoutId}/resolve-charge",
      tag: "Sandbox",
      summary: "Say what became of a lost charge",
      description:
        "Ends the wait for a charge whose outcome is not known: `paid`, or `never_made`, which takes the charge back and frees the order.",
      access: "key",
      scope: "sandbox:simulate",
      body: {
        schema: resolveChargeRequest,
        required: true,
        read: (input) => read(resolveChargeRequest, input),
      },
      responses: { 200: { description: "The checkout, paid or failed.", schema: checkoutResource } },
      errors: [...ON_BODY_OF_CHECKOUT, "charge_not_pending"],
      run: async (call, caller) => ({
        status: 200,
        body: await resolveCharge(deps, byOf(call, caller), call.id, call.body.outcome),
      }),
    }),
    operation<z.output<typeof sandboxEventRequest>>({
      id: "sendEventInSandbox",
      method: "POST",
      path: "/v1/sandbox/events",
      tag: "Sandbox",
      summary: "Send a test event of any type",
      description:
        "An event of a sample checkout, whose order begins with `TEST-`, to one endpoint or to all that take the type; signed and retried as any other.",
      access: "key",
      scope: "sandbox:simulate",
      body: {
        schema: sandboxEventRequest,
        required: true,
        read: (input) => read(sandboxEventRequest, input),
      },
      responses: { 202: { description: "The deliveries are under way.", schema: testsScheduled } },
      errors: [...ON_KEY, ...ON_ANY_BODY, "webhook_endpoint_not_found", "webhook_endpoint_disabled"],
      run: async ({ body }, caller) => ({
        status: 202,
        body: {
          scheduled: await sendTestEvent(deps, {
            providerId: known(caller).provider.id,
            type: body.type,
            endpointId: body.endpoint_id,
          }),
        },
      }),
    }),
    operation({
      id: "listSandboxCharges",
      method: "GET",
      path: "/v1/sandbox/charges",
      tag: "Sandbox",
      summary: "List the sandbox gateway's charges",
      description: "The gateway's own record of what it charged, so that anyone can count.",
      access: "key",
      scope: "checkouts:read",
      query: chargesQuery,
      responses: { 200: { description: "Charges, oldest first.", schema: sandboxCharges } },
      errors: [...ON_KEY, "validation_failed"],
      run: async (call, caller) => {
        const { provider_order_id } = readQuery(chargesQuery, call.query);
        return {
          status: 200,
          body: await listSandboxCharges(deps, known(caller).provider.id, provider_order_id),
        };
      },
    }),
  ];
}
