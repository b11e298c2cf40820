/** What a member means, where requests and answers, or several of them, have it. Plain words, with units and when null. */
export const ABOUT = {
  provider_code: "Your provider code. It must be the one that the API key is bound to.",
  provider_order_id:
    "Your own reference of the order, compared exactly. An order has one live or completed checkout.",
  provider_account_id:
    "Your own reference of the account, or of the student's record in your system. Null where there is none.",
  first_name: "The student's given name, as it appears on the agreement.",
  last_name: "The student's family name, as it appears on the agreement.",
  email: "The student's e-mail address. Where the service writes to students, it writes there.",
  course_name: "The name of the course, as the student reads it.",
  course_price: "The full course fee, in dollars with at most two decimals.",
  amount_to_finance:
    "What is to be paid by this checkout, in dollars: for Pay Now the course price, for a plan what its instalments add up to.",
  payment_type: "`upfront_payment` for Pay Now, `interest_free_payment_plan` for a plan.",
  payment_frequency: "How often an instalment is due. `Upfront` for Pay Now and for nothing else.",
  number_of_instalments: "How many instalments the plan has. 1 for Pay Now.",
  instalment_amount:
    "Each instalment in dollars; the last takes up the remainder and may differ by some cents. For Pay Now the course price.",
  first_payment_date:
    "Date on which the first instalment is due, `YYYY-MM-DD` in the provider's time zone. For Pay Now any date; it is kept as sent.",
  amount_to_charge_now: "What the card is charged, in dollars. It must be the course price.",
  checkout_id: "The checkout's id.",
  checkout_token: "Opaque; shown by create and by the checkout-token operation only. Confirm asks for it.",
  opportunity_id:
    "The id of the Opportunity, the record of the enrolment. Null for Pay Now until the card gateway was asked, and after a decline.",
  dda_id: "The id of the direct debit authority. Null for Pay Now.",
  checkout_status: "Where the checkout stands. `Payment Processing` is a paid Pay Now. See `/docs/states`.",
  next_action: "What the caller, or the student, does next.",
  data: "The page's entries.",
  event_type: "What happened.",
  environment: "`sandbox`, where no money moves, or `production`.",
  ignored: "Sandbox only: members of the request that were ignored.",
} as const;
