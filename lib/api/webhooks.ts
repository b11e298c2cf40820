import { USUAL_PAGE } from "../contract/paging";
import { readQuery } from "../contract/requests";
import { read } from "../contract/validate";
import {
  deliveriesQuery,
  type EndpointChanges,
  endpointChangesRequest,
  type NewEndpoint,
  newEndpointRequest,
  type ReplayCommand,
  type RotateSecret,
  replayRequest,
  rotateSecretRequest,
  type TestSend,
  testRequest,
} from "../contract/webhook-requests";
import {
  replayScheduled,
  webhookDelivery,
  webhookDeliveryList,
  webhookEndpoint,
  webhookEndpointList,
  webhookEndpointWithSecret,
} from "../contract/webhooks";
import type { EventsDeps } from "../events/context";
import { createEndpoint } from "../events/create-endpoint";
import { getEndpoint, listEndpoints } from "../events/endpoint";
import { listDeliveries } from "../events/list-deliveries";
import { removeEndpoint } from "../events/remove-endpoint";
import { replayEvents } from "../events/replay";
import { rotateSecret } from "../events/rotate-secret";
import { testEndpoint } from "../events/send-test";
import { updateEndpoint } from "../events/update-endpoint";
import { type Operation, operation } from "../http/operation";
import { known } from "./by";
import { ON_ANY_BODY, ON_ENDPOINT, ON_KEY } from "./error-sets";

const ENDPOINTS = "/v1/webhook-endpoints";
const ONE = `${ENDPOINTS}/{endpointId}`;
const COMMON = { tag: "Webhook endpoints", access: "key", scope: "webhooks:manage" } as const;

/** Where a provider's events are sent, and what became of them. Contract section 8. */
export function webhookOperations(deps: EventsDeps, allowLoopback: boolean): Operation[] {
  const newEndpoint = newEndpointRequest(allowLoopback);
  const endpointChanges = endpointChangesRequest(allowLoopback);
  return [
    operation({
      ...COMMON,
      id: "listWebhookEndpoints",
      method: "GET",
      path: ENDPOINTS,
      summary: "List webhook endpoints",
      description: "The provider's endpoints, the oldest first, with why a disabled one is so.",
      responses: { 200: { description: "All endpoints.", schema: webhookEndpointList } },
      errors: ON_KEY,
      run: async (_, caller) => ({
        status: 200,
        body: await listEndpoints(deps, known(caller).provider.id),
      }),
    }),
    operation<NewEndpoint>({
      ...COMMON,
      id: "createWebhookEndpoint",
      method: "POST",
      path: ENDPOINTS,
      summary: "Create a webhook endpoint",
      description:
        "Registers an address for events from now on; a provider has at most 20. The answer shows the signing secret, once.",
      body: { schema: newEndpoint, required: true, read: (input) => read(newEndpoint, input) },
      responses: {
        201: {
          description: "The endpoint with its secret.",
          schema: webhookEndpointWithSecret,
          headers: { Location: "Location" },
        },
      },
      errors: [...ON_KEY, ...ON_ANY_BODY, "webhook_endpoint_limit_reached"],
      run: async (call, caller) => {
        const body = await createEndpoint(deps, known(caller).provider.id, call.body);
        const Location = `${deps.baseUrl}${ENDPOINTS}/${body.endpoint_id}`;
        return { status: 201, headers: { Location }, body };
      },
    }),
    operation({
      ...COMMON,
      id: "getWebhookEndpoint",
      method: "GET",
      path: ONE,
      summary: "Get a webhook endpoint",
      description: "The endpoint as it stands. Its secret is not shown again: rotate it where it was lost.",
      responses: { 200: { description: "The endpoint.", schema: webhookEndpoint } },
      errors: ON_ENDPOINT,
      run: async (call, caller) => ({
        status: 200,
        body: await getEndpoint(deps, known(caller).provider.id, call.id),
      }),
    }),
    operation<EndpointChanges>({
      ...COMMON,
      id: "updateWebhookEndpoint",
      method: "POST",
      path: ONE,
      summary: "Change a webhook endpoint",
      description:
        "What is left out stays. Disabling cancels what is pending; enabling begins with the events from then on, and a replay brings those between.",
      body: { schema: endpointChanges, required: true, read: (input) => read(endpointChanges, input) },
      responses: { 200: { description: "The changed endpoint.", schema: webhookEndpoint } },
      errors: [...ON_ENDPOINT, ...ON_ANY_BODY],
      run: async (call, caller) => ({
        status: 200,
        body: await updateEndpoint(deps, known(caller).provider.id, call.id, call.body),
      }),
    }),
    operation({
      ...COMMON,
      id: "deleteWebhookEndpoint",
      method: "DELETE",
      path: ONE,
      summary: "Delete a webhook endpoint",
      description: "Nothing is sent any more, and what is pending is cancelled.",
      responses: { 204: { description: "It is gone." } },
      errors: ON_ENDPOINT,
      run: async (call, caller) => {
        await removeEndpoint(deps, known(caller).provider.id, call.id);
        return { status: 204, body: null };
      },
    }),
    operation<RotateSecret>({
      ...COMMON,
      id: "rotateWebhookSecret",
      method: "POST",
      path: `${ONE}/rotate-secret`,
      summary: "Rotate the signing secret",
      description:
        "Makes a new secret and shows it, once. For `overlap_hours` everything is signed with both; one that was rotated out before ends at once.",
      body: {
        schema: rotateSecretRequest,
        required: false,
        read: (input) => read(rotateSecretRequest, input),
      },
      responses: {
        200: { description: "The endpoint with its new secret.", schema: webhookEndpointWithSecret },
      },
      errors: [...ON_ENDPOINT, ...ON_ANY_BODY],
      run: async (call, caller) => ({
        status: 200,
        body: await rotateSecret(deps, known(caller).provider.id, call.id, call.body),
      }),
    }),
    operation<TestSend>({
      ...COMMON,
      id: "testWebhookEndpoint",
      method: "POST",
      path: `${ONE}/test`,
      summary: "Send a test event",
      description:
        "An event of a sample checkout, whose order begins with `TEST-`; signed and retried as any other. It is in no list of events.",
      body: { schema: testRequest, required: false, read: (input) => read(testRequest, input) },
      responses: { 202: { description: "The delivery, which is under way.", schema: webhookDelivery } },
      errors: [...ON_ENDPOINT, ...ON_ANY_BODY, "webhook_endpoint_disabled"],
      run: async (call, caller) => ({
        status: 202,
        body: await testEndpoint(deps, known(caller).provider.id, call.id, call.body.event_type),
      }),
    }),
    operation<ReplayCommand>({
      ...COMMON,
      id: "replayWebhookEvents",
      method: "POST",
      path: `${ONE}/replay`,
      summary: "Send events again",
      description:
        "One event by its id, or those of a span of time that the endpoint takes, oldest first, with the `webhook-id` that they had. A call schedules about 10,000 events; `next_since` says where to go on if there are more.",
      body: { schema: replayRequest, required: true, read: (input) => read(replayRequest, input) },
      responses: { 202: { description: "How many are under way.", schema: replayScheduled } },
      errors: [...ON_ENDPOINT, ...ON_ANY_BODY, "event_not_found", "webhook_endpoint_disabled"],
      run: async (call, caller) => ({
        status: 202,
        body: await replayEvents(deps, known(caller).provider.id, call.id, call.body),
      }),
    }),
    operation({
      ...COMMON,
      id: "listWebhookDeliveries",
      method: "GET",
      path: `${ONE}/deliveries`,
      summary: "List deliveries",
      description:
        "What was sent to the endpoint and what is to be sent, newest first, with every attempt: request, answer, duration.",
      query: deliveriesQuery,
      responses: { 200: { description: "A page of deliveries.", schema: webhookDeliveryList } },
      errors: [...ON_ENDPOINT, "validation_failed"],
      run: async (call, caller) => {
        const query = readQuery(deliveriesQuery, call.query);
        const filter = {
          status: query.status,
          eventId: query.event_id,
          before: query.cursor,
          limit: query.limit ?? USUAL_PAGE,
        };
        return {
          status: 200,
          body: await listDeliveries(deps, known(caller).provider.id, call.id, filter),
        };
      },
    }),
  ];
}
