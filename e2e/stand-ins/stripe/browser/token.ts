import type { ConfirmationToken } from "@stripe/stripe-js";
import type { TypedCard } from "./messages";

/** As the stand-in's API reads it: `ctoken_visa_1`. */
export const newToken = (card: TypedCard, name: string | null): ConfirmationToken => ({
  id: `ctoken_${card.slug}_${crypto.randomUUID().replaceAll("-", "")}`,
  object: "confirmation_token",
  created: Math.floor(Date.now() / 1000),
  expires_at: Math.floor(Date.now() / 1000) + 43_200,
  livemode: false,
  payment_intent: null,
  payment_method_preview: {
    type: "card",
    billing_details: { address: null, email: null, name, phone: null },
    card: {
      brand: "visa",
      checks: null,
      country: "AU",
      display_brand: "visa",
      exp_month: card.month,
      exp_year: card.year,
      funding: "credit",
      last4: card.last4,
      networks: null,
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  },
  return_url: null,
  setup_future_usage: null,
  setup_intent: null,
  shipping: null,
  use_stripe_sdk: false,
});
