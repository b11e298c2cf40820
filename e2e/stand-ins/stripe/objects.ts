import type Stripe from "stripe";

/** The objects of a stand-in, with every field that Stripe's own types require. */

interface NewIntent {
  id: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  livemode: boolean;
}

const seconds = () => Math.floor(Date.now() / 1000);

export const newIntent = (about: NewIntent): Stripe.PaymentIntent => ({
  ...about,
  object: "payment_intent",
  allowed_payment_method_types: ["card"],
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic_async",
  client_secret: `${about.id}_secret_standIn`,
  confirmation_method: "automatic",
  created: seconds(),
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: "requires_payment_method",
  transfer_data: null,
  transfer_group: null,
});

export const newCharge = (
  { id: intent, amount, currency, livemode, metadata }: Stripe.PaymentIntent,
  card: { brand: string; last4: string },
): Stripe.Charge => ({
  id: intent.replace("pi_", "ch_"),
  object: "charge",
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  created: seconds(),
  currency,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode,
  metadata,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: intent,
  payment_method: null,
  payment_method_details: { type: "card", card: cardDetails(card) },
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: "succeeded",
  transfer_data: null,
  transfer_group: null,
});

const cardDetails = (card: {
  brand: string;
  last4: string;
}): NonNullable<Stripe.Charge.PaymentMethodDetails["card"]> => ({
  ...card,
  amount_authorized: null,
  authorization_code: null,
  checks: null,
  country: "AU",
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2040,
  funding: "credit",
  installments: null,
  mandate: null,
  network: card.brand,
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});

export const newRefund = (about: {
  id: string;
  amount: number;
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
  status: "pending" | "succeeded";
}): Stripe.Refund => ({
  ...about,
  object: "refund",
  balance_transaction: null,
  created: seconds(),
  currency: "aud",
  customer: null,
  customer_account: null,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
});
