import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { event, webhookAttempt, webhookDelivery } from "../../drizzle/schema";
import { sampleEvents } from "../../lib/checkout/sample";
import { type Id, newId } from "../../lib/domain/ids";
import type { Api } from "./api";
import type { Body } from "./bodies";
import { database, type TestProvider } from "./provider";

/** An address that no resolver knows: nothing leaves this machine. */
export const NOWHERE = "https://receiver.invalid/hooks";
export const ENDPOINTS = "/v1/webhook-endpoints";

/** An endpoint that a test finds already registered: create's answer. */
export async function makeEndpoint(client: Api, changes: Body = {}): Promise<Body> {
  const answer = await client.post(ENDPOINTS, { url: NOWHERE, ...changes });
  if (answer.status !== 201) throw new Error(`No endpoint was made: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A sample as the service sends it now, or so many minutes from now, with a signature by another secret before its own. */
export function signedSample(secret: string, minutes = 0): { body: string; headers: Record<string, string> } {
  const samples = sampleEvents({ baseUrl: "https://checkout.example", environment: "sandbox" });
  const body = JSON.stringify(samples["payment_plan.signed"]);
  const at = new Date(Date.now() + minutes * 60_000);
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,other ${new Webhook(secret).sign("evt_1", at, body)}`,
  };
  return { body, headers };
}

/** Puts an event so many days back. */
export async function ageEvent(id: string, days: number, db = database()): Promise<void> {
  await db
    .update(event)
    .set({ occurredAt: new Date(Date.now() - days * 86_400_000) })
    .where(eq(event.id, id as Id<"evt">));
}

/** A delivery of an event with its one attempt in the log. */
export async function logDelivery(
  { id: providerId }: Pick<TestProvider, "id">,
  endpointId: string,
  eventId: string,
  answer: { status: number; body: string },
  db = database(),
): Promise<string> {
  const now = new Date();
  const id = newId("whd");
  await db.insert(webhookDelivery).values({
    providerId,
    id,
    endpointId: endpointId as Id<"whe">,
    eventId: eventId as Id<"evt">,
    eventType: "checkout.created",
    kind: "replay",
    status: answer.status < 300 ? "delivered" : "failed",
    attempts: 1,
    createdAt: now,
    finishedAt: now,
  });
  await db.insert(webhookAttempt).values({
    providerId,
    deliveryId: id,
    number: 1,
    startedAt: now,
    durationMs: 12,
    requestHeaders: { "webhook-id": eventId },
    responseStatus: answer.status,
    responseBody: answer.body,
    fault: answer.status < 300 ? null : "status",
  });
  return id;
}
