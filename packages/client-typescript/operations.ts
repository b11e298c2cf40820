/** Made by `npm run generate` from the API's operations. */
import type { Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { type Confirmation, type Entry, pages, type Query } from "./lists.js";
import { type CreateOptions, optionsOf, type RequestOptions, type Schema } from "./options.js";
import type { paths } from "./schema.js";
import type { WebhookEvent } from "./webhooks.js";

/** The ends of paths whose POST has, again, the same effect and the same answer without an Idempotency-Key. */
export const REPEATABLE = [
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
      /** Starts an enrolment. With `upfront_payment`, the card is charged the full course fee at once. With `interest_free_payment_plan`, the response has the URL of the hosted page on which the student authorises the direct debit. */
      async create(body: Schema<"CreateCheckoutRequest">, options: CreateOptions = {}): Promise<Schema<"CreatedCheckout">> {
        const { idempotencyKey, signal } = optionsOf("checkouts.create", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts", { params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Calculates the payment plan that create would make now: its amounts, and every debit with its dates. Nothing is stored. You can send `pricing` and `plan` of the response to create; leave out `schedule`. The same rules apply as for create. */
      async quote(body: Schema<"QuoteRequest">, options: CreateOptions = {}): Promise<Schema<"Quote">> {
        const { idempotencyKey, signal } = optionsOf("checkouts.quote", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/quotes", { params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Lists your checkouts, newest first, one page at a time. If you send several filters, a checkout must match all of them. Send the same filters for every page. Page after page is read while you go through it; `limit` is a page's length. */
      list(query: Query<"/v1/provider-checkouts"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/provider-checkouts">, void, undefined> {
        const { signal } = optionsOf("checkouts.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/provider-checkouts", { params: { query: { ...query, cursor } }, signal })));
      },

      /** Returns the current checkout, with a timeline of its events. Only keys with `checkouts:write` see the hosted page's URL. */
      async retrieve(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"CheckoutStatus">> {
        const { signal } = optionsOf("checkouts.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/provider-checkouts/{checkoutId}", { params: { path: { checkoutId } }, signal }));
      },

      /** Records the student's declarations and signs the plan. The PDF of the Payment Plan Agreement follows; `agreement.status` tells you when it is `ready`. Do not call it for Pay Now. */
      async confirm(checkoutId: string, body: Confirmation, options: CreateOptions = {}): Promise<Schema<"Checkout">> {
        const { idempotencyKey, signal } = optionsOf("checkouts.confirm", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/confirm", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body: body as Schema<"ConfirmCheckoutRequest">, signal }));
      },

      /** Returns the Payment Plan Agreement as a PDF. The bytes are the same every time. */
      async agreement(checkoutId: string, options: RequestOptions = {}): Promise<Uint8Array> {
        const { signal } = optionsOf("checkouts.agreement", options, "signal");
        return new Uint8Array(dataOf<ArrayBuffer>(await plain.GET("/v1/provider-checkouts/{checkoutId}/agreement", { params: { path: { checkoutId } }, parseAs: "arrayBuffer", signal })));
      },

      /** Cancels a plan that is not confirmed yet and frees its order. You can safely send it again. */
      async cancel(checkoutId: string, options: CreateOptions = {}): Promise<Schema<"Checkout">> {
        const { idempotencyKey, signal } = optionsOf("checkouts.cancel", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/cancel", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, signal }));
      },

      /** Issues a new token if you lost create's response. The old token stops working. */
      async issueToken(checkoutId: string, options: CreateOptions = {}): Promise<Schema<"IssuedCheckoutToken">> {
        const { idempotencyKey, signal } = optionsOf("checkouts.issueToken", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/checkout-token", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, signal }));
      },
    },
    plans: {
      /** Lists the signed plans that the service collects, newest first, one page at a time. Send the same filters for every page. Page after page is read while you go through it; `limit` is a page's length. */
      list(query: Query<"/v1/payment-plans"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/payment-plans">, void, undefined> {
        const { signal } = optionsOf("plans.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/payment-plans", { params: { query: { ...query, cursor } }, signal })));
      },

      /** Returns a signed plan that the service collects, with all payments and their debits. Send the `ETag` of an earlier response as `If-None-Match`: a 304 means that nothing has changed. */
      async retrieve(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"PaymentPlan">> {
        const { signal } = optionsOf("plans.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/provider-checkouts/{checkoutId}/payment-plan", { params: { path: { checkoutId } }, signal }));
      },

      /** Pauses, resumes or ends a plan, moves a payment, debits a failed one again, or records one that was paid to you another way, or asks for another bank account. With `preview: true` nothing changes, and the response shows what would be. A change of yours concerns payments that are sent to the bank in 14 days or later, because you must give your student that much notice. An outside payment can be recorded until the last day on which the student could change it. */
      async change(checkoutId: string, body: Schema<"PaymentPlanChangeRequest">, options: CreateOptions = {}): Promise<Schema<"ChangedPaymentPlan">> {
        const { idempotencyKey, signal } = optionsOf("plans.change", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/payment-plan/changes", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },
    },
    refunds: {
      /** Refunds a card payment to the card that paid, or a debit of a payment plan to the bank account, in full or in part. All refunds of a payment together never exceed it. A debit can be refunded once it has settled. Send a new `Idempotency-Key` with each refund: the same key and body return the first response. */
      async create(checkoutId: string, body: Schema<"RefundRequest">, options: CreateOptions = {}): Promise<Schema<"RequestedRefund">> {
        const { idempotencyKey, signal } = optionsOf("refunds.create", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/refunds", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Lists all refunds of a checkout, oldest first. Failed ones are in the list too. */
      async list(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"RefundList">["data"]> {
        const { signal } = optionsOf("refunds.list", options, "signal");
        return dataOf<Schema<"RefundList">>(await plain.GET("/v1/provider-checkouts/{checkoutId}/refunds", { params: { path: { checkoutId } }, signal })).data;
      },

      /** Returns one refund with its current status. */
      async retrieve(checkoutId: string, refundId: string, options: RequestOptions = {}): Promise<Schema<"Refund">> {
        const { signal } = optionsOf("refunds.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/provider-checkouts/{checkoutId}/refunds/{refundId}", { params: { path: { checkoutId, refundId } }, signal }));
      },
    },
    settlements: {
      /** Lists your processor's payouts as they were read, newest first, one page at a time. Get one settlement to see its lines. Page after page is read while you go through it; `limit` is a page's length. */
      list(query: Query<"/v1/settlements"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/settlements">, void, undefined> {
        const { signal } = optionsOf("settlements.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/settlements", { params: { query: { ...query, cursor } }, signal })));
      },

      /** Returns a payout of your processor with all its lines, and which of your payments and refunds each line is about. */
      async retrieve(settlementId: string, options: RequestOptions = {}): Promise<Schema<"Settlement">> {
        const { signal } = optionsOf("settlements.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/settlements/{settlementId}", { params: { path: { settlementId } }, signal }));
      },
    },
    events: {
      /** Lists your events of the last 90 days, newest first, one page at a time. Use it to find events that your endpoint missed. With `after`, it is a feed: the events after that one, oldest first. Page after page is read while you go through it; `limit` is a page's length. */
      list(query: Query<"/v1/events"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/events">, void, undefined> {
        const { signal } = optionsOf("events.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/events", { params: { query: { ...query, cursor } }, signal })));
      },

      /** Returns one event of the last 90 days, exactly as your endpoints receive it. */
      async retrieve(eventId: string, options: RequestOptions = {}): Promise<WebhookEvent> {
        const { signal } = optionsOf("events.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/events/{eventId}", { params: { path: { eventId } }, signal }));
      },
    },
    webhookEndpoints: {
      /** Lists your webhook endpoints, oldest first, and why each disabled one is disabled. */
      async list(options: RequestOptions = {}): Promise<Schema<"WebhookEndpointList">["data"]> {
        const { signal } = optionsOf("webhookEndpoints.list", options, "signal");
        return dataOf<Schema<"WebhookEndpointList">>(await plain.GET("/v1/webhook-endpoints", { signal })).data;
      },

      /** Creates an endpoint that receives all events from now on. You can have at most 20 endpoints. The response shows the signing secret once. */
      async create(body: Schema<"NewWebhookEndpoint">, options: CreateOptions = {}): Promise<Schema<"WebhookEndpointWithSecret">> {
        const { idempotencyKey, signal } = optionsOf("webhookEndpoints.create", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints", { params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Returns the endpoint without its secret. If you lost the secret, rotate it. */
      async retrieve(endpointId: string, options: RequestOptions = {}): Promise<Schema<"WebhookEndpoint">> {
        const { signal } = optionsOf("webhookEndpoints.retrieve", options, "signal");
        return dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}", { params: { path: { endpointId } }, signal }));
      },

      /** Changes the fields that you send. Disabling an endpoint cancels its pending deliveries. After you enable it again, it receives new events only; replay the events that it missed. */
      async update(endpointId: string, body: Schema<"WebhookEndpointChanges">, options: CreateOptions = {}): Promise<Schema<"WebhookEndpoint">> {
        const { idempotencyKey, signal } = optionsOf("webhookEndpoints.update", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}", { params: { path: { endpointId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Deletes the endpoint and cancels its pending deliveries. */
      async delete(endpointId: string, options: RequestOptions = {}): Promise<void> {
        const { signal } = optionsOf("webhookEndpoints.delete", options, "signal");
        dataOf(await plain.DELETE("/v1/webhook-endpoints/{endpointId}", { params: { path: { endpointId } }, signal }));
      },

      /** Makes a new secret and shows it once. Events are signed with both secrets for `overlap_hours`. If you rotate again during that time, the oldest secret stops working at once. */
      async rotateSecret(endpointId: string, body: Schema<"RotateWebhookSecret"> = {}, options: CreateOptions = {}): Promise<Schema<"WebhookEndpointWithSecret">> {
        const { idempotencyKey, signal } = optionsOf("webhookEndpoints.rotateSecret", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}/rotate-secret", { params: { path: { endpointId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Sends an event with sample data. It is signed and retried like any other event, but no list of events contains it. The order of its checkout begins with `TEST-`. */
      async test(endpointId: string, body: Schema<"TestWebhookEndpoint"> = {}, options: CreateOptions = {}): Promise<Schema<"WebhookDelivery">> {
        const { idempotencyKey, signal } = optionsOf("webhookEndpoints.test", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}/test", { params: { path: { endpointId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Sends one event again, or all events of a period that the endpoint receives, oldest first. Each event keeps its `webhook-id`. One call schedules about 10,000 events. If there are more, the response has `next_since`. */
      async replay(endpointId: string, body: Schema<"ReplayEvents">, options: CreateOptions = {}): Promise<Schema<"ReplayScheduled">> {
        const { idempotencyKey, signal } = optionsOf("webhookEndpoints.replay", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/webhook-endpoints/{endpointId}/replay", { params: { path: { endpointId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },
    },
    deliveries: {
      /** Lists what was and will be sent to the endpoint, newest first, with every attempt: request, response and duration. Page after page is read while you go through it; `limit` is a page's length. */
      list(endpointId: string, query: Query<"/v1/webhook-endpoints/{endpointId}/deliveries"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/webhook-endpoints/{endpointId}/deliveries">, void, undefined> {
        const { signal } = optionsOf("deliveries.list", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}/deliveries", { params: { path: { endpointId }, query: { ...query, cursor } }, signal })));
      },
    },
    sandbox: {
      /** Authorises the direct debit with a documented test account, also another account that you have asked for. You can safely send it again. */
      async authoriseDirectDebit(checkoutId: string, body: Schema<"AuthoriseDirectDebitRequest"> = {}, options: CreateOptions = {}): Promise<Schema<"Checkout">> {
        const { idempotencyKey, signal } = optionsOf("sandbox.authoriseDirectDebit", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/authorise-direct-debit", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },

      /** Expires a plan that is not confirmed yet. You can safely send it again. */
      async expire(checkoutId: string, options: CreateOptions = {}): Promise<Schema<"Checkout">> {
        const { idempotencyKey, signal } = optionsOf("sandbox.expire", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/expire", { params: { path: { checkoutId }, header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, signal }));
      },

      /** Deletes your checkouts and everything that belongs to them, the portal's enrolments, contacts, deliveries and the gateway's charges. Your provider record, courses, API keys and webhook endpoints stay. If a reset fails or returns a 503, part of the data may be gone: send it again to delete the rest. A checkout whose charge is in progress is kept. */
      async reset(options: CreateOptions = {}): Promise<Schema<"Reset">> {
        const { idempotencyKey, signal } = optionsOf("sandbox.reset", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/sandbox/reset", { params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, signal }));
      },

      /** Lists the charges in the sandbox gateway's own records, newest first, so that you can count them. Page after page is read while you go through it; `limit` is a page's length. */
      charges(query: Query<"/v1/sandbox/charges"> = {}, options: RequestOptions = {}): AsyncGenerator<Entry<"/v1/sandbox/charges">, void, undefined> {
        const { signal } = optionsOf("sandbox.charges", options, "signal");
        return pages(async (cursor) => dataOf(await plain.GET("/v1/sandbox/charges", { params: { query: { ...query, cursor } }, signal })));
      },

      /** Moves the clock by which your payment plans are collected, a day at a time, and makes the debits of each day. It cannot go back. Checkouts and cards keep the real time. */
      async advanceClock(body: Schema<"ClockRequest">, options: CreateOptions = {}): Promise<Schema<"SandboxClock">> {
        const { idempotencyKey, signal } = optionsOf("sandbox.advanceClock", options, "idempotencyKey", "signal");
        return dataOf(await plain.POST("/v1/sandbox/clock", { params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } }, body, signal }));
      },
    },
  };
}
