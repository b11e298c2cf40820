import { z } from "zod";
import { LONGEST, MAX_INSTALMENTS, MAX_WARNINGS, METADATA } from "../domain/limits";
import { FREQUENCIES } from "../domain/schedule";
import {
  AUTHORISATION_STATUSES,
  CHECKOUT_STATUSES,
  DDA_STATUSES,
  EVENT_TYPES,
  OPPORTUNITY_STAGES,
  OUTCOMES,
  PAYMENT_TYPES,
} from "../domain/states";
import { agreement } from "./agreement";
import { amount, count, date, id, instant, matching, open, orNull, token, url, words } from "./answer-fields";
import { cardPayment } from "./card-payment";
import { ABOUT } from "./descriptions";
import { EXAMPLE, EXAMPLE_PLAN, WRITTEN_FOR } from "./examples";
import { listedPage } from "./paging";
import { planSummary } from "./payment-plan";

/** Shapes of responses: contract sections 4 to 6. */

export const warning = z
  .object({
    pointer: words(4096, "JSON pointer (RFC 6901) to the field in your request.", "/student/nickname"),
    message: words(
      500,
      "For integrators: what happened to the field.",
      "nickname is not part of this request and was ignored.",
    ),
  })
  .meta({ id: "Warning", description: "A field of your request that was ignored." });

const instalment = z
  .object({
    number: count(1, MAX_INSTALMENTS, "The number of the instalment, from 1."),
    due_date: date("The due date, `YYYY-MM-DD`."),
    debit_date: date("The date of the debit: the due date, or the next business day."),
    amount: amount("The amount of the debit, in dollars."),
    balance_after: amount("The balance after this debit, in dollars. 0 after the last one.", 1250),
  })
  .meta({ id: "Instalment", description: "A debit of the plan." });

const directDebit = z
  .object({
    status: z
      .enum(DDA_STATUSES)
      .meta({ description: "The state of the direct debit authority. See `/docs/states`." }),
    setup_url: url("The hosted page.", EXAMPLE.setupPath).nullable().meta({
      description:
        "The URL of the hosted page on which the student authorises the direct debit. Null after that. Null too if your key lacks `checkouts:write`, because whoever has the URL can authorise.",
    }),
    expires_at: instant(
      "The student can authorise until this time. Null if there is nothing left to authorise.",
    ).nullable(),
    authorised_at: orNull(instant("When the student authorised the direct debit. Null before that.")),
    account: orNull(
      z.object({
        bsb: matching(/^\d{3}-\d{3}$/, 7, {
          description: "The account's BSB.",
          examples: ["000-000"],
        }),
        ending: matching(/^\d{2,3}$/, 3, {
          description: "The last three digits of the account number, or the last two of a short one.",
          examples: ["456"],
        }),
      }),
      "What you can see of the bank account. Null until the student authorises.",
    ),
  })
  .meta({ id: "DirectDebit", description: "The student's authority to debit a bank account." });

const NEXT_ACTIONS = ["authorise_direct_debit", "open", "confirm", "wait", "none"] as const;
const nextActionType = z.enum(NEXT_ACTIONS).meta({
  description:
    "`authorise_direct_debit`: send the student to the hosted page. `open`: open the hosted card page for the student. `confirm`: confirm the plan. `wait`: get the status again later. `none`: you are done.",
});
export const nextAction = z
  .object({
    type: nextActionType,
    url: url("The URL for this action.", EXAMPLE.setupPath).nullable().optional().meta({
      description:
        "For `authorise_direct_debit`, the `setup_url`. For `open`, the `payment_url`. For `wait`, the page on which the student completes what their bank asks for, if it asks. Null if your key lacks `checkouts:write`.",
    }),
  })
  .meta({
    id: "NextAction",
    description: ABOUT.next_action,
    examples: [{ type: "authorise_direct_debit", url: `${WRITTEN_FOR}${EXAMPLE.setupPath}` }],
  });

const metadata = z
  .record(words(METADATA.key, "Your own key.", "intake"), words(METADATA.value, "Your own value.", "2027-T1"))
  .meta({
    maxProperties: METADATA.pairs,
    description: "The metadata that you sent to create. Omitted if there is none.",
    examples: [{ intake: "2027-T1", campus: "Hobart" }],
  });

const checkoutIds = {
  checkout_id: id("chk", ABOUT.checkout_id),
  opportunity_id: id("opp", ABOUT.opportunity_id).nullable(),
  dda_id: id("dda", ABOUT.dda_id).nullable(),
};
export const ids = z.object(checkoutIds).meta({ description: "The ids of the checkout and its records." });
const idsWithToken = z
  .object({ ...checkoutIds, checkout_token: token() })
  .meta({ description: "The ids and the token. Send this object to confirm unchanged." });

export const opportunityStage = z.enum(OPPORTUNITY_STAGES).nullable().meta({
  description:
    "The stage of the Opportunity. For Pay Now it is null until the charge was sent to the card gateway, and after a decline.",
});
/** The simple summary. Contract section 7. */
export const summary = {
  outcome: z.enum(OUTCOMES).meta({
    description:
      "What became of the checkout, in one word. `in_progress`: nothing is decided yet. `paid`: the card was charged. `signed`: the plan was confirmed. `failed`: the card was declined or not charged.",
    examples: [OUTCOMES[0]],
  }),
  is_final: z.boolean().meta({
    description: "Whether the outcome is final. It is false as long as the outcome is `in_progress`.",
    examples: [false],
  }),
};
export const checkoutProvider = z
  .object({
    provider_code: words(LONGEST.reference, "Your provider code.", EXAMPLE.providerCode),
    provider_order_id: words(LONGEST.reference, "Your own reference for the order.", EXAMPLE.orderId),
    provider_account_id: words(LONGEST.reference, ABOUT.provider_account_id, EXAMPLE.accountId).nullable(),
  })
  .meta({ id: "CheckoutProvider", description: "Your provider code and your references." });

const common = {
  checkout_status: z.enum(CHECKOUT_STATUSES).meta({ description: ABOUT.checkout_status }),
  authorisation_status: z.enum(AUTHORISATION_STATUSES).meta({
    description: "Whether the payment is authorised, by direct debit or by card.",
  }),
  opportunity_stage: opportunityStage,
  ...summary,
  environment: z.enum(["sandbox", "production"]).meta({ description: ABOUT.environment }),
  currency: z.literal("AUD").meta({ description: "The currency of all amounts: Australian dollars." }),
  provider: checkoutProvider,
  student: z
    .object({
      first_name: words(LONGEST.name, ABOUT.first_name, "Amelia"),
      last_name: words(LONGEST.name, ABOUT.last_name, "Nguyen"),
      email: words(LONGEST.email, ABOUT.email, "amelia@example.com"),
    })
    .meta({ id: "CheckoutStudent", description: "The student, as you sent it to create." }),
  student_email: orNull(
    z.literal("undelivered"),
    "`undelivered` if a mail server permanently rejected the email with the receipt or the agreement. Null otherwise.",
  ),
  course: z
    .object({ course_name: words(LONGEST.course, ABOUT.course_name, "Certificate IV in Bookkeeping") })
    .meta({ id: "CheckoutCourse", description: "The course that the student enrols in." }),
  pricing: z
    .object({
      course_price: amount(ABOUT.course_price, 1500),
      amount_to_finance: amount(ABOUT.amount_to_finance, 1500),
      upfront_payment: amount("In dollars. Pay Now: the course price. A plan: the deposit, or 0.", 0),
    })
    .meta({ id: "CheckoutPricing", description: "The course fee and its parts, in dollars." }),
  plan: z
    .object({
      payment_type: z
        .enum(PAYMENT_TYPES)
        .meta({ description: ABOUT.payment_type, examples: [PAYMENT_TYPES[1]] }),
      payment_frequency: z
        .enum(["Upfront", ...FREQUENCIES])
        .meta({ description: ABOUT.payment_frequency, examples: [FREQUENCIES[1]] }),
      number_of_instalments: count(1, MAX_INSTALMENTS, ABOUT.number_of_instalments, 6),
      instalment_amount: amount(ABOUT.instalment_amount),
      first_payment_date: date(ABOUT.first_payment_date),
      schedule: z.array(instalment).meta({
        maxItems: MAX_INSTALMENTS,
        description:
          "All debits, in order. Their dates and amounts never change after create. Empty for Pay Now.",
      }),
    })
    .meta({
      id: "CheckoutPlan",
      description: "How the student pays, with the schedule of debits.",
      examples: [EXAMPLE_PLAN],
    }),
  metadata: metadata.optional(),
  card_payment: orNull(cardPayment, "The card payment. Null for a plan."),
  refunded: amount(
    "What was refunded of the card payment or of the debits, in dollars: the sum of the refunds that succeeded.",
    0,
  ),
  direct_debit: directDebit
    .nullable()
    .meta({ description: "The student's authority to debit a bank account. Null for Pay Now." }),
  agreement: orNull(
    agreement,
    "The signed Payment Plan Agreement. Null until you confirm the plan, and for Pay Now.",
  ),
  payment_plan: orNull(
    planSummary,
    "How the collection of the plan stands. Null until you confirm the plan, for Pay Now, and for a plan that the provider collects itself.",
  ),
  next_action: nextAction.meta({ description: ABOUT.next_action }),
  created_at: instant("When the checkout was created."),
  expires_at: instant(
    "When the plan expires, or expired, unless it is authorised and confirmed before. Null for Pay Now, and for a plan that can no longer expire.",
  ).nullable(),
  links: z
    .object({
      self: url("The URL of this checkout's status.", `/v1/provider-checkouts/${EXAMPLE.checkoutId}`),
    })
    .meta({ description: "The URLs of this checkout." }),
};

export const sandboxWarnings = {
  warnings: z.array(warning).optional().meta({
    maxItems: MAX_WARNINGS,
    description: ABOUT.ignored,
  }),
};

/** Create's response, 201 or 202. Only this and checkout-token's have the token. */
export const createdCheckout = z
  .object({ checkout: idsWithToken, ...common, ...sandboxWarnings })
  .meta({ id: "CreatedCheckout", description: "The checkout with its token." });

/** The response of confirm, cancel and authorise-direct-debit. */
export const checkoutResource = z
  .object({ checkout: ids, ...common, ...sandboxWarnings })
  .meta({ id: "Checkout", description: "The checkout." });
export type CheckoutResource = z.output<typeof checkoutResource>;
export type CreatedCheckout = z.output<typeof createdCheckout>;

/** More than the transition table allows one checkout. */
export const MAX_EVENTS = 2_000;

const timelineEntry = z
  .object({
    sequence: count(1, MAX_EVENTS, "The number of the event within its checkout: 1, 2, 3, without gaps."),
    event_id: id("evt", "The id of the event. `GET /v1/events/{eventId}` returns the event for 90 days."),
    type: open(EVENT_TYPES).meta({ description: ABOUT.event_type }),
    at: instant("When the event happened."),
    actor: words(
      255,
      "Who caused the event: `api_key:key_…` (a request with that key), `student`, `staff:…` (an operator) or `system`.",
      "student",
    ),
    request_id: id(
      "req",
      "The `Request-Id` of the request that caused the event. Null if no request did.",
    ).nullable(),
  })
  .meta({ id: "TimelineEntry", description: "An event in the life of the checkout." });

/** The response of GET: the resource with its timeline. */
export const checkoutStatus = z
  .object({
    checkout: ids,
    ...common,
    timeline: z
      .array(timelineEntry)
      .meta({ maxItems: MAX_EVENTS, description: "The events of this checkout, oldest first." }),
  })
  .meta({ id: "CheckoutStatus", description: "The checkout with its timeline." });

/** As lists and events show it. Contract sections 4 and 8. */
export const checkoutWithoutActions = z
  .object({
    checkout: ids,
    ...common,
    direct_debit: directDebit
      .extend({
        setup_url: z.null().meta({ description: "Always null here. Get the checkout's status to read it." }),
        account: z.null().meta({ description: "Always null here. Get the checkout's status to read it." }),
      })
      .meta({
        id: "DirectDebitWithoutActions",
        description: "The direct debit authority, without the hosted page's URL and the bank account.",
      })
      .nullable()
      .meta({ description: "The student's authority to debit a bank account. Null for Pay Now." }),
    next_action: z.object({ type: nextActionType }).meta({ description: ABOUT.next_action }),
  })
  .meta({
    id: "CheckoutWithoutActions",
    description: "The checkout, without action URLs and bank details.",
  });

export const checkoutList = listedPage("CheckoutList", checkoutWithoutActions, "checkouts");

export const issuedToken = z
  .object({ checkout: idsWithToken, ...sandboxWarnings })
  .meta({ id: "IssuedCheckoutToken", description: "The new token. The old one no longer works." });
