import type { ChargeRequest } from "../../lib/gateway/port";
import { createStripeDebits } from "../../packages/stripe/debits";
import { createStripeGateway } from "../../packages/stripe/gateway";
import { createStripeStandIn } from "../stand-ins/stripe/server";
import { orderId } from "./bodies";
import { listening } from "./listening";

export const SECRET = "sk_test_ofTheStandIn";

/** A stand-in for Stripe that listens, and adapters that talk to it. */
export async function startStripe() {
  let address = new URL("http://127.0.0.1");
  const standIn = createStripeStandIn({ secret: SECRET, address: () => address });
  const { url, stop } = await listening(standIn.server);
  address = new URL(url);
  const options = { id: "gwa_stripe", mode: "test", externalAccount: null, timeoutMs: 120_000 } as const;
  return {
    ...standIn,
    address,
    secret: SECRET,
    adapter: (changed: Partial<Parameters<typeof createStripeGateway>[0]> = {}) =>
      createStripeGateway({ ...options, secret: () => SECRET, baseUrl: address, ...changed }),
    processor: (changed: Partial<Parameters<typeof createStripeDebits>[0]> = {}) =>
      createStripeDebits({ ...options, secret: () => SECRET, baseUrl: address, ...changed }),
    /** Noon in UTC of a day on its clock. */
    moveTo(day: string): Date {
      const noon = new Date(`${day}T12:00:00Z`);
      standIn.days.aheadMs = noon.getTime() - Date.now();
      return noon;
    },
    /** Those of a key that took money, by the stand-in's own records. */
    paid: (key: string) =>
      [...standIn.account.charges.values()].filter(({ metadata }) => metadata.key === key),
    close: stop,
  };
}

let tokens = 0;

/** A card of the stand-in, as the payment page's token for it. */
export const stripeToken = (card = "visa") => `ctoken_${card}_${++tokens}`;

export const stripeRequest = (card = "visa"): ChargeRequest => ({
  key: `key-${orderId()}`,
  providerId: "provider",
  providerOrderId: orderId(),
  amountCents: 1500,
  token: stripeToken(card),
  returnUrl: "https://enrol.example/api/card-payment/return",
});
