import { EXAMPLE } from "../contract/examples";
import { read } from "../contract/validate";
import {
  deliveriesQuery,
  endpointChangesRequest,
  newEndpointRequest,
  replayRequest,
  rotateSecretRequest,
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
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../events/endpoints";
import { listDeliveries } from "../events/list-deliveries";
import { replayEvents } from "../events/replay";
import { testEndpoint } from "../events/send-test";
import { body, nothing, optionalBody, query } from "../http/operation";
import { ok, operation, responding } from "./operation";

const ENDPOINTS = "/v1/webhook-endpoints";
const ONE = `${ENDPOINTS}/{endpointId}`;
const managed = { tag: "Webhook endpoints", access: "key", scope: "webhooks:manage" } as const;

/** Where a provider's events are sent, and what became of them. Contract section 8. */
export const WEBHOOK_OPERATIONS = [
  operation({
    id: "listWebhookEndpoints",
    method: "GET",
    client: "webhookEndpoints.list",
    path: ENDPOINTS,
    summary: "List webhook endpoints",
    description: "The provider's endpoints, the oldest first, with why a disabled one is so.",
    ...managed,
    input: nothing,
    responses: responding(200, "All endpoints.", webhookEndpointList),
    run: (deps, _, { provider }) => ok(listEndpoints(deps, provider.id)),
  }),
  operation({
    id: "createWebhookEndpoint",
    method: "POST",
    client: "webhookEndpoints.create",
    path: ENDPOINTS,
    summary: "Create a webhook endpoint",
    description:
      "Registers an address for events from now on; a provider has at most 20. The answer shows the signing secret, once.",
    ...managed,
    input: {
      ...body(newEndpointRequest(false)),
      read: (json, _, { allowLoopback }) => read(newEndpointRequest(allowLoopback), json),
    },
    responses: {
      201: {
        description: "The endpoint with its secret.",
        schema: webhookEndpointWithSecret,
        headers: { Location: "Location" },
      },
    },
    errors: ["webhook_endpoint_limit_reached"],
    async run(deps, { input }, { provider }) {
      const endpoint = await createEndpoint(deps, provider.id, input);
      const Location = `${deps.baseUrl}${ENDPOINTS}/${endpoint.endpoint_id}`;
      return { status: 201, headers: { Location }, body: endpoint };
    },
  }),
  operation({
    id: "getWebhookEndpoint",
    method: "GET",
    client: "webhookEndpoints.retrieve",
    path: ONE,
    summary: "Get a webhook endpoint",
    description: "The endpoint as it stands. Its secret is not shown again: rotate it where it was lost.",
    ...managed,
    input: nothing,
    responses: responding(200, "The endpoint.", webhookEndpoint),
    run: (deps, { id }, { provider }) => ok(getEndpoint(deps, provider.id, id)),
  }),
  operation({
    id: "updateWebhookEndpoint",
    method: "POST",
    client: "webhookEndpoints.update",
    repeatable: true,
    path: ONE,
    summary: "Change a webhook endpoint",
    description:
      "What is left out stays. Disabling cancels what is pending; enabling begins with the events from then on, and a replay brings those between.",
    ...managed,
    input: {
      ...body(endpointChangesRequest(false)),
      read: (json, _, { allowLoopback }) => read(endpointChangesRequest(allowLoopback), json),
    },
    responses: responding(200, "The changed endpoint.", webhookEndpoint),
    run: (deps, { id, input }, { provider }) => ok(updateEndpoint(deps, provider.id, id, input)),
  }),
  operation({
    id: "deleteWebhookEndpoint",
    method: "DELETE",
    client: "webhookEndpoints.delete",
    path: ONE,
    summary: "Delete a webhook endpoint",
    description: "Nothing is sent any more, and what is pending is cancelled.",
    ...managed,
    input: nothing,
    responses: { 204: { description: "It is gone." } },
    async run(deps, { id }, { provider }) {
      await removeEndpoint(deps, provider.id, id);
      return { status: 204, body: null };
    },
  }),
  operation({
    id: "rotateWebhookSecret",
    method: "POST",
    client: "webhookEndpoints.rotateSecret",
    path: `${ONE}/rotate-secret`,
    summary: "Rotate the signing secret",
    description:
      "Makes a new secret and shows it, once. For `overlap_hours` everything is signed with both; one that was rotated out before ends at once.",
    ...managed,
    input: optionalBody(rotateSecretRequest),
    responses: responding(200, "The endpoint with its new secret.", webhookEndpointWithSecret),
    run: (deps, { id, input }, { provider }) => ok(rotateSecret(deps, provider.id, id, input)),
  }),
  operation({
    id: "testWebhookEndpoint",
    method: "POST",
    client: "webhookEndpoints.test",
    path: `${ONE}/test`,
    summary: "Send a test event",
    description:
      "An event of a sample checkout, whose order begins with `TEST-`; signed and retried as any other. It is in no list of events.",
    ...managed,
    input: optionalBody(testRequest),
    responses: responding(202, "The delivery, which is under way.", webhookDelivery),
    errors: ["webhook_endpoint_disabled"],
    run: (deps, { id, input }, { provider }) =>
      ok(testEndpoint(deps, provider.id, id, input.event_type), 202),
  }),
  operation({
    id: "replayWebhookEvents",
    method: "POST",
    client: "webhookEndpoints.replay",
    path: `${ONE}/replay`,
    summary: "Send events again",
    description:
      "One event by its id, or those of a span of time that the endpoint takes, oldest first, with the `webhook-id` that they had. A call schedules about 10,000 events; `next_since` says where to go on if there are more.",
    ...managed,
    input: body(replayRequest, () => ({
      "One event": { event_id: EXAMPLE.eventId },
      "The events of a day": { since: "2026-11-20T00:00:00Z", until: "2026-11-21T00:00:00Z" },
    })),
    responses: responding(202, "How many are under way.", replayScheduled),
    errors: ["event_not_found", "webhook_endpoint_disabled"],
    run: (deps, { id, input }, { provider }) => ok(replayEvents(deps, provider.id, id, input), 202),
  }),
  operation({
    id: "listWebhookDeliveries",
    method: "GET",
    client: "deliveries.list",
    path: `${ONE}/deliveries`,
    summary: "List deliveries",
    description:
      "What was sent to the endpoint and what is to be sent, newest first, with every attempt: request, answer, duration.",
    ...managed,
    input: query(deliveriesQuery),
    responses: responding(200, "A page of deliveries.", webhookDeliveryList),
    run(deps, { id, input: { status, event_id: eventId, cursor: before, limit } }, { provider }) {
      return ok(listDeliveries(deps, provider.id, id, { status, eventId, before, limit }));
    },
  }),
];
