import createClient, { type Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { addressOf, checkTransport, keyOf, optionsOf, type RequestOptions, type Schema } from "./options.js";
import { type Fetch, type RetryOptions, withRetries } from "./retry.js";
import { sandboxOf } from "./sandbox-methods.js";
import type { paths } from "./schema.js";
import { untilOutcome, type WaitOptions } from "./wait.js";
import { webhookEndpointsOf } from "./webhook-endpoints.js";
import { type WebhookEvent, webhooks } from "./webhooks.js";

export interface ProviderCheckoutOptions extends RetryOptions {
  /** The deployment's address, such as `https://checkout.example.com`. */
  baseUrl: string | undefined;
  /** `pc_test_…` or `pc_live_…`. Only `GET /v1/environment` works without one. */
  apiKey?: string | undefined;
  /** In place of the global one: to record, to go through a proxy. Retries call it once for each attempt. */
  fetch?: Fetch;
}

interface CreateOptions extends RequestOptions {
  /** 1 to 255 printable ASCII characters. Name your own, and a process that starts anew can repeat the request. */
  idempotencyKey?: string;
}
/** `checkout` is that of create's answer, passed on unchanged. */
type Confirmation = Omit<Schema<"ConfirmCheckoutRequest">, "checkout"> & {
  checkout: Schema<"ConfirmCheckout"> | Schema<"CreatedCheckout">["checkout"];
};
type Query<Path extends Listed> = Omit<NonNullable<paths[Path]["get"]["parameters"]["query"]>, "cursor">;
type Listed = "/v1/provider-checkouts" | "/v1/events" | "/v1/webhook-endpoints/{endpointId}/deliveries";
type CheckoutQuery = Query<"/v1/provider-checkouts">;
type EventQuery = Query<"/v1/events">;
type DeliveryQuery = Query<"/v1/webhook-endpoints/{endpointId}/deliveries">;

/**
 * A client of the API. `GET`, `POST` and the others are openapi-fetch's: they resolve with `data` or with `error`, and
 * always with `response`. Those of `checkouts`, `events`, `deliveries`, `webhookEndpoints` and
 * `sandbox` give what was asked for.
 * @throws ProblemError (those methods) where the service refused
 * @throws ConnectionError where no answer of the service came
 */
export type ProviderCheckoutClient = Client<paths> & ReturnType<typeof methodsOf>;

/** @throws TypeError where the address or the key is none, or an option is not taken */
export function createProviderCheckoutClient(options: ProviderCheckoutOptions): ProviderCheckoutClient {
  const taken = ["baseUrl", "apiKey", "fetch", "maxRetries", "maxRetryTimeMs", "timeoutMs"] as const;
  const {
    baseUrl,
    apiKey,
    fetch = (request) => globalThis.fetch(request),
    ...retries
  } = optionsOf<ProviderCheckoutOptions>("createProviderCheckoutClient", options, ...taken);
  const address = addressOf("baseUrl", baseUrl);
  checkTransport(address, apiKey);
  const plain = createClient<paths>({
    baseUrl: address,
    fetch: withRetries(fetch, retries),
    querySerializer: queryOf,
    ...(apiKey !== undefined && { headers: { Authorization: `Bearer ${keyOf(apiKey)}` } }),
  });
  return { ...plain, ...methodsOf(plain) };
}

function methodsOf(plain: Client<paths>) {
  const at = (checkoutId: string) => ({ params: { path: { checkoutId } } });

  const checkouts = {
    /** Sends create until it is answered, under one Idempotency-Key. Not known yet is `Payment Pending`: then wait. */
    async create(
      body: Schema<"CreateCheckoutRequest">,
      options: CreateOptions = {},
    ): Promise<Schema<"CreatedCheckout">> {
      const { idempotencyKey, signal } = optionsOf("checkouts.create", options, "idempotencyKey", "signal");
      const header = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
      return dataOf(await plain.POST("/v1/provider-checkouts", { params: { header }, body, signal }));
    },

    /** What create would make of these terms now, with each debit. Nothing is recorded. */
    async quote(body: Schema<"QuoteRequest">, options: RequestOptions = {}): Promise<Schema<"Quote">> {
      const { signal } = optionsOf("checkouts.quote", options, "signal");
      return dataOf(await plain.POST("/v1/quotes", { body, signal }));
    },

    async retrieve(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"CheckoutStatus">> {
      const { signal } = optionsOf("checkouts.retrieve", options, "signal");
      return dataOf(await plain.GET("/v1/provider-checkouts/{checkoutId}", { ...at(checkoutId), signal }));
    },

    /** Signs the plan's agreement. Again, the same answer. */
    async confirm(
      checkoutId: string,
      confirmation: Confirmation,
      options: RequestOptions = {},
    ): Promise<Schema<"Checkout">> {
      const { signal } = optionsOf("checkouts.confirm", options, "signal");
      const body = confirmation as Schema<"ConfirmCheckoutRequest">;
      const request = { ...at(checkoutId), body, signal };
      return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/confirm", request));
    },

    /** Ends a plan that is not confirmed. Again, the same answer. */
    async cancel(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
      const { signal } = optionsOf("checkouts.cancel", options, "signal");
      return dataOf(
        await plain.POST("/v1/provider-checkouts/{checkoutId}/cancel", { ...at(checkoutId), signal }),
      );
    },

    /** For who lost create's answer: the token before ends. */
    async issueToken(
      checkoutId: string,
      options: RequestOptions = {},
    ): Promise<Schema<"IssuedCheckoutToken">> {
      const { signal } = optionsOf("checkouts.issueToken", options, "signal");
      const request = { ...at(checkoutId), signal };
      return dataOf(await plain.POST("/v1/provider-checkouts/{checkoutId}/checkout-token", request));
    },

    /** The signed agreement as PDF; `checkout.agreement.sha256` is of these bytes. */
    async agreement(checkoutId: string, options: RequestOptions = {}): Promise<Uint8Array> {
      const { signal } = optionsOf("checkouts.agreement", options, "signal");
      const request = { ...at(checkoutId), parseAs: "arrayBuffer", signal } as const;
      const answer = await plain.GET("/v1/provider-checkouts/{checkoutId}/agreement", request);
      return new Uint8Array(dataOf<ArrayBuffer>(answer));
    },

    /** Newest first, page after page while it is gone through; `limit` is the length of a page. */
    list: (query: CheckoutQuery = {}, options: RequestOptions = {}) => {
      const { signal } = optionsOf("checkouts.list", options, "signal");
      return pages<Schema<"CheckoutWithoutActions">>(async (cursor) =>
        dataOf(
          await plain.GET("/v1/provider-checkouts", { params: { query: { ...query, cursor } }, signal }),
        ),
      );
    },

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
    async retrieve(eventId: string, options: RequestOptions = {}): Promise<WebhookEvent> {
      const { signal } = optionsOf("events.retrieve", options, "signal");
      return dataOf(await plain.GET("/v1/events/{eventId}", { params: { path: { eventId } }, signal }));
    },

    /** Of the last 90 days, newest first; `limit` is the length of a page. */
    list: (query: EventQuery = {}, options: RequestOptions = {}) => {
      const { signal } = optionsOf("events.list", options, "signal");
      return pages<WebhookEvent>(async (cursor) =>
        dataOf(await plain.GET("/v1/events", { params: { query: { ...query, cursor } }, signal })),
      );
    },
  };

  const deliveries = {
    /** What was sent to an endpoint in the last 90 days, newest first, each with its attempts. */
    list: (endpointId: string, query: DeliveryQuery = {}, options: RequestOptions = {}) => {
      const { signal } = optionsOf("deliveries.list", options, "signal");
      return pages<Schema<"WebhookDelivery">>(async (cursor) => {
        const params = { path: { endpointId }, query: { ...query, cursor } };
        return dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}/deliveries", { params, signal }));
      });
    },
  };

  return {
    checkouts,
    events,
    deliveries,
    webhookEndpoints: webhookEndpointsOf(plain),
    sandbox: sandboxOf(plain),
    webhooks,
  };
}

/** Pairs as `metadata[key]=value`. openapi-fetch would leave their keys as they are, also `&` and `#`. */
function queryOf(query: object): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "object") sent.append(name, String(value));
    else for (const [key, one] of Object.entries(value)) sent.append(`${name}[${key}]`, String(one));
  }
  return sent.toString();
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
