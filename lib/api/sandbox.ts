import { authoriseInSandbox } from "../checkout/authorise";
import { expireNow } from "../checkout/expire";
import { listSandboxCharges } from "../checkout/read";
import { resetProvider } from "../checkout/reset";
import { sampleCheckout } from "../checkout/sample";
import { sandboxCharges } from "../contract/deployment";
import { authoriseRequest, chargesQuery } from "../contract/requests";
import { checkoutResource } from "../contract/resource";
import { reset } from "../contract/sandbox";
import { emptyBody, optionalBody, query } from "../http/operation";
import { byOf } from "./by";
import { ok, operation, responding } from "./operation";

const ONE = "/v1/sandbox/provider-checkouts/{checkoutId}";
const simulated = { tag: "Sandbox", access: "key", scope: "sandbox:simulate" } as const;

/** Simulations for providers' tests. Contract sections 4 and 6. */
export const SANDBOX_OPERATIONS = [
  operation({
    id: "authoriseDirectDebitInSandbox",
    method: "POST",
    client: "sandbox.authoriseDirectDebit",
    repeatable: true,
    path: `${ONE}/authorise-direct-debit`,
    summary: "Authorise the direct debit as a student would",
    description:
      "Authorises the direct debit with a documented test account, also another account that you have asked for. You can safely send it again.",
    ...simulated,
    input: optionalBody(authoriseRequest),
    responses: responding(200, "The checkout, awaiting confirmation.", checkoutResource, (place) => ({
      "The plan awaits confirm": sampleCheckout(place, ["start_plan", "authorise"]),
    })),
    errors: ["dda_not_applicable", "checkout_expired", "checkout_cancelled", "bank_account_refused"],
    run: (deps, call, caller) =>
      ok(authoriseInSandbox(deps, byOf(call, caller), call.id, call.input.test_account)),
  }),
  operation({
    id: "expireInSandbox",
    method: "POST",
    client: "sandbox.expire",
    repeatable: true,
    path: `${ONE}/expire`,
    summary: "Let a plan expire",
    description: "Expires a plan that is not confirmed yet. You can safely send it again.",
    ...simulated,
    input: emptyBody,
    responses: responding(200, "The checkout, expired.", checkoutResource, (place) => ({
      "The plan has expired": sampleCheckout(place, ["start_plan", "expire"]),
    })),
    errors: ["expire_not_applicable", "checkout_cancelled"],
    run: (deps, call, caller) => ok(expireNow(deps, byOf(call, caller), call.id)),
  }),
  operation({
    id: "resetInSandbox",
    method: "POST",
    client: "sandbox.reset",
    path: "/v1/sandbox/reset",
    tag: "Sandbox",
    summary: "Delete everything that your tests created",
    description:
      "Deletes your checkouts and everything that belongs to them, the portal's enrolments, contacts, deliveries and the gateway's charges. Your provider record, courses, API keys and webhook endpoints stay. If a reset fails or returns a 503, part of the data may be gone: send it again to delete the rest. A checkout whose charge is in progress is kept.",
    access: "key",
    scope: "sandbox:reset",
    keyed: "in_steps",
    input: emptyBody,
    responses: responding(200, "What was deleted.", reset),
    async run(deps, _call, { provider }) {
      const { deleted, chargesUnderWay } = await resetProvider(deps, provider.id);
      return ok({ provider_code: provider.code, deleted, charges_under_way: chargesUnderWay });
    },
  }),
  operation({
    id: "listSandboxCharges",
    method: "GET",
    client: "sandbox.charges",
    path: "/v1/sandbox/charges",
    tag: "Sandbox",
    summary: "List the sandbox gateway's charges",
    description:
      "Lists the charges in the sandbox gateway's own records, newest first, so that you can count them.",
    access: "key",
    scope: "checkouts:read",
    compressed: "each",
    input: query(chargesQuery),
    responses: responding(200, "A page of charges.", sandboxCharges),
    run: (deps, { input }, { provider }) => ok(listSandboxCharges(deps, provider.id, input)),
  }),
];
