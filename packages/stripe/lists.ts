import type Stripe from "stripe";
import {
  type CardGateway,
  GatewayOutcomeUnknown,
  type ListedCharge,
  type OrderReference,
} from "../../lib/gateway/port";
import { DAY_MS, SECOND_MS } from "../dates/time";
import type { stripeClient } from "./client";
import { checkedIntent, resultOf } from "./intent";

type Ask = ReturnType<typeof stripeClient>["ask"];

const PAGE = 100;
/** An account may be busy with other payments, too. */
const MAX_LISTED_PAGES = 1_000;
const MAX_SOUGHT_PAGES = 100;
/** A student waits meanwhile. */
const MAX_PAGES_FOR_ORDER = 10;
/** What a database loses is its last commits. Reconciliation finds what is older. */
const SOUGHT_MS = 2 * DAY_MS;

/** Those that this service made, oldest first. Stripe lists the newest first, so all pages are read. */
export async function listIntents(ask: Ask, mode: CardGateway["mode"], since: Date): Promise<ListedCharge[]> {
  const charges: ListedCharge[] = [];
  for await (const intent of intentsSince(ask, since, MAX_LISTED_PAGES))
    charges.push(...listed(intent, mode));
  return charges.reverse();
}

/** The key's of the last two days. */
export const intentsOfKey = (ask: Ask, mode: CardGateway["mode"], key: string) =>
  latelyMade(ask, mode, MAX_SOUGHT_PAGES, (metadata) => metadata.key === key);

/** The order's of the last two days, or since a later instant, oldest first. */
export const intentsOfOrder = (
  ask: Ask,
  mode: CardGateway["mode"],
  order: OrderReference,
  since: Date | null = null,
) =>
  latelyMade(
    ask,
    mode,
    MAX_PAGES_FOR_ORDER,
    ({ provider_id, provider_order_id }) =>
      provider_id === order.providerId && provider_order_id === order.providerOrderId,
    since?.getTime(),
  );

/** Unlike a search, a list is never behind. */
async function latelyMade(
  ask: Ask,
  mode: CardGateway["mode"],
  maxPages: number,
  isSought: (metadata: Stripe.Metadata) => boolean,
  since = 0,
) {
  const found: Stripe.PaymentIntent[] = [];
  const from = new Date(Math.max(since, Date.now() - SOUGHT_MS));
  for await (const intent of intentsSince(ask, from, maxPages))
    if (isSought(intent.metadata)) found.push(checkedIntent(intent, { mode }));
  return found.reverse();
}

/** @throws GatewayOutcomeUnknown for what is no list, and for one that is too long */
async function* intentsSince(ask: Ask, since: Date, maxPages: number): AsyncGenerator<Stripe.PaymentIntent> {
  const created = { gte: Math.floor(since.getTime() / SECOND_MS) };
  let after: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await ask((stripe) =>
      stripe.paymentIntents.list({
        created,
        limit: PAGE,
        expand: ["data.latest_charge"],
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    if (page.object !== "list") throw new GatewayOutcomeUnknown("Stripe answered without a list");
    yield* page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
  throw new GatewayOutcomeUnknown(`Stripe lists more than ${maxPages * PAGE} payments`);
}

/**
 * Nothing for what is not ours, whatever it looks like, and for what took no money and never will. One of the other mode is
 * listed as that, so that it does not hold up the rest.
 */
function listed(intent: Stripe.PaymentIntent, mode: CardGateway["mode"]): ListedCharge[] {
  const { key, provider_id: providerId, provider_order_id: providerOrderId } = intent.metadata;
  if (!key || providerId === undefined || providerOrderId === undefined) return [];
  const told = intent.livemode ? "live" : "test";
  const status = resultOf(checkedIntent(intent, { mode: told }))?.status;
  if (status !== "succeeded" && status !== "declined") return [];
  const createdAt = new Date(intent.created * SECOND_MS);
  const { amount: amountCents, id: reference, latest_charge: charge } = intent;
  const refundedCents = charge && typeof charge === "object" ? charge.amount_refunded : 0;
  return [
    {
      ...{ key, providerId, providerOrderId, amountCents, status, createdAt, reference, refundedCents },
      ...(told !== mode && { otherMode: told }),
    },
  ];
}

export const ordersQuery = ({ providerId, providerOrderId }: OrderReference) =>
  `metadata['provider_id']:${quoted(providerId)} AND metadata['provider_order_id']:${quoted(providerOrderId)}`;

const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
