import type Stripe from "stripe";
import {
  type CardGateway,
  type ChargeRequest,
  type ChargeResult,
  GatewayOutcomeUnknown,
  mayHoldMoney,
  onceSent,
} from "../../lib/gateway/port";
import { within } from "../dates/time";
import { Refusal, type StripeAccess, stripeClient, takingNothing } from "./client";
import { checkedIntent, declineCodeOf, resultOf, WITH_CHARGE } from "./intent";
import { intentsOfKey, intentsOfOrder, listIntents, ordersQuery } from "./lists";
import { stripeRefunds } from "./refunds";

/**
 * Cards by Stripe. What tells the outcome is the PaymentIntent, which takes money at most once; its id is the reference.
 * Idempotency keys are forgotten after a day, and so only help within one call.
 */
export function createStripeGateway({
  id,
  mode,
  ...access
}: StripeAccess & Pick<CardGateway, "id" | "mode">): CardGateway & ReturnType<typeof stripeRefunds> {
  const { ask, isRefused, accepted } = stripeClient(access);

  const read = async (reference: string, key?: string): Promise<Stripe.PaymentIntent> =>
    checkedIntent(await ask((stripe) => stripe.paymentIntents.retrieve(reference, { expand: WITH_CHARGE })), {
      mode,
      id: reference,
      ...(key !== undefined && { key }),
    });

  /** Cancels the intent, so that it never takes money, or finds out what came first. */
  async function end(reference: string): Promise<Stripe.PaymentIntent> {
    try {
      const intent = await ask((stripe) => stripe.paymentIntents.cancel(reference, { expand: WITH_CHARGE }));
      return checkedIntent(intent, { mode, id: reference });
    } catch (error) {
      if (error instanceof Refusal) return read(reference);
      throw error;
    }
  }

  /** Creates the intent, which takes no money. */
  async function prepare({ key, amountCents, providerId, providerOrderId }: ChargeRequest) {
    const params = {
      amount: amountCents,
      currency: "aud",
      allowed_payment_method_types: ["card"],
      metadata: { key, provider_id: providerId, provider_order_id: providerOrderId },
    };
    const intent = await takingNothing(
      ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: key })),
    );
    accepted();
    const isReplay = intent.lastResponse.headers["idempotent-replayed"] === "true";
    return { reference: checkedIntent(intent, { mode, key }).id, isReplay };
  }

  async function charge(
    request: ChargeRequest,
    keep: Parameters<CardGateway["charge"]>[1],
  ): Promise<ChargeResult> {
    const isInTime = within(access.timeoutMs);
    const { reference, isReplay } = await prepare(request);
    // The key may have been charged before, and the client sends a request twice if its connection breaks.
    return onceSent(async () => {
      if (!keep || !(await keep(reference))) return unused(reference);
      // The response to creating it is stored, and so older than what has happened since.
      const known = isReplay ? await read(reference) : null;
      const result = known && (known.last_payment_error ? resultOf(await end(reference)) : resultOf(known));
      if (result) return result;
      return isInTime() ? confirm(reference, request) : unused(reference);
    });
  }

  /** The same key may have been charged before the records lost it. */
  async function unused(reference: string): Promise<ChargeResult> {
    const result = resultOf(await end(reference));
    if (result?.status === "succeeded" || result?.status === "declined") return result;
    throw new GatewayOutcomeUnknown("The charge was ended before its card was used");
  }

  async function confirm(reference: string, { token, returnUrl, key }: ChargeRequest): Promise<ChargeResult> {
    const by = methodOf(token, mode);
    if (!by) return refusedBy(await end(reference), TOKEN_UNKNOWN);
    try {
      const params = { ...by, expand: WITH_CHARGE, ...(returnUrl && { return_url: returnUrl }) };
      const intent = await ask((stripe) =>
        stripe.paymentIntents.confirm(reference, params, { idempotencyKey: `${key} confirm` }),
      );
      const result = resultOf(checkedIntent(intent, { mode, id: reference, key }));
      if (result) return result;
      throw new GatewayOutcomeUnknown(`The charge is ${intent.status}`);
    } catch (error) {
      if (error instanceof Refusal) return refusedBy(await end(reference), error.reason);
      throw error;
    }
  }

  async function close(key: string, reference: string) {
    const result = resultOf(checkedIntent(await end(reference), { mode, key }));
    return result && result.status !== "action_required" ? result : ({ status: "processing" } as const);
  }

  /**
   * Only a kept intent is ever confirmed, and no other can be kept once somebody closes the key. But the database may have
   * lost an earlier one, with its reference.
   */
  async function closeWithoutReference(key: string) {
    const intents = await intentsOfKey(ask, mode, key);
    const ends = await Promise.all(intents.map((intent) => close(key, intent.id)));
    const told = (["succeeded", "processing", "declined"] as const).flatMap((status) =>
      ends.filter((one) => one.status === status),
    );
    return told[0] ?? ({ key, amountCents: null, status: "closed" } as const);
  }

  return {
    id,
    mode,
    async takesCharges(isDoubtful = false) {
      if (!isDoubtful && !isRefused()) return true;
      // No intent has this id. Cancelling takes no money and needs the same rights as a charge.
      const answer = await ask((stripe) => stripe.paymentIntents.cancel("pi_probe")).catch((error) => error);
      if (answer instanceof Refusal) accepted();
      return answer instanceof Refusal;
    },
    charge,
    ...stripeRefunds(ask, read, access.timeoutMs),
    findCharge: async (key, reference) => (reference ? resultOf(await read(reference, key)) : null),
    closeCharge: async (key, reference) => (reference ? close(key, reference) : closeWithoutReference(key)),
    async chargesOfOrder(order) {
      const [found, lately] = await Promise.all([
        // Search is behind, by up to an hour. What it shows is there, and what it lacks may be there too.
        ask((stripe) => stripe.paymentIntents.search({ query: ordersQuery(order), limit: 100 })),
        intentsOfOrder(ask, mode, order, await order.unseenSince?.()).catch(() => null),
      ]);
      const others = found.data.filter(({ id }) => !lately?.some((one) => one.id === id));
      const intents = [...(await Promise.all(others.map(({ id }) => read(id)))), ...(lately ?? [])];
      const results = intents.map(resultOf);
      const charges = results.filter(mayHoldMoney);
      if (charges.length > 0) return charges;
      // What has no result may be on its way to its card.
      return lately === null || results.includes(null) ? null : "none_lately";
    },
    listCharges: async (since) => listIntents(ask, mode, since),
  };
}

const TOKEN_UNKNOWN: Refusal["reason"] = {
  status: 400,
  code: "resource_missing",
  param: "confirmation_token",
};

/** The page's token for one confirmation; in test mode a test card by its name, too. */
function methodOf(token: string, mode: CardGateway["mode"]) {
  if (/^ctoken_\w{1,250}$/.test(token)) return { confirmation_token: token };
  return mode === "test" && /^pm_\w{1,250}$/.test(token) ? { payment_method: token } : null;
}

/** The intent is ended, so its status says whether money was taken, and the refusal only why not. */
function refusedBy(ended: Stripe.PaymentIntent, reason: Refusal["reason"]): ChargeResult {
  const result = resultOf(ended);
  if (!result || result.status === "action_required")
    throw new GatewayOutcomeUnknown(`The charge is ${ended.status}`);
  if (result.status !== "closed") return result;
  const { status, code, declineCode, param } = reason;
  if (status === 402) {
    const why = { ...(code && { code }), ...(declineCode && { decline_code: declineCode }) };
    return { ...result, amountCents: ended.amount, status: "declined", declineCode: declineCodeOf(why) };
  }
  if (param !== "confirmation_token" && param !== "payment_method" && code !== "token_already_used")
    return result;
  const why = code === "resource_missing" ? "token_unknown" : "token_already_used";
  return { ...result, status: "refused", reason: why };
}
