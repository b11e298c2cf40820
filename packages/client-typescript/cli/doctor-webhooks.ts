import type { Schema } from "../index.js";
import { sleep } from "../retry.js";
import type { Call } from "./command.js";

/** Tells of one thing that was looked at. */
export type Find = (name: string, ok: boolean, says: string) => void;
type Delivery = Schema<"WebhookDelivery">;

/** The service's first attempt begins within some seconds and takes at most 15. */
const MAX_WAIT_MS = 30_000;
const PAUSE_MS = 500;

export const SEND_TEST = {
  "send-test": { help: "Sends a test event to each enabled webhook endpoint, and waits for its answer" },
};

export async function examineEndpoints(call: Call, find: Find): Promise<void> {
  const endpoints = await call.client.webhookEndpoints.list();
  if (endpoints.length === 0) find("Webhooks", true, "no endpoint is registered");
  for (const endpoint of endpoints) await examineEndpoint(call, endpoint, find);
}

async function examineEndpoint(
  call: Call,
  { endpoint_id, url, status, disabled_reason, failing_since }: Schema<"WebhookEndpoint">,
  find: Find,
): Promise<void> {
  const tests = call.values("send-test").length > 0 && status === "enabled";
  const tested = tests ? await testOf(call, endpoint_id) : undefined;
  const isWell = tested
    ? tested.status === "delivered"
    : failing_since === null && (disabled_reason === null || disabled_reason === "requested");
  const failing = failing_since === null ? "" : `, failing since ${failing_since}`;
  const reason = disabled_reason === null ? "" : ` (${disabled_reason})`;
  const last = tested
    ? `the test: ${told(tested)}`
    : `last delivery: ${told(await lastOf(call, endpoint_id)) || "none yet"}`;
  find("Webhooks", isWell, `${endpoint_id} ${url}: ${status}${reason}${failing}; ${last}`);
}

async function lastOf({ client }: Call, endpointId: string): Promise<Delivery | undefined> {
  for await (const delivery of client.deliveries.list(endpointId, { limit: 1 })) return delivery;
  return undefined;
}

/** The delivery of a test event, as it is when its first attempt has ended. */
async function testOf({ client, signal }: Call, endpointId: string): Promise<Delivery> {
  let delivery: Delivery = await client.webhookEndpoints.test(endpointId);
  const until = Date.now() + MAX_WAIT_MS;
  while (delivery.attempts.length === 0 && delivery.status === "pending" && Date.now() < until) {
    await sleep(PAUSE_MS, signal);
    for await (const one of client.deliveries.list(endpointId, { event_id: delivery.event_id }))
      delivery = one;
  }
  return delivery;
}

function told(delivery: Delivery | undefined): string {
  if (delivery === undefined) return "";
  const { response_status, fault } = delivery.attempts.at(-1) ?? {};
  return `${delivery.status}, ${response_status ?? fault ?? "no attempt yet"}, ${delivery.created_at}`;
}
