import { eq } from "drizzle-orm";
import { requestLog } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { ok } from "./answer";
import type { Api } from "./api";
import { cardToken, orderId, payNowBody, planBody } from "./bodies";
import { until } from "./poll";
import { database, type TestProvider } from "./provider";
import { confirmedPlan, payNow, startedPlan } from "./scenes";
import { logDelivery, makeEndpoint } from "./webhooks";

/** A card that is declined, then another for the same order. */
export async function declinedThenPaid(client: Api, provider: TestProvider): Promise<void> {
  const paid = (card: string, body = payNowBody(provider)) => ({
    ...body,
    card_payment: { ...body.card_payment, token: cardToken(card) },
  });
  const body = payNowBody(provider);
  await client.createOnce(orderId(), paid("declined_lost_card", body));
  ok(await client.createOnce(orderId(), paid("visa", body)), 201);
}

export async function sentAgain(client: Api, provider: TestProvider) {
  const [key, body] = [orderId(), planBody(provider)];
  await client.createOnce(key, body);
  return client.createOnce(key, body);
}

export async function expired(client: Api, provider: TestProvider): Promise<void> {
  ok(await client.expire((await startedPlan(client, provider)).id));
}

/** Every item of the checklist, on the shared stack. What a receiver would do is only recorded. */
export async function showEverything(client: Api, provider: TestProvider): Promise<void> {
  const { id } = await payNow(client, provider, "answer_lost");
  await declinedThenPaid(client, provider);
  await confirmedPlan(client, provider);
  await expired(client, provider);
  const again = (await sentAgain(client, provider)).headers.get("request-id") as Id<"req">;
  const { endpoint_id } = await makeEndpoint(client);
  const { body } = await client.get("/v1/events");
  await logDelivery(provider, endpoint_id, body.data[0].id, { status: 200, body: "" });
  const found = () => database().select().from(requestLog).where(eq(requestLog.id, again));
  await until("the replay is logged", async () => (await found()).length > 0);
  const paid = async () => (await client.status(id)).body.checkout_status === "Payment Processing";
  await until("the outcome is known", paid);
}
