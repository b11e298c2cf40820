import type { Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { optionsOf, type RequestOptions, type Schema } from "./options.js";
import type { paths } from "./schema.js";

/** The addresses to which events are sent. */
export function webhookEndpointsOf(plain: Client<paths>) {
  const at = (endpointId: string) => ({ params: { path: { endpointId } } });
  return {
    /** For events from now on. `secret` is shown this once. */
    async create(
      body: Schema<"NewWebhookEndpoint">,
      options: RequestOptions = {},
    ): Promise<Schema<"WebhookEndpointWithSecret">> {
      const { signal } = optionsOf("webhookEndpoints.create", options, "signal");
      return dataOf(await plain.POST("/v1/webhook-endpoints", { body, signal }));
    },

    /** All of them, the oldest first. */
    async list(options: RequestOptions = {}): Promise<Schema<"WebhookEndpoint">[]> {
      const { signal } = optionsOf("webhookEndpoints.list", options, "signal");
      return dataOf<Schema<"WebhookEndpointList">>(await plain.GET("/v1/webhook-endpoints", { signal })).data;
    },

    /** Without its secret. */
    async retrieve(endpointId: string, options: RequestOptions = {}): Promise<Schema<"WebhookEndpoint">> {
      const { signal } = optionsOf("webhookEndpoints.retrieve", options, "signal");
      return dataOf(await plain.GET("/v1/webhook-endpoints/{endpointId}", { ...at(endpointId), signal }));
    },

    /** What is left out stays as it is. */
    async update(
      endpointId: string,
      body: Schema<"WebhookEndpointChanges">,
      options: RequestOptions = {},
    ): Promise<Schema<"WebhookEndpoint">> {
      const { signal } = optionsOf("webhookEndpoints.update", options, "signal");
      return dataOf(
        await plain.POST("/v1/webhook-endpoints/{endpointId}", { ...at(endpointId), body, signal }),
      );
    },

    /** Nothing is sent to it any more. */
    async delete(endpointId: string, options: RequestOptions = {}): Promise<void> {
      const { signal } = optionsOf("webhookEndpoints.delete", options, "signal");
      dataOf(await plain.DELETE("/v1/webhook-endpoints/{endpointId}", { ...at(endpointId), signal }));
    },

    /** For `overlap_hours` everything is signed with the new secret and with the one before. */
    async rotateSecret(
      endpointId: string,
      body: Schema<"RotateWebhookSecret"> = {},
      options: RequestOptions = {},
    ): Promise<Schema<"WebhookEndpointWithSecret">> {
      const { signal } = optionsOf("webhookEndpoints.rotateSecret", options, "signal");
      return dataOf(
        await plain.POST("/v1/webhook-endpoints/{endpointId}/rotate-secret", {
          ...at(endpointId),
          body,
          signal,
        }),
      );
    },

    /** Sends an event of a sample checkout. */
    async test(
      endpointId: string,
      body: Schema<"TestWebhookEndpoint"> = {},
      options: RequestOptions = {},
    ): Promise<Schema<"WebhookDelivery">> {
      const { signal } = optionsOf("webhookEndpoints.test", options, "signal");
      return dataOf(
        await plain.POST("/v1/webhook-endpoints/{endpointId}/test", { ...at(endpointId), body, signal }),
      );
    },

    /** Sends events again, under the ids that they had. */
    async replay(
      endpointId: string,
      body: Schema<"ReplayEvents">,
      options: RequestOptions = {},
    ): Promise<Schema<"ReplayScheduled">> {
      const { signal } = optionsOf("webhookEndpoints.replay", options, "signal");
      return dataOf(
        await plain.POST("/v1/webhook-endpoints/{endpointId}/replay", { ...at(endpointId), body, signal }),
      );
    },
  };
}
