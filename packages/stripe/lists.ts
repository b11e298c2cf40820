import type Stripe from "stripe";
import type { ListedCharge, OrderReference } from "../../lib/gateway/port";
import { SECOND_MS } from "../dates/time";
import type { stripeClient } from "./client";
import { checkedIntent, resultOf } from "./intent";

type Ask = ReturnType<typeof stripeClient>["ask"];

/** Those that this service made, oldest first. Stripe lists the newest first, so all pages are read. */
export async function listIntents(ask: Ask, mode: "test" | "live", since: Date): Promise<ListedCharge[]> {
  const created = { gte: Math.floor(since.getTime() / SECOND_MS) };
  const intents: Stripe.PaymentIntent[] = [];
  for (let after: string | undefined, hasMore = true; hasMore; after = intents.at(-1)?.id) {
    const page = await ask((stripe) =>
      stripe.paymentIntents.list({
        created,
        limit: 100,
        expand: ["data.latest_charge"],
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    intents.push(...page.data);
    hasMore = page.has_more && page.data.length > 0;
  }
  return intents.reverse().flatMap((intent) => listed(checkedIntent(intent, { mode })) ?? []);
}

function listed(intent: Stripe.PaymentIntent): ListedCharge | null {
  const { key, provider_id: providerId, provider_order_id: providerOrderId } = intent.metadata;
  const status = resultOf(intent)?.status;
  if (!key || providerId === undefined || providerOrderId === undefined) return null;
  if (status !== "succeeded" && status !== "declined") return null;
  const createdAt = new Date(intent.created * SECOND_MS);
  const { amount: amountCents, id: reference } = intent;
  return { key, providerId, providerOrderId, amountCents, status, createdAt, reference };
}

export const ordersQuery = ({ providerId, providerOrderId }: OrderReference) =>
  `metadata['provider_id']:${quoted(providerId)} AND metadata['provider_order_id']:${quoted(providerOrderId)}`;

const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
