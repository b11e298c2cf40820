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

/** Where a provider's events are sent, and each delivery. Contract section 8. */
export const WEBHOOK_OPERATIONS = [
  operation({
    id: "listWebhookEndpoints",
    method: "GET",
    client: "webhookEndpoints.list",
    path: ENDPOINTS,
    summary: "List webhook endpoints",
    description: "Lists your webhook endpoints, oldest first, and why each disabled one is disabled.",
    ...managed,
    input: nothing,
    responses: responding(200, "All your webhook endpoints.", webhookEndpointList),
    run: (deps, _, { provider }) => ok(listEndpoints(deps, provider.id)),
  }),
  operation({
    id: "createWebhookEndpoint",
    method: "POST",
    client: "webhookEndpoints.create",
    path: ENDPOINTS,
    summary: "Create a webhook endpoint",
    description:
      "Creates an endpoint that receives all events from now on. You can have at most 20 endpoints. The response shows the signing secret once.",
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
    description: "Returns the endpoint without its secret. If you lost the secret, rotate it.",
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
      "Changes the fields that you send. Disabling an endpoint cancels its pending deliveries. After you enable it again, it receives new events only; replay the events that it missed.",
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
    description: "Deletes the endpoint and cancels its pending deliveries.",
    ...managed,
    input: nothing,
    responses: { 204: { description: "The endpoint is deleted." } },
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
      "Makes a new secret and shows it once. Events are signed with both secrets for `overlap_hours`. If you rotate again during that time, the oldest secret stops working at once.",
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
      "Sends an event with sample data. It is signed and retried like any other event, but no list of events contains it. The order of its checkout begins with `TEST-`.",
    ...managed,
    input: optionalBody(testRequest),
    responses: responding(202, "The scheduled delivery.", webhookDelivery),
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
      "Sends one event again, or all events of a period that the endpoint receives, oldest first. Each event keeps its `webhook-id`. One call schedules about 10,000 events. If there are more, the response has `next_since`.",
    ...managed,
    input: body(replayRequest, () => ({
      "One event": { event_id: EXAMPLE.eventId },
      "The events of a day": { since: "2026-11-20T00:00:00Z", until: "2026-11-21T00:00:00Z" },
    })),
    responses: responding(202, "How many events will be sent again.", replayScheduled),
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
      "Lists what was and will be sent to the endpoint, newest first, with every attempt: request, response and duration.",
    ...managed,
    input: query(deliveriesQuery),
    responses: responding(200, "A page of deliveries.", webhookDeliveryList),
    run(deps, { id, input: { status, event_id: eventId, cursor: before, limit } }, { provider }) {
      return ok(listDeliveries(deps, provider.id, id, { status, eventId, before, limit }));
    },
  }),
];
