import type { StripeError } from "@stripe/stripe-js";

/** What the page and the stand-in's frame tell each other. The number stays in the frame. */

export interface TypedCard {
  /** Stripe's name of a test card, as in `pm_card_visa`. */
  slug: string;
  last4: string;
  month: number;
  year: number;
}

export type Answer = { card: TypedCard; error?: undefined } | { card?: undefined; error: StripeError };

export type FromFrame = { standIn: "ready"; hasWallet: boolean } | { standIn: "wallet" };
