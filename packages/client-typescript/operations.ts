/** Made by `npm run generate` from the API's operations. */
import type { Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { type Confirmation, type Entry, pages, type Query } from "./lists.js";
import { type CreateOptions, optionsOf, type RequestOptions, type Schema } from "./options.js";
import type { paths } from "./schema.js";
import type { WebhookEvent } from "./webhooks.js";

/** The ends of paths whose POST takes an Idempotency-Key. */
export const KEYED = [
  /\/v1\/provider-checkouts$/,
  /\/api\/provider-checkout$/,
];

/** The ends of paths whose POST has, again, the same effect and the same answer: by its key, or by itself. */
export const REPEATABLE = [
  ...KEYED,
  /\/v1\/quotes$/,
  /\/v1\/provider-checkouts\/[^/]+\/confirm$/,
  /\/v1\/provider-checkouts\/[^/]+\/cancel$/,
  /\/api\/provider-checkout-confirm$/,
  /\/v1\/webhook-endpoints\/[^/]+$/,
  /\/v1\/sandbox\/provider-checkouts\/[^/]+\/authorise-direct-debit$/,
  /\/v1\/sandbox\/provider-checkouts\/[^/]+\/expire$/,
];

export function methodsOf(plain: Client<paths>) {
  return {
    checkouts: {
      /** Starts an enrolment. With `upfront_payment` the card is charged the full course fee at once; with `interest_free_payment_plan` the answer carries the address of the hosted page on which the student authorises the direct debit. */
      async create(body: Schema<"CreateCheckoutRequest">, options: CreateOptions = {}): Promise<Schema<"CreatedCheckout">> {
        const { idempotencyKey, signal } = optionsOf("checkouts.create", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts", { params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** What a payment plan of these terms would be if it was created now: its amounts, and each debit with its dates. Nothing is recorded. `pricing` and `plan` of the answer are what create takes, but for `schedule`, and what create would refuse of them is refused here. */
      async quote(body: Schema<"QuoteRequest">, options: RequestOptions = {}): Promise<Schema<"Quote">> {
        const { signal } = optionsOf("checkouts.quote", options, "signal");
        return dataOf(await plain.POST("/v1/quotes", { body, signal }));
      },

      /** The provider's checkouts, newest first, a page at a time. With several filters all must hold; keep them the same from page to page. Page after page is read while you go through it; `limit` is a page's length. */
      list(query: Query<"/v1/provider-checkouts"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/provider-checkouts">, void, undefined> {
        const { signal } = optionsOf("checkouts.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/provider-checkouts", { params: { query: { ...query, cursor } }, signal })));
      },

      /** The checkout as it stands, with the timeline of what happened when and by whom. The hosted page's address is shown to keys with `checkouts:write` only. */
      async retrieve(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"CheckoutStatus">> {
        const { signal } = optionsOf("checkouts.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/provider-checkouts/{checkoutId}", { params: { path: { checkoutId } }, signal }));
      },

      /** Records the student's declarations and signs the plan. The PDF of the Payment Plan Agreement follows: `agreement.status` says whether it is `ready`. Not used for Pay Now. */
      async confirm(checkoutId: string, body: Confirmation, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
        const { signal } = optionsOf("checkouts.confirm", options, "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/confirm", { params: { path: { checkoutId } }, body: body as Schema<"ConfirmCheckoutRequest">, signal }));
      },

      /** The Payment Plan Agreement as PDF, the same bytes every time. */
      async agreement(checkoutId: string, options: RequestOptions = {}): Promise<Uint8Array> {
        const { signal } = optionsOf("checkouts.agreement", options, "signal");
        return new Uint8Array(dataOf<ArrayBuffer>(await plain.GET("/v1/provider-checkouts/{checkoutId}/agreement", { params: { path: { checkoutId } }, parseAs: "arrayBuffer", signal })));
      },

      /** Ends a plan that is not confirmed yet and frees its order. Again, the same answer. */
      async cancel(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
        const { signal } = optionsOf("checkouts.cancel", options, "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/cancel", { params: { path: { checkoutId } }, signal }));
      },

      /** For a caller who lost create's answer. The old token stops working. */
      async issueToken(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"IssuedCheckoutToken">> {
        const { signal } = optionsOf("checkouts.issueToken", options, "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/checkout-token", { params: { path: { checkoutId } }, signal }));
      },
    },
    events: {
      /** The provider's events of the last 90 days, newest first, a page at a time: what a receiver missed is here. Page after page is read while you go through it; `limit` is a page's length. */
      list(query: Query<"/v1/events"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/events">, void, undefined> {
        const { signal } = optionsOf("events.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/events", { params: { query: { ...query, cursor } }, signal })));
      },

      /** One event of the last 90 days, as it is sent to endpoints. */
      async retrieve(eventId: string, options: RequestOptions = {}): Promise<WebhookEvent> {
        const { signal } = optionsOf("events.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/events/{eventId}", { params: { path: { eventId } }, signal }));
      },
    },
    webhookEndpoints: {
      /** The provider's endpoints, the oldest first, with why a disabled one is so. */
      async list(options: RequestOptions = {}): Promise<Schema<"WebhookEndpointList">["data"]> {
        const { signal } = optionsOf("webhookEndpoints.list", options, "signal");
        return dataOf<Schema<"WebhookEndpointList">>(await plain.GET("/v1/webhook-endpoints", { signal })).data;
      },

      /** Registers an address for events from now on; a provider has at most 20. The answer shows the signing secret, once. */
      async create(body: Schema<"NewWebhookEndpoint">, options: RequestOptions = {}): Promise<Schema<"WebhookEndpointWithSecret">> {
        const { signal } = optionsOf("webhookEndpoints.create", options, "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints", { body, signal }));
      },

      /** The endpoint as it stands. Its secret is not shown again: rotate it where it was lost. */
      async retrieve(endpointId: string, options: RequestOptions = {}): Promise<Schema<"WebhookEndpoint">> {
        const { signal } = optionsOf("webhookEndpoints.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}", { params: { path: { endpointId } }, signal }));
      },

      /** What is left out stays. Disabling cancels what is pending; enabling begins with the events from then on, and a replay brings those between. */
      async update(endpointId: string, body: Schema<"WebhookEndpointChanges">, options: RequestOptions = {}): Promise<Schema<"WebhookEndpoint">> {
        const { signal } = optionsOf("webhookEndpoints.update", options, "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}", { params: { path: { endpointId } }, body, signal }));
      },

      /** Nothing is sent any more, and what is pending is cancelled. */
      async delete(endpointId: string, options: RequestOptions = {}): Promise<void> {
        const { signal } = optionsOf("webhookEndpoints.delete", options, "signal");
        dataOf(await plain.DELETE("/v1/webhook-endpoints/{endpointId}", { params: { path: { endpointId } }, signal }));
      },

      /** Makes a new secret and shows it, once. For `overlap_hours` everything is signed with both; one that was rotated out before ends at once. */
      async rotateSecret(endpointId: string, body: Schema<"RotateWebhookSecret"> = {}, options: RequestOptions = {}): Promise<Schema<"WebhookEndpointWithSecret">> {
        const { signal } = optionsOf("webhookEndpoints.rotateSecret", options, "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}/rotate-secret", { params: { path: { endpointId } }, body, signal }));
      },

      /** An event of a sample checkout, whose order begins with `TEST-`; signed and retried as any other. It is in no list of events. */
      async test(endpointId: string, body: Schema<"TestWebhookEndpoint"> = {}, options: RequestOptions = {}): Promise<Schema<"WebhookDelivery">> {
        const { signal } = optionsOf("webhookEndpoints.test", options, "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}/test", { params: { path: { endpointId } }, body, signal }));
      },

      /** One event by its id, or those of a span of time that the endpoint takes, oldest first, with the `webhook-id` that they had. A call schedules about 10,000 events; `next_since` says where to go on if there are more. */
      async replay(endpointId: string, body: Schema<"ReplayEvents">, options: RequestOptions = {}): Promise<Schema<"ReplayScheduled">> {
        const { signal } = optionsOf("webhookEndpoints.replay", options, "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}/replay", { params: { path: { endpointId } }, body, signal }));
      },
    },
    deliveries: {
      /** What was sent to the endpoint and what is to be sent, newest first, with every attempt: request, answer, duration. Page after page is read while you go through it; `limit` is a page's length. */
      list(endpointId: string, query: Query<"/v1/webhook-endpoints/{endpointId}/deliveries"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/webhook-endpoints/{endpointId}/deliveries">, void, undefined> {
        const { signal } = optionsOf("deliveries.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}/deliveries", { params: { path: { endpointId }, query: { ...query, cursor } }, signal })));
      },
    },
    sandbox: {
      /** Signs the bank authority with one of the documented test accounts. Again, the same answer. */
      async authoriseDirectDebit(checkoutId: string, body: Schema<"AuthoriseDirectDebitRequest"> = {}, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
        const { signal } = optionsOf("sandbox.authoriseDirectDebit", options, "signal");
        return dataOf(await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/authorise-direct-debit", { params: { path: { checkoutId } }, body, signal }));
      },

      /** Lets the time of a plan that is not confirmed run out at once. Again, the same answer. */
      async expire(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
        const { signal } = optionsOf("sandbox.expire", options, "signal");
        return dataOf(await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/expire", { params: { path: { checkoutId } }, signal }));
      },

      /** Ends the wait for a charge whose outcome is not known: `paid`, or `never_made`, which takes the charge back and frees the order. */
      async resolveCharge(checkoutId: string, body: Schema<"ResolveChargeRequest">, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
        const { signal } = optionsOf("sandbox.resolveCharge", options, "signal");
        return dataOf(await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/resolve-charge", { params: { path: { checkoutId } }, body, signal }));
      },

      /** An event of a sample checkout, whose order begins with `TEST-`, to one endpoint or to all that take the type; signed and retried as any other. */
      async sendEvent(body: Schema<"SandboxEventRequest">, options: RequestOptions = {}): Promise<Schema<"TestsScheduled">> {
        const { signal } = optionsOf("sandbox.sendEvent", options, "signal");
        return dataOf(await plain.POST("/v1/sandbox/events", { body, signal }));
      },

      /** Deletes the provider's checkouts with all that belongs to them, the portal's enrolments, contacts, deliveries, the gateway's charges and the request log. The provider, its courses, API keys and webhook endpoints stay. Again, there is nothing left to delete; where it was cut off, or answered with a 503, a part may be gone, and the next reset deletes the rest. It ends no request that is under way: a checkout whose charge is being made stays. */
      async reset(options: RequestOptions = {}): Promise<Schema<"Reset">> {
        const { signal } = optionsOf("sandbox.reset", options, "signal");
        return dataOf(await plain.POST("/v1/sandbox/reset", { signal }));
      },

      /** The newest 20 requests of the API key that asks, this operation's own left out, and what the command line reads: method, address and outcome, never a body or a query. A request is there as a rule within two seconds. */
      async requests(options: RequestOptions = {}): Promise<Schema<"SandboxRequests">["data"]> {
        const { signal } = optionsOf("sandbox.requests", options, "signal");
        return dataOf<Schema<"SandboxRequests">>(await plain.GET("/v1/sandbox/requests", { signal })).data;
      },

      /** The gateway's own record of what it charged, so that anyone can count. */
      async charges(query: Query<"/v1/sandbox/charges"> = {}, options: RequestOptions = {}): Promise<Schema<"SandboxCharges">["data"]> {
        const { signal } = optionsOf("sandbox.charges", options, "signal");
        return dataOf<Schema<"SandboxCharges">>(await plain.GET("/v1/sandbox/charges", { params: { query }, signal })).data;
      },
    },
  };
}
