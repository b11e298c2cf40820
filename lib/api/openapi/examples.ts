import {
  asCreatedExample,
  asStatusExample,
  checkoutExamples,
  withoutActionsExample,
} from "../../contract/examples/checkouts";
import { eventExamples } from "../../contract/examples/events";
import { EXAMPLE, type Place } from "../../contract/examples/place";
import { errorOf, problemExample, problemExamples } from "../../contract/examples/problems";
import {
  CONFIRM_REQUEST,
  PLAN_REQUEST,
  PLAN_WITH_DEPOSIT_REQUEST,
  payNowRequest,
} from "../../contract/examples/requests";
import {
  FAULTY_WEBHOOK_REQUESTS,
  WEBHOOK_REQUESTS,
  webhookResponses,
} from "../../contract/examples/webhooks";
import { cursorAfter } from "../../contract/paging";
import { EXAMPLE_TOKEN } from "../../contract/patterns";
import type { ErrorCode } from "../../domain/errors";
import type { EventType } from "../../domain/states";
import type { Operation } from "../../http/operation";
import type { Json } from "./schemas";

export type { Place } from "../../contract/examples/place";

/** The examples of a document: each a name, a summary and a value. */
export interface Examples {
  ofRequest(operation: Operation): Json;
  ofResponse(operation: Operation, status: number): Json;
  ofProblem(operation: Operation, code: ErrorCode): Json;
  ofEvent(type: EventType): Json;
  /** What `components.examples` holds. */
  shared: Json;
}

type Named = Record<string, readonly [summary: string, value: unknown]>;

export function createExamples(place: Place): Examples {
  const requests = requestExamples(place);
  const responses = responseExamples(place);
  const problems = problemExamples(place);
  const events = eventExamples(place);
  const shared: Json = {};
  return {
    shared,
    ofRequest: ({ id }) => written(found(requests, id), "request"),
    ofResponse: ({ id }, status) => written(found(responses, `${id} ${status}`), "response"),
    ofEvent: (type) => ({ value: events[type] }),
    ofProblem(operation, code) {
      if (code === "validation_failed") return { value: validationProblem(place, operation) };
      shared[code] = { summary: problems[code].title, value: problems[code] };
      return { $ref: `#/components/examples/${code}` };
    },
  };

  /** The legacy routes have the same ones. */
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

/** @throws Error for an operation without examples: each has some */
function found(table: Record<string, Named>, key: string): Named {
  const named = table[key];
  if (!named) throw new Error(`There is no example for ${key}`);
  return named;
}

function requestExamples(place: Place): Record<string, Named> {
  const create: Named = {
    payNow: ["Pay Now", payNowRequest(place)],
    paymentPlan: ["Payment plan", PLAN_REQUEST],
    paymentPlanWithDeposit: ["Payment plan with a deposit", PLAN_WITH_DEPOSIT_REQUEST],
  };
  const confirm: Named = { confirm: ["The student has made all three declarations", CONFIRM_REQUEST] };
  const nothing: Named = { empty: ["Nothing is asked for; the body may be left out", {}] };
  return {
    ...WEBHOOK_REQUESTS,
    createCheckout: create,
    createCheckoutLegacy: create,
    confirmCheckout: confirm,
    confirmCheckoutLegacy: confirm,
    cancelCheckout: nothing,
    issueCheckoutToken: nothing,
    expireInSandbox: nothing,
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
  const created: Named = {
    payNow: ["Pay Now: the card was charged", asCreatedExample(of.paid)],
    paymentPlan: ["Payment plan", asCreatedExample(of.plan)],
    paymentPlanWithDeposit: ["Payment plan with a deposit", asCreatedExample(of.planWithDeposit)],
  };
  const unknown: Named = {
    outcomeUnknown: ["The charge's outcome is not known yet", asCreatedExample(of.unknown)],
  };
  const confirmed: Named = { confirmed: ["The plan is signed", of.confirmed] };
  return {
    ...webhookResponses(place),
    "createCheckout 201": created,
    "createCheckout 202": unknown,
    "createCheckoutLegacy 201": created,
    "createCheckoutLegacy 202": unknown,
    "confirmCheckout 200": confirmed,
    "confirmCheckoutLegacy 200": confirmed,
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

/** The field errors of the operation's own reader. */
function validationProblem(place: Place, { id, path, input }: Operation) {
  const faulty = Object.hasOwn(FAULTY_WEBHOOK_REQUESTS, id)
    ? FAULTY_WEBHOOK_REQUESTS[id as keyof typeof FAULTY_WEBHOOK_REQUESTS]
    : faultyBody(path);
  const query = new URLSearchParams(
    Object.keys(input.query?.shape ?? {})
      .slice(0, 1)
      .map((name) => [name, " "]),
  );
  const read = () => input.read(faulty, query, { allowLoopback: false });
  return problemExample(place, errorOf(read), exampleOf(path));
}

/** The path with the ids of the examples. */
const exampleOf = (path: string) =>
  path.replace(/\{(\w+)\}/, (_, name) => EXAMPLE[name as "checkoutId" | "eventId" | "endpointId"]);

function faultyBody(path: string): unknown {
  if (path.includes("confirm")) {
    const { dda_id: _, ...checkout } = CONFIRM_REQUEST.checkout;
    const declarations = { ...CONFIRM_REQUEST.declarations, privacy_consent_accepted: false };
    return { ...CONFIRM_REQUEST, checkout, declarations };
  }
  if (path.includes("authorise")) return { test_account: "savings" };
  if (path.includes("resolve-charge")) return { outcome: "declined" };
  if (path.includes("{checkoutId}")) return [];
  const { course: _, ...rest } = PLAN_REQUEST;
  return { ...rest, pricing: { ...rest.pricing, amount_to_finance: 0 } };
}
