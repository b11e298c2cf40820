import { dateInZone } from "../../packages/dates/zone";
import { planResource, samplePlan } from "../contract/payment-plan";
import {
  changedPlan,
  clock,
  clockRequest,
  planChangeRequest,
  planList,
  plansQuery,
} from "../contract/plan-requests";
import { body, nothing, query } from "../http/operation";
import { change } from "../plans/change";
import { advance } from "../plans/collect";
import { readPlan, readPlans } from "../plans/read";
import { byOf } from "./by";
import { ok, operation, responding, revalidated } from "./operation";

const PLAN = "/v1/provider-checkouts/{checkoutId}/payment-plan";
const reading = { tag: "Payment plans", access: "key", scope: "plans:read" } as const;

/** Collection of signed plans: contract "Real money", section 4. */
export const PLAN_OPERATIONS = [
  operation({
    id: "listPaymentPlans",
    method: "GET",
    client: "plans.list",
    path: "/v1/payment-plans",
    summary: "List payment plans",
    description:
      "Lists the signed plans that the service collects, newest first, one page at a time. Send the same filters for every page.",
    ...reading,
    input: query(plansQuery),
    responses: responding(200, "A page of payment plans.", planList),
    run: (deps, { input: { cursor: before, updated_since: updatedSince, ...others } }, { provider }) =>
      ok(readPlans(deps, provider.id, { ...others, before, updatedSince })),
  }),
  operation({
    id: "getPaymentPlan",
    method: "GET",
    client: "plans.retrieve",
    path: PLAN,
    summary: "Get a payment plan",
    description:
      "Returns a signed plan that the service collects, with all payments and their debits. Send the `ETag` of an earlier response as `If-None-Match`: a 304 means that nothing has changed.",
    ...reading,
    input: nothing,
    responses: {
      200: {
        description: "The payment plan.",
        schema: planResource,
        headers: { ETag: "ETag" },
        examples: () => ({ "One debit was paid": samplePlan() }),
      },
      304: { description: "Nothing has changed.", headers: { ETag: "ETag" } },
    },
    errors: ["payment_plan_not_found"],
    async run(deps, { id, request }, { provider }) {
      const { body, etag } = await readPlan(deps, provider.id, id);
      const headers = { "Content-Type": "application/json; charset=utf-8", ETag: etag };
      return revalidated(request, { status: 200, headers, body });
    },
  }),
  operation({
    id: "changePaymentPlan",
    method: "POST",
    client: "plans.change",
    path: `${PLAN}/changes`,
    summary: "Preview or make a change of a payment plan",
    description:
      "Pauses, resumes or ends a plan, moves a payment, debits a failed one again, or records one that was paid to you another way, or asks for another bank account. With `preview: true` nothing changes, and the response shows what would be. A change of yours concerns payments that are sent to the bank in 14 days or later, because you must give your student that much notice. An outside payment can be recorded until the last day on which the student could change it.",
    tag: "Payment plans",
    access: "key",
    scope: "plans:write",
    input: body(planChangeRequest, () => ({
      "What a pause would do": { kind: "pause", until: "2027-03-22", preview: true },
      "A payment came another way": {
        kind: "outside_payment",
        number: 1,
        received_on: "2027-02-12",
        reference: "Transfer 20714",
      },
      "Ask for another bank account": { kind: "new_account" },
      "Debit a failed payment again": { kind: "retry", number: 1, date: "2027-02-26" },
    })),
    responses: responding(200, "The plan with the change.", changedPlan),
    errors: ["payment_plan_not_found", "change_too_late", "plan_change_not_applicable"],
    run: (deps, call, caller) => ok(change(deps, byOf(call, caller), call.id, call.input)),
  }),
];

/** Only in a sandbox. */
export const advanceClock = operation({
  id: "advanceSandboxClock",
  method: "POST",
  client: "sandbox.advanceClock",
  path: "/v1/sandbox/clock",
  tag: "Sandbox",
  summary: "Move the clock of collection ahead",
  description:
    "Moves the clock by which your payment plans are collected, a day at a time, and makes the debits of each day. It cannot go back. Checkouts and cards keep the real time.",
  access: "key",
  scope: "sandbox:simulate",
  keyed: "in_steps",
  input: body(clockRequest),
  responses: responding(200, "The clock.", clock),
  async run(deps, { input }, { provider }) {
    const { now } = await advance(deps, provider.id, input.advance_days);
    return ok({ now: now.toISOString(), today: dateInZone(now, provider.timeZone) });
  },
});
