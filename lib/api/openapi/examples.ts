import {
  asCreatedExample,
  asStatusExample,
  checkoutExamples,
  withoutActionsExample,
} from "../../contract/examples/checkouts";
import { eventExamples } from "../../contract/examples/events";
import { EXAMPLE, type Place } from "../../contract/examples/place";
import { errorOf, exampleOfProblem, problemExample } from "../../contract/examples/problems";
import {
  CONFIRM_REQUEST,
  FAULTY_REQUESTS,
  PLAN_REQUEST,
  PLAN_WITH_DEPOSIT_REQUEST,
  payNowRequest,
  QUOTE_REQUEST,
} from "../../contract/examples/requests";
import { REQUESTS_EXAMPLE, RESET_EXAMPLE } from "../../contract/examples/sandbox";
import { WEBHOOK_REQUESTS, webhookResponses } from "../../contract/examples/webhooks";
import { cursorAfter } from "../../contract/paging";
import { EXAMPLE_TOKEN } from "../../contract/patterns";
import type { ErrorCode } from "../../domain/errors";
import type { EventType } from "../../domain/states";
import type { Operation } from "../../http/operation";
import type { Json } from "./schemas";

export type { Place } from "../../contract/examples/place";

export interface Examples {
  ofRequest(operation: Operation): Json;
  ofResponse(operation: Operation, status: number): Json;
  ofProblem(operation: Operation, code: ErrorCode): Json;
  ofEvent(type: EventType): Json;
  shared: Json;
}

type Named = Record<string, readonly [summary: string, value: unknown]>;

export function createExamples(place: Place): Examples {
  const requests = requestExamples(place);
  const responses = responseExamples(place);
  const events = eventExamples(place);
  const shared: Json = {};
  return {
    shared,
    ofRequest: (operation) => written(found(requests, nameOf(operation)), "request"),
    ofResponse: (operation, status) =>
      written(found(responses, `${nameOf(operation)} ${status}`), "response"),
    ofEvent: (type) => ({ value: events[type] }),
    ofProblem(operation, code) {
      if (code === "validation_failed") return { value: validationProblem(place, operation) };
      const value = exampleOfProblem(place, code);
      shared[code] = { summary: value.title, value };
      return { $ref: `#/components/examples/${code}` };
    },
  };

  function written(named: Named, of: "request" | "response"): Json {
    return Object.fromEntries(
      Object.entries(named).map(([name, [summary, value]]) => {
        const key = `${of}.${name}`;
        const example = { summary, value };
        if (shared[key] && JSON.stringify(shared[key]) !== JSON.stringify(example))
          throw new Error(`Two examples have the name ${key}`);
        shared[key] = example;
        return [name, { $ref: `#/components/examples/${key}` }];
      }),
    );
  }
}

/** Legacy routes have the examples of the operation that replaced them. */
const nameOf = ({ id }: Operation) => id.replace(/Legacy$/, "");

/** @throws Error for an operation without examples: each has some */
function found(table: Record<string, Named>, key: string): Named {
  const named = table[key];
  if (!named) throw new Error(`There is no example for ${key}`);
  return named;
}

/** By the names of schemas whose members' own examples do not go together. */
export function schemaExamples(place: Place): Record<string, unknown> {
  const { plan } = checkoutExamples(place);
  const shown = withoutActionsExample(plan);
  const answers = webhookResponses(place);
  return {
    CheckoutPlan: plan.plan,
    DirectDebit: plan.direct_debit,
    DirectDebitWithoutActions: shown.direct_debit,
    CheckoutWithoutActions: shown,
    WebhookEndpoint: answers["getWebhookEndpoint 200"].enabledEndpoint[1],
    WebhookDelivery: answers["listWebhookDeliveries 200"].deliveryPage[1].data[0],
  };
}

function requestExamples(place: Place): Record<string, Named> {
  const nothing: Named = { empty: ["Nothing is asked for; the body may be left out", {}] };
  return {
    ...WEBHOOK_REQUESTS,
    createCheckout: {
      payNow: ["Pay Now", payNowRequest(place)],
      paymentPlan: ["Payment plan", PLAN_REQUEST],
      paymentPlanWithDeposit: ["Payment plan with a deposit and metadata", PLAN_WITH_DEPOSIT_REQUEST],
    },
    quotePlan: { quote: ["Fifteen hundred dollars in six fortnights", QUOTE_REQUEST] },
    confirmCheckout: { confirm: ["The student has made all three declarations", CONFIRM_REQUEST] },
    cancelCheckout: nothing,
    issueCheckoutToken: nothing,
    expireInSandbox: nothing,
    resetInSandbox: nothing,
    resolveChargeInSandbox: {
      paid: ["The charge was made", { outcome: "paid" }],
      neverMade: ["The charge was never made", { outcome: "never_made" }],
    },
    authoriseDirectDebitInSandbox: {
      success: ["An account that pays", { test_account: "success" }],
      closed: ["A closed account: authorises, and is dishonoured later", { test_account: "closed" }],
      notAuthorised: [
        "An account without authority: authorises, and is dishonoured later",
        { test_account: "not_authorised" },
      ],
    },
  };
}

function responseExamples(place: Place): Record<string, Named> {
  const of = checkoutExamples(place);
  const byKey = `api_key:${EXAMPLE.keyId}`;
  return {
    ...webhookResponses(place),
    "createCheckout 201": {
      payNow: ["Pay Now: the card was charged", asCreatedExample(of.paid)],
      paymentPlan: ["Payment plan", asCreatedExample(of.plan)],
      paymentPlanWithDeposit: [
        "Payment plan with a deposit and metadata",
        asCreatedExample(of.planWithDeposit),
      ],
    },
    "createCheckout 202": {
      outcomeUnknown: ["The charge's outcome is not known yet", asCreatedExample(of.unknown)],
    },
    "quotePlan 200": {
      quote: ["The plan, with its schedule", { pricing: of.plan.pricing, plan: of.plan.plan }],
    },
    "confirmCheckout 200": { confirmed: ["The plan is signed", of.confirmed] },
    "cancelCheckout 200": { cancelled: ["The plan is cancelled", of.cancelled] },
    "authoriseDirectDebitInSandbox 200": { authorised: ["The plan awaits confirm", of.authorised] },
    "expireInSandbox 200": { expired: ["The plan has expired", of.expired] },
    "resolveChargeInSandbox 200": {
      paid: ["The charge was made", of.paid],
      neverMade: ["The charge was never made", of.neverCharged],
    },
    "issueCheckoutToken 200": {
      issued: ["The new token", { checkout: { ...of.plan.checkout, checkout_token: EXAMPLE_TOKEN } }],
    },
    "getCheckout 200": {
      awaitingDirectDebit: [
        "A plan whose direct debit is awaited",
        asStatusExample(of.plan, ["start_plan"], [byKey]),
      ],
      signed: [
        "A signed plan",
        asStatusExample(of.confirmed, ["start_plan", "authorise", "confirm"], [byKey, "student", byKey]),
      ],
      paidUpfront: [
        "Pay Now, paid",
        asStatusExample(of.paid, ["start_pay_now", "charge_succeeded"], [byKey, byKey]),
      ],
      declined: [
        "Pay Now, declined",
        asStatusExample(of.declined, ["start_pay_now", "charge_failed"], [byKey, byKey]),
      ],
    },
    "listCheckouts 200": {
      page: [
        "A page with more behind it",
        { data: [withoutActionsExample(of.plan)], next_cursor: cursorAfter(EXAMPLE.checkoutId) },
      ],
      last: ["Nothing found", { data: [], next_cursor: null }],
    },
    "listSandboxCharges 200": {
      charges: [
        "A decline, and the charge of another card",
        { data: [chargeExample("declined", 0), chargeExample("succeeded", 41)] },
      ],
    },
    "resetInSandbox 200": { reset: ["Everything is deleted", RESET_EXAMPLE] },
    "listSandboxRequests 200": { requests: ["A confirm that came too early", REQUESTS_EXAMPLE] },
    "getEnvironment 200": {
      [place.environment]: [
        place.environment === "production" ? "Production" : "The sandbox",
        {
          environment: place.environment,
          gateway_mode: place.environment === "production" ? "live" : "test",
          gateway_publishable_key:
            place.environment === "production"
              ? "pk_live_providerCheckout"
              : "pk_test_providerCheckoutSandbox",
          ready_for_api_calls: true,
        },
      ],
    },
  };
}

function chargeExample(status: "declined" | "succeeded", secondsLater: number) {
  const at = new Date(Date.parse(EXAMPLE.createdAt) + secondsLater * 1000);
  return { provider_order_id: EXAMPLE.orderId, amount: 1500, status, created_at: at.toISOString() };
}

/** The field errors of the operation's own reader, for a faulty body or a parameter without a value. */
function validationProblem(place: Place, operation: Operation) {
  const { path, input } = operation;
  const [parameter = ""] = Object.keys(input.query?.shape ?? {});
  const query = new URLSearchParams({ [parameter]: " " });
  // Without a faulty example, a list is sent: no body may be one.
  const body = FAULTY_REQUESTS[nameOf(operation)] ?? [];
  const read = () => input.read(body, query, { allowLoopback: false });
  const instance = path.replace(/\{(\w+)\}/, (_, name) => IDS[name] ?? "");
  return problemExample(place, errorOf(read), instance);
}

const IDS: Record<string, string> = EXAMPLE;
