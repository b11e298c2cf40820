import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { cardOf, type TestCard } from "./cards";
import { newCharge, newIntent, newRefund } from "./objects";

/** A response with an error, as Stripe's API gives one. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: Partial<Stripe.PaymentIntent.LastPaymentError> & { message: string },
  ) {
    super(error.message);
  }
}

export const invalid = (status: 400 | 404, message: string, about: { code?: string; param?: string } = {}) =>
  new Refused(status, { type: "invalid_request_error", message, ...about });
export const inState = (status: string) =>
  invalid(400, `This PaymentIntent's status is ${status}`, { code: "payment_intent_unexpected_state" });

const CANCELLABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];
const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;

/** What an account at Stripe holds, and what may happen to it. Nothing of it is kept. */
export function createAccount(isLive: () => boolean, pageOf: (intent: string) => string) {
  const intents = new Map<string, Stripe.PaymentIntent>();
  const charges = new Map<string, Stripe.Charge>();
  const refunds = new Map<string, Stripe.Refund>();
  const usedTokens = new Set<string>();
  const asked = new Map<string, { card: TestCard; returnUrl: string }>();

  const found = <T>(map: Map<string, T>, id: string): T => {
    const one = map.get(id);
    if (!one) throw invalid(404, `No such object: ${id}`, { code: "resource_missing" });
    return one;
  };

  function take(intent: Stripe.PaymentIntent, { last4 }: TestCard) {
    const charge = newCharge(intent, { brand: "visa", last4 });
    charges.set(charge.id, charge);
    const taken = { amount_received: intent.amount, latest_charge: charge.id, last_payment_error: null };
    return Object.assign(intent, taken, { status: "succeeded", next_action: null });
  }

  function decline(intent: Stripe.PaymentIntent, code: string, declineCode?: string) {
    const decline_code = declineCode && { decline_code: declineCode };
    const error = { type: "card_error", code, message: "Your card was declined.", ...decline_code };
    const failed = { status: "requires_payment_method", last_payment_error: error, next_action: null };
    return { error, intent: Object.assign(intent, failed) };
  }

  return {
    intents,
    charges,
    refunds,
    found: (id: string) => found(intents, id),

    create(params: URLSearchParams) {
      const amount = Number(params.get("amount"));
      const currency = params.get("currency");
      if (!(amount > 0) || currency === null) throw invalid(400, "Missing amount or currency");
      const id = newId("pi");
      const intent = newIntent({ id, amount, currency, metadata: metadataOf(params), livemode: isLive() });
      intents.set(id, intent);
      return intent;
    },

    confirm(id: string, params: URLSearchParams) {
      const intent = found(intents, id);
      if (intent.status !== "requires_payment_method") throw inState(intent.status);
      const card = cardOf(params, usedTokens);
      if ("param" in card) {
        if (card.isUsed) throw invalid(400, "This token was used already", { param: card.param });
        throw invalid(400, `No such ${card.param}`, { code: "resource_missing", param: card.param });
      }
      if (card.asks) {
        const returnUrl = params.get("return_url");
        if (returnUrl === null) throw invalid(400, "Missing return_url", { param: "return_url" });
        asked.set(id, { card, returnUrl });
        const redirect_to_url = { url: pageOf(id), return_url: returnUrl };
        const next_action = { type: "redirect_to_url", redirect_to_url };
        return Object.assign(intent, { status: "requires_action", next_action });
      }
      if (!card.declined) return take(intent, card);
      const { error } = decline(intent, ...card.declined);
      throw new Refused(402, { ...error, payment_intent: { ...intent } });
    },

    cancel(id: string) {
      const intent = found(intents, id);
      if (!CANCELLABLE.includes(intent.status)) throw inState(intent.status);
      return Object.assign(intent, { status: "canceled", next_action: null, canceled_at: intent.created });
    },

    /**
     * What the student does on the bank's page. An intent that was cancelled meanwhile stays so.
     * @returns where the bank sends the student back to
     */
    act(id: string, completes: boolean): string {
      const intent = found(intents, id);
      const { card, returnUrl } = found(asked, id);
      if (intent.status === "requires_action") {
        if (!completes) decline(intent, "payment_intent_authentication_failure");
        else if (card.declined) decline(intent, ...card.declined);
        else take(intent, card);
      }
      const url = new URL(returnUrl);
      url.searchParams.set("payment_intent", id);
      url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
      return url.href;
    },

    refund(params: URLSearchParams, status: "pending" | "succeeded") {
      const intent = found(intents, params.get("payment_intent") ?? "");
      const charge = charges.get(String(intent.latest_charge));
      if (!charge) throw invalid(400, "This PaymentIntent does not have a successful charge to refund");
      const amount = Number(params.get("amount") ?? charge.amount);
      if (charge.refunded) throw invalid(400, "It was refunded already", { code: "charge_already_refunded" });
      if (!(amount > 0) || charge.amount_refunded + amount > charge.amount)
        throw invalid(400, "The amount is greater than the unrefunded amount", { param: "amount" });
      const id = newId("re");
      const about = { charge: charge.id, payment_intent: intent.id, metadata: metadataOf(params) };
      const refund = newRefund({ id, amount, status, ...about });
      refunds.set(id, refund);
      give(charge, amount);
      return refund;
    },

    foundRefund: (id: string) => found(refunds, id),

    /** A refund can still fail after it has succeeded. */
    failRefund(id: string) {
      const refund = found(refunds, id);
      if (refund.status === "failed") return;
      give(found(charges, String(refund.charge)), -refund.amount);
      Object.assign(refund, { status: "failed", failure_reason: "lost_or_stolen_card" });
    },
  };
}

function give(charge: Stripe.Charge, amount: number) {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

export const metadataOf = (params: URLSearchParams) =>
  Object.fromEntries(
    [...params].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
