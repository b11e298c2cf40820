import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { components, paths, webhooks } from "./schema.js";

export type { components, paths, webhooks } from "./schema.js";

/** A schema of the API's document by its name: `Schema<"Checkout">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The body of a webhook by its type: `WebhookEvent<"payment_plan.signed">`. */
export type WebhookEvent<Type extends keyof webhooks> =
  webhooks[Type]["post"]["requestBody"]["content"]["application/json"];

export type ProviderCheckoutClient = Client<paths>;

export interface ProviderCheckoutOptions {
  /** The deployment's address, such as `https://checkout.example.com`. */
  baseUrl: string;
  /** `pc_test_…` or `pc_live_…`. Only `GET /v1/environment` works without one. */
  apiKey?: string;
  /** In place of the global one: to record, to retry, to time out. */
  fetch?: ClientOptions["fetch"];
}

/**
 * A client of every operation, typed by the API's OpenAPI document. A call resolves with `data` or with `error`, the
 * problem document, and always with `response`; it rejects only when there was no answer.
 */
export function createProviderCheckoutClient(options: ProviderCheckoutOptions): ProviderCheckoutClient {
  const { baseUrl, apiKey, fetch } = options;
  return createClient<paths>({
    baseUrl,
    ...(fetch && { fetch }),
    ...(apiKey !== undefined && { headers: { Authorization: `Bearer ${apiKey}` } }),
  });
}
