import type Stripe from "stripe";

/** The objects of direct debits, with every field that Stripe's own types require. */

type About<T extends { id: string }> = Pick<T, "id"> & { created: number; livemode: boolean };

export const newCustomer = (
  about: About<Stripe.Customer> & Pick<Stripe.Customer, "email" | "name" | "metadata">,
): Stripe.Customer => ({
  ...about,
  object: "customer",
  balance: 0,
  default_source: null,
  description: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  shipping: null,
});

export const newSetup = (
  about: About<Stripe.SetupIntent> &
    Pick<Stripe.SetupIntent, "customer" | "mandate" | "payment_method" | "metadata">,
): Stripe.SetupIntent => ({
  ...about,
  object: "setup_intent",
  allowed_payment_method_types: ["au_becs_debit"],
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${about.id}_secret_standIn`,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["au_becs_debit"],
  single_use_mandate: null,
  status: "succeeded",
  usage: "off_session",
});

export const newSettlement = (
  about: Pick<Stripe.BalanceTransaction, "id" | "amount" | "available_on" | "created" | "status" | "source">,
): Stripe.BalanceTransaction => ({
  ...about,
  object: "balance_transaction",
  balance_type: "payments",
  currency: "aud",
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: about.amount,
  reporting_category: "charge",
  type: "payment",
});

type DebitEvent =
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.ChargeDisputeCreatedEvent;

/** As it is listed: whatever type it has. */
export type ListedEvent = Omit<DebitEvent, "type" | "data"> & {
  type: DebitEvent["type"];
  data: { object: DebitEvent["data"]["object"] };
};

export const newEvent = (about: About<Stripe.Event> & Pick<ListedEvent, "type" | "data">): ListedEvent => ({
  ...about,
  object: "event",
  api_version: null,
  pending_webhooks: 0,
  request: null,
});

export const newDispute = (
  about: About<Stripe.Dispute> & Pick<Stripe.Dispute, "amount" | "charge" | "payment_intent" | "reason">,
): Stripe.Dispute => ({
  ...about,
  object: "dispute",
  balance_transactions: [],
  currency: "aud",
  enhanced_eligibility_types: [],
  evidence: NO_EVIDENCE,
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  metadata: {},
  status: "lost",
});

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
