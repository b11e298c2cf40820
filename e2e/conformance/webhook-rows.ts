import { type Scene, startedPlan } from "../support/scenes";
import { makeEndpoint, NOWHERE } from "../support/webhooks";
import type { Row, Setting } from "./row";

/** What these tests know of the operations on events and webhook endpoints. Contract section 8. */

const named = (id: string, answer: Scene["answer"], orderId = ""): Scene => ({
  id,
  orderId,
  body: {},
  answer,
});

async function event({ client, provider }: Setting): Promise<Scene> {
  const { orderId, answer } = await startedPlan(client, provider);
  const { body } = await client.get("/v1/events?limit=1");
  return named(body.data[0].id, answer, orderId);
}

async function endpoint({ client }: Setting): Promise<Scene> {
  const { endpoint_id } = await makeEndpoint(client);
  return named(endpoint_id, await client.get(`/v1/webhook-endpoints/${endpoint_id}`));
}

const READ: Row = { key: "needed", scope: "checkouts:read", success: 200 };
const MANAGE: Row = { key: "needed", scope: "webhooks:manage", success: 200 };
const ON_ENDPOINT: Row = { ...MANAGE, subject: endpoint, unknown: "webhook_endpoint_not_found" };

export const WEBHOOK_ROWS: Record<string, Row> = {
  listEvents: READ,
  getEvent: { ...READ, subject: event, unknown: "event_not_found" },
  listWebhookEndpoints: MANAGE,
  createWebhookEndpoint: { ...MANAGE, success: 201, body: () => ({ url: NOWHERE }) },
  getWebhookEndpoint: ON_ENDPOINT,
  updateWebhookEndpoint: { ...ON_ENDPOINT, body: () => ({ description: "Till" }) },
  deleteWebhookEndpoint: { ...ON_ENDPOINT, success: 204 },
  rotateWebhookSecret: { ...ON_ENDPOINT, body: () => ({ overlap_hours: 1 }) },
  testWebhookEndpoint: {
    ...ON_ENDPOINT,
    success: 202,
    body: () => ({ event_type: "payment_plan.signed" }),
  },
  replayWebhookEvents: {
    ...ON_ENDPOINT,
    success: 202,
    body: () => ({ since: "2026-11-01T00:00:00Z" }),
  },
  listWebhookDeliveries: ON_ENDPOINT,
};
