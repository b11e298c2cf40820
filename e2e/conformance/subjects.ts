import { ok } from "../support/answer";
import { askRefund } from "../support/refunds";
import { payNow, type Scene, startedPlan } from "../support/scenes";
import { settlementOf } from "../support/settlements";
import { makeEndpoint } from "../support/webhooks";
import type { Row, Setting } from "./row";

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

/** Of the checkout with this id, for paths that name both. */
export const refundOf = new Map<string, string>();

async function refunded({ client, provider }: Setting): Promise<Scene> {
  const scene = await payNow(client, provider);
  const { body } = ok(await askRefund(client, scene.id, 1), 201);
  refundOf.set(scene.id, body.refund_id);
  return scene;
}

async function settlement({ client, provider }: Setting): Promise<Scene> {
  const { answer } = await payNow(client, provider);
  return named(await settlementOf(provider), answer);
}

/** What a path names beside checkouts: how a test finds one made, and what is said of one that does not exist. */
export const SUBJECTS: Record<string, Pick<Row, "subject" | "unknown">> = {
  "{eventId}": { subject: event, unknown: "event_not_found" },
  "{refundId}": { subject: refunded, unknown: "checkout_not_found" },
  "{settlementId}": { subject: settlement, unknown: "settlement_not_found" },
  "{endpointId}": { subject: endpoint, unknown: "webhook_endpoint_not_found" },
};
