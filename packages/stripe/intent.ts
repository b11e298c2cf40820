import type Stripe from "stripe";
import {
  type CardGateway,
  type ChargeOutcome,
  type ChargeResult,
  GatewayOutcomeUnknown,
} from "../../lib/gateway/port";

/** What every request for an intent asks for beside it. */
export const WITH_CHARGE = ["latest_charge"];

/** @throws GatewayOutcomeUnknown for another intent, another mode, or what is no intent at all */
export function checkedIntent<I extends Stripe.PaymentIntent>(
  intent: I,
  { mode, id, key }: { mode: CardGateway["mode"]; id?: string; key?: string },
): I {
  const isAnother =
    intent.object !== "payment_intent" ||
    (id !== undefined && intent.id !== id) ||
    (key !== undefined && intent.metadata.key !== key);
  if (isAnother) throw new GatewayOutcomeUnknown("Stripe told of another charge than it was asked for");
  if (intent.livemode !== (mode === "live"))
    throw new GatewayOutcomeUnknown(`Stripe answered in another mode than ${mode}`);
  return intent;
}

/** Null while nothing is final, and for a status that is not known here. */
export function resultOf(intent: Stripe.PaymentIntent): ChargeResult | null {
  const outcome = outcomeOf(intent);
  const about = { key: intent.metadata.key ?? "", amountCents: intent.amount, reference: intent.id };
  return outcome && { ...outcome, ...about };
}

function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome | null {
  switch (intent.status) {
    case "succeeded":
      return paidBy(intent);
    case "canceled":
      return intent.last_payment_error
        ? { status: "declined", declineCode: declineCodeOf(intent.last_payment_error) }
        : { status: "closed" };
    case "requires_action": {
      const url = intent.next_action?.redirect_to_url?.url;
      // The portal shows it as a link, so no `javascript:` or the like.
      return url && /^https?:\/\//.test(url) ? { status: "action_required", url } : null;
    }
    default:
      return null;
  }
}

function paidBy({ id, latest_charge: charge }: Stripe.PaymentIntent): ChargeOutcome {
  if (charge === null || typeof charge === "string")
    throw new GatewayOutcomeUnknown("Stripe answered without the charge of a payment");
  const card = charge.payment_method_details?.card;
  return {
    status: "succeeded",
    card: { scheme: card?.brand ?? "card", lastFour: card?.last4 ?? "0000" },
    receiptNumber: charge.receipt_number ?? id,
    ...(charge.refunded && { isRefunded: true }),
  };
}

/** Stripe's names for our codes. The student sees the same text for a lost, a stolen and any other card. */
const DECLINE_CODES = new Map([
  ["insufficient_funds", "insufficient_funds"],
  ["lost_card", "lost_card"],
  ["stolen_card", "stolen_card"],
  ["expired_card", "expired_card"],
  ["incorrect_cvc", "incorrect_cvc"],
  ["invalid_cvc", "incorrect_cvc"],
  ["processing_error", "processing_error"],
  ["try_again_later", "processing_error"],
  ["issuer_not_available", "processing_error"],
  ["reenter_transaction", "processing_error"],
]);

/** Among the others are suspected fraud and a merchant's own block list, which nobody may be told. */
export function declineCodeOf({ code, decline_code }: { code?: string; decline_code?: string }): string {
  return DECLINE_CODES.get(decline_code ?? "") ?? DECLINE_CODES.get(code ?? "") ?? "generic_decline";
}
