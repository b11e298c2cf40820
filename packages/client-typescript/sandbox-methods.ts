import type { Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { optionsOf, type RequestOptions, type Schema } from "./options.js";
import type { paths } from "./schema.js";

/** What only the sandbox can do. */
export function sandboxOf(plain: Client<paths>) {
  const at = (checkoutId: string) => ({ params: { path: { checkoutId } } });
  return {
    /** In place of the student; the account that signs is `success` where none is named. */
    async authoriseDirectDebit(
      checkoutId: string,
      body: Schema<"AuthoriseDirectDebitRequest"> = {},
      options: RequestOptions = {},
    ): Promise<Schema<"Checkout">> {
      const { signal } = optionsOf("sandbox.authoriseDirectDebit", options, "signal");
      const request = { ...at(checkoutId), body, signal };
      return dataOf(
        await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/authorise-direct-debit", request),
      );
    },

    /** Lets the time of a plan run out. */
    async expire(checkoutId: string, options: RequestOptions = {}): Promise<Schema<"Checkout">> {
      const { signal } = optionsOf("sandbox.expire", options, "signal");
      return dataOf(
        await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/expire", { ...at(checkoutId), signal }),
      );
    },

    /** Says what became of a charge whose answer was lost. */
    async resolveCharge(
      checkoutId: string,
      body: Schema<"ResolveChargeRequest">,
      options: RequestOptions = {},
    ): Promise<Schema<"Checkout">> {
      const { signal } = optionsOf("sandbox.resolveCharge", options, "signal");
      const request = { ...at(checkoutId), body, signal };
      return dataOf(await plain.POST("/v1/sandbox/provider-checkouts/{checkoutId}/resolve-charge", request));
    },

    /** What the card gateway has on record, oldest first. */
    async charges(
      query: { provider_order_id?: string } = {},
      options: RequestOptions = {},
    ): Promise<Schema<"SandboxCharge">[]> {
      const { signal } = optionsOf("sandbox.charges", options, "signal");
      const answer = await plain.GET("/v1/sandbox/charges", { params: { query }, signal });
      return dataOf<Schema<"SandboxCharges">>(answer).data;
    },

    /** An event of a sample checkout, to one endpoint or to all that take its type. */
    async sendEvent(
      body: Schema<"SandboxEventRequest">,
      options: RequestOptions = {},
    ): Promise<Schema<"TestsScheduled">> {
      const { signal } = optionsOf("sandbox.sendEvent", options, "signal");
      return dataOf(await plain.POST("/v1/sandbox/events", { body, signal }));
    },

    /** The newest 20 requests of this key, and what they were answered. */
    async requests(options: RequestOptions = {}): Promise<Schema<"SandboxRequests">["data"]> {
      const { signal } = optionsOf("sandbox.requests", options, "signal");
      return dataOf<Schema<"SandboxRequests">>(await plain.GET("/v1/sandbox/requests", { signal })).data;
    },

    /** Deletes all that the provider's tests have made; its keys, courses and webhook endpoints stay. */
    async reset(options: RequestOptions = {}): Promise<Schema<"Reset">> {
      const { signal } = optionsOf("sandbox.reset", options, "signal");
      return dataOf(await plain.POST("/v1/sandbox/reset", { signal }));
    },
  };
}
