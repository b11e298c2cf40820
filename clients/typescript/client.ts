import createClient, { type Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { type Fetch, type RetryOptions, withRetries } from "./retry.js";
import type { components, paths } from "./schema.js";
import { untilOutcome, type WaitOptions } from "./wait.js";
import { type WebhookEvent, webhooks } from "./webhooks.js";

/** A schema of the API's document by its name: `Schema<"Checkout">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export interface ProviderCheckoutOptions extends RetryOptions {
  /** The deployment's address, such as `https://checkout.example.com`. */
  baseUrl: string;
  /** `pc_test_…` or `pc_live_…`. Only `GET /v1/environment` works without one. */
  apiKey?: string;
  /** In place of the global one: to record, to go through a proxy. Retries call it once for each attempt. */
  fetch?: Fetch;
}

interface RequestOptions {
  signal?: AbortSignal;
}
interface CreateOptions extends RequestOptions {
  /** 1 to 255 printable ASCII characters. Name your own, and a process that starts anew can repeat the request. */
  idempotencyKey?: string;
}
type Query<Path extends Listed> = Omit<NonNullable<paths[Path]["get"]["parameters"]["query"]>, "cursor">;
type Listed = "/v1/provider-checkouts" | "/v1/events" | "/v1/webhook-endpoints/{endpointId}/deliveries";
type CheckoutQuery = Query<"/v1/provider-checkouts">;
type EventQuery = Query<"/v1/events">;
type DeliveryQuery = Query<"/v1/webhook-endpoints/{endpointId}/deliveries">;

/**
 * A client of the API. `GET`, `POST` and the others are openapi-fetch's: they resolve with `data` or with `error`, and
 * always with `response`. The methods of `checkouts`, `events` and `deliveries` give what was asked for.
 * @throws ProblemError (those methods) where the service refused
 * @throws ConnectionError where no answer of the service came
 */
export type ProviderCheckoutClient = Client<paths> & ReturnType<typeof methodsOf>;

export function createProviderCheckoutClient(options: ProviderCheckoutOptions): ProviderCheckoutClient {
  const { baseUrl, apiKey, fetch = (request) => globalThis.fetch(request), ...retries } = options;
  const plain = createClient<paths>({
    baseUrl,
    fetch: withRetries(fetch, retries),
    ...(apiKey !== undefined && { headers: { Authorization: `Bearer ${apiKey}` } }),
  });
  return { ...plain, ...methodsOf(plain) };
}

function methodsOf(plain: Client<paths>) {
  const at = (checkoutId: string) => ({ params: { path: { checkoutId } } });

  const checkouts = {
    /** Sends create until it is answered, under one Idempotency-Key. Not known yet is `Payment Pending`: then wait. */
    async create(
      body: Schema<"CreateCheckoutRequest">,
      { idempotencyKey, signal }: CreateOptions = {},
    ): Promise<Schema<"CreatedCheckout">> {
      const header = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
      return dataOf(await plain.POST("/v1/provider-checkouts", { params: { header }, body, signal }));
    },

    async retrieve(checkoutId: string, { signal }: RequestOptions = {}): Promise<Schema<"CheckoutStatus">> {
      return dataOf(await plain.GET("/v1/provider-checkouts/{checkoutId}", { ...at(checkoutId), signal }));
    },

    /** Signs the plan's agreement. Again, the same answer. */
    async confirm(
      checkoutId: string,
      body: Schema<"ConfirmCheckoutRequest">,
      { signal }: RequestOptions = {},
    ): Promise<Schema<"Checkout">> {
      const request = { ...at(checkoutId), body, signal };
      return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/confirm", request));
    },

    /** Ends a plan that is not confirmed. Again, the same answer. */
    async cancel(checkoutId: string, { signal }: RequestOptions = {}): Promise<Schema<"Checkout">> {
      return dataOf(
        await plain.POST("/v1/provider-checkouts/{checkoutId}/cancel", { ...at(checkoutId), signal }),
      );
    },

    /** Newest first, page after page while it is gone through; `limit` is the length of a page. */
    list: (query: CheckoutQuery = {}, { signal }: RequestOptions = {}) =>
      pages<Schema<"CheckoutWithoutActions">>(async (cursor) =>
        dataOf(
          await plain.GET("/v1/provider-checkouts", { params: { query: { ...query, cursor } }, signal }),
        ),
      ),

    /**
     * The checkout as soon as `next_action` is something else than waiting: `none` (its status is final), `confirm`, or
     * the student's turn, `authorise_direct_debit` or `wait` with a `url`. With `studentIsActing` the student's turn
     * is waited for too.
     * @throws WaitTimeoutError with the checkout as it was last seen
     */
    waitForOutcome: (checkoutId: string, options: WaitOptions = {}): Promise<Schema<"CheckoutStatus">> =>
      untilOutcome(async (etag, signal) => {
        const params = {
          path: { checkoutId },
          header: etag === undefined ? {} : { "If-None-Match": etag },
        };
        const answer = await plain.GET("/v1/provider-checkouts/{checkoutId}", { params, signal });
        if (answer.response.status === 304) return null;
        return { checkout: dataOf(answer), etag: answer.response.headers.get("ETag") ?? undefined };
      }, options),
  };

  const events = {
    async retrieve(eventId: string, { signal }: RequestOptions = {}): Promise<WebhookEvent> {
      return dataOf(await plain.GET("/v1/events/{eventId}", { params: { path: { eventId } }, signal }));
    },

    /** Of the last 90 days, newest first; `limit` is the length of a page. */
    list: (query: EventQuery = {}, { signal }: RequestOptions = {}) =>
      pages<WebhookEvent>(async (cursor) =>
        dataOf(await plain.GET("/v1/events", { params: { query: { ...query, cursor } }, signal })),
      ),
  };

  const deliveries = {
    /** What was sent to an endpoint in the last 90 days, newest first, each with its attempts. */
    list: (endpointId: string, query: DeliveryQuery = {}, { signal }: RequestOptions = {}) =>
      pages<Schema<"WebhookDelivery">>(async (cursor) => {
        const params = { path: { endpointId }, query: { ...query, cursor } };
        return dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}/deliveries", { params, signal }));
      }),
  };

  return { checkouts, events, deliveries, webhooks };
}

/** Every entry of a list, from page to page. A page is asked for when the one before has been gone through. */
async function* pages<Entry>(
  pageAt: (cursor: string | undefined) => Promise<{ data: Entry[]; next_cursor: string | null }>,
): AsyncGenerator<Entry, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
