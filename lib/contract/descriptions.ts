/** Descriptions of fields that several requests or responses have. */
export const ABOUT = {
  provider_code: "Your provider code. It must match the provider of your API key.",
  provider_order_id:
    "Your own reference for the order. It is compared exactly. An order has at most one live or completed checkout.",
  provider_account_id: "Your own reference for the account or the student's record. Null if you sent none.",
  first_name: "The student's first name, as printed on the agreement.",
  last_name: "The student's last name, as printed on the agreement.",
  email:
    "The student's email address. If the service sends emails to your students, receipts, agreements and links go there.",
  course_name: "The name of the course, as the student sees it.",
  course_price: "The full course fee in dollars, with at most two decimals.",
  amount_to_finance:
    "The amount that this checkout collects, in dollars. Pay Now: the course price. A plan: the sum of its instalments.",
  payment_type: "`upfront_payment` for Pay Now, `interest_free_payment_plan` for a plan.",
  payment_frequency: "How often an instalment is due. `Upfront` is for Pay Now only.",
  number_of_instalments: "The number of instalments. 1 for Pay Now.",
  instalment_amount:
    "The amount of each instalment, in dollars. The last instalment may differ by some cents, because it takes the remainder. For Pay Now, the course price.",
  first_payment_date:
    "The date on which the first instalment is due: `YYYY-MM-DD` in the provider's time zone. For Pay Now, any date is accepted and stored as sent.",
  amount_to_charge_now: "The amount to charge, in dollars. It must equal the course price.",
  checkout_id: "The checkout's id.",
  checkout_token:
    "An opaque token that confirm requires. Only create and the checkout-token operation return it.",
  opportunity_id:
    "The id of the Opportunity, which is the record of the enrolment. For Pay Now it is null until the charge was sent to the card gateway, and after a decline.",
  dda_id: "The id of the direct debit authority. Null for Pay Now.",
  checkout_status:
    "The state of the checkout. `Payment Processing` means that Pay Now is paid. See `/docs/states`.",
  next_action: "What you or the student must do next.",
  data: "The entries of this page.",
  event_type: "The type of the event.",
  environment: "`sandbox` (no money moves) or `production`.",
  ignored: "Sandbox only. Lists the fields of your request that were ignored.",
} as const;
