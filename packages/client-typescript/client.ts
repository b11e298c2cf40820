import createClient, { type Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { methodsOf } from "./operations.js";
import { addressOf, checkTransport, keyOf, optionsOf, type Schema } from "./options.js";
import { type Fetch, type RetryOptions, withRetries } from "./retry.js";
import type { paths } from "./schema.js";
import { untilOutcome, type WaitOptions } from "./wait.js";
import { webhooks } from "./webhooks.js";

export interface ProviderCheckoutOptions extends RetryOptions {
  /** The deployment's address, such as `https://checkout.example.com`. */
  baseUrl: string | undefined;
  /** `pc_test_…` or `pc_live_…`. Only `GET /v1/environment` works without one. */
  apiKey?: string | undefined;
  /** In place of the global one: to record, to go through a proxy. Retries call it once for each attempt. */
  fetch?: Fetch;
}

/**
 * A client of the API. `GET`, `POST` and the others are openapi-fetch's: they resolve with `data` or with `error`, and
 * always with `response`. The methods of \`operations.ts\`, and \`checkouts.waitForOutcome\`, give what was asked for.
 * @throws ProblemError (those methods) where the service refused
 * @throws ConnectionError where no answer of the service came
 */
export type ProviderCheckoutClient = Client<paths> & ReturnType<typeof clientMethods>;

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
  return { ...plain, ...clientMethods(plain) };
}

function clientMethods(plain: Client<paths>) {
  const methods = methodsOf(plain);
  const checkouts = {
    ...methods.checkouts,

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
  return { ...methods, checkouts, webhooks };
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
