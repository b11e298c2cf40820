import { z } from "zod";
import { LONGEST, LONGEST_PAGE, MAX_INSTALMENTS, MOST_WARNINGS } from "../domain/limits";
import { FREQUENCIES } from "../domain/schedule";
import {
  AUTHORISATION_STATUSES,
  CHECKOUT_STATUSES,
  DDA_STATUSES,
  EVENT_TYPES,
  OPPORTUNITY_STAGES,
  PAYMENT_TYPES,
} from "../domain/states";
import { amount, count, date, id, instant, matching, slug, token, url, words } from "./answer-fields";
import { nextCursor } from "./paging";

/** Shapes of answers: contract sections 4 to 6. */

export const warning = z
  .object({ pointer: words(4096), message: words(500) })
  .meta({ id: "Warning", description: "A member of the request that nothing reads." });

const instalment = z
  .object({
    number: count(1, MAX_INSTALMENTS),
    due_date: date(),
    debit_date: date().meta({ description: "The due date, or the next business day." }),
    amount: amount(),
    balance_after: amount(),
  })
  .meta({ id: "Instalment" });

const cardPaymentSucceeded = z.object({
  success: z.literal(true),
  status: z.literal("succeeded"),
  amount_charged: amount(),
  card: z.object({
    scheme: slug().meta({ examples: ["visa"] }),
    last4: matching(/^\d{4}$/, 4, { examples: ["4242"] }),
  }),
  receipt_number: words(255),
});
const cardPaymentPending = z.object({ success: z.literal(false), status: z.literal("pending") });
const cardPaymentDeclined = z.object({
  success: z.literal(false),
  status: z.literal("declined"),
  decline_code: slug().meta({ examples: ["insufficient_funds"] }),
});
const cardPaymentFailed = z.object({ success: z.literal(false), status: z.literal("failed") });
const cardPayment = z
  .discriminatedUnion("status", [
    cardPaymentSucceeded,
    cardPaymentPending,
    cardPaymentDeclined,
    cardPaymentFailed,
  ])
  .meta({ id: "CardPayment", description: "What is known of the charge." });

export const cardDeclined = cardPaymentDeclined.meta({ id: "CardPaymentDeclined" });

const directDebit = z
  .object({
    status: z.enum(DDA_STATUSES),
    setup_url: url().nullable().meta({
      description:
        "The hosted page, while the bank authority is awaited. Null for a key without `checkouts:write`: who holds the address can authorise.",
    }),
    expires_at: instant().nullable(),
    authorised_at: instant().nullable(),
    account: z
      .object({
        bsb: matching(/^\d{3}-\d{3}$/, 7, { examples: ["000-000"] }),
        ending: matching(/^\d{2,3}$/, 3, { examples: ["456"] }),
      })
      .nullable()
      .meta({ description: "All that is ever shown of the bank account." }),
  })
  .meta({ id: "DirectDebit" });

const agreement = z
  .object({
    agreement_id: id("agr"),
    version: words(64),
    sha256: matching(/^[0-9a-f]{64}$/, 64),
    url: url(),
    signed_at: instant(),
  })
  .meta({ id: "Agreement" });

const NEXT_ACTIONS = ["authorise_direct_debit", "confirm", "wait", "none"] as const;
export const nextAction = z
  .object({
    type: z.enum(NEXT_ACTIONS),
    url: url().nullable().optional().meta({
      description:
        "With `authorise_direct_debit`: the `setup_url`. With `wait`, where the student's bank asks for more: where the student answers it. Null for a key without `checkouts:write`.",
    }),
  })
  .meta({ id: "NextAction", description: "What the caller, or the student, does next." });

const checkoutIds = {
  checkout_id: id("chk"),
  opportunity_id: id("opp").nullable(),
  dda_id: id("dda").nullable(),
};

const common = {
  checkout_status: z.enum(CHECKOUT_STATUSES),
  authorisation_status: z.enum(AUTHORISATION_STATUSES),
  opportunity_stage: z.enum(OPPORTUNITY_STAGES).nullable(),
  environment: z.enum(["sandbox", "production"]),
  currency: z.literal("AUD"),
  provider: z
    .object({
      provider_code: words(LONGEST.reference),
      provider_order_id: words(LONGEST.reference),
      provider_account_id: words(LONGEST.reference).nullable(),
    })
    .meta({ id: "CheckoutProvider" }),
  student: z
    .object({ first_name: words(LONGEST.name), last_name: words(LONGEST.name), email: words(LONGEST.email) })
    .meta({ id: "CheckoutStudent", description: "As sent with this checkout." }),
  course: z.object({ course_name: words(LONGEST.course) }).meta({ id: "CheckoutCourse" }),
  pricing: z
    .object({ course_price: amount(), amount_to_finance: amount(), upfront_payment: amount() })
    .meta({ id: "CheckoutPricing" }),
  plan: z
    .object({
      payment_type: z.enum(PAYMENT_TYPES),
      payment_frequency: z.enum(["Upfront", ...FREQUENCIES]),
      number_of_instalments: count(1, MAX_INSTALMENTS),
      instalment_amount: amount(),
      first_payment_date: date(),
      schedule: z.array(instalment).meta({ maxItems: MAX_INSTALMENTS, description: "Empty for Pay Now." }),
    })
    .meta({ id: "CheckoutPlan" }),
  card_payment: cardPayment.nullable(),
  direct_debit: directDebit.nullable(),
  agreement: agreement.nullable(),
  next_action: nextAction,
  created_at: instant(),
  expires_at: instant().nullable(),
  links: z.object({ self: url() }),
};

export const sandboxWarnings = {
  warnings: z.array(warning).optional().meta({
    maxItems: MOST_WARNINGS,
    description: "Sandbox only: members of the request that were ignored.",
  }),
};

/** Create's answer, 201 or 202. Only this and checkout-token's show the token. */
export const createdCheckout = z
  .object({
    checkout: z.object({ ...checkoutIds, checkout_token: token() }),
    ...common,
    ...sandboxWarnings,
  })
  .meta({ id: "CreatedCheckout" });

/** What confirm, cancel and authorise-direct-debit answer. */
export const checkoutResource = z
  .object({ checkout: z.object(checkoutIds), ...common, ...sandboxWarnings })
  .meta({ id: "Checkout" });
export type CheckoutResource = z.output<typeof checkoutResource>;
export type CreatedCheckout = z.output<typeof createdCheckout>;

/** More than the transition table allows one checkout. */
export const MOST_EVENTS = 100;

const timelineEntry = z
  .object({
    sequence: count(1, MOST_EVENTS),
    event_id: id("evt"),
    type: z.enum(EVENT_TYPES),
    at: instant(),
    actor: words(255).meta({
      description: "`api_key:key_…` for a call with that key, `student`, or `system`.",
    }),
    request_id: id("req").nullable(),
  })
  .meta({ id: "TimelineEntry" });

/** What GET answers: the resource with what happened when and by whom. */
export const checkoutStatus = z
  .object({
    checkout: z.object(checkoutIds),
    ...common,
    timeline: z.array(timelineEntry).meta({ maxItems: MOST_EVENTS }),
  })
  .meta({ id: "CheckoutStatus" });

/** As lists and events show it. Contract sections 4 and 8. */
export const checkoutWithoutActions = z
  .object({
    checkout: z.object(checkoutIds),
    ...common,
    direct_debit: directDebit
      .extend({ setup_url: z.null(), account: z.null() })
      .meta({ id: "DirectDebitWithoutActions" })
      .nullable(),
    next_action: z.object({ type: z.enum(NEXT_ACTIONS) }),
  })
  .meta({
    id: "CheckoutWithoutActions",
    description: "The checkout without addresses of action and bank details.",
  });

export const checkoutList = z
  .object({
    data: z.array(checkoutWithoutActions).meta({ maxItems: LONGEST_PAGE }),
    next_cursor: nextCursor(),
  })
  .meta({ id: "CheckoutList" });

export const issuedToken = z
  .object({
    checkout: z
      .object({ ...checkoutIds, checkout_token: token() })
      .meta({ description: "Whole, as confirm takes it." }),
    ...sandboxWarnings,
  })
  .meta({ id: "IssuedCheckoutToken" });

export const environment = z
  .object({
    environment: z.enum(["sandbox", "production"]),
    gateway_mode: z.enum(["test", "live"]),
    gateway_publishable_key: matching(/^pk_(test|live)_[0-9A-Za-z]{8,}$/, 255, {
      description: "Public by design: for the capture script.",
    }),
    ready_for_api_calls: z.boolean(),
  })
  .meta({ id: "Environment" });

export const sandboxCharges = z
  .object({
    data: z
      .array(
        z
          .object({
            provider_order_id: words(LONGEST.reference),
            amount: amount(),
            status: z.enum(["succeeded", "declined"]),
            created_at: instant(),
          })
          .meta({ id: "SandboxCharge" }),
      )
      .meta({ maxItems: 10_000 }),
  })
  .meta({ id: "SandboxCharges" });

export const drained = z
  .object({
    recovered: z.int(),
    expired: z.int(),
    purged: z.int(),
    alerts: z.int(),
    delivered: z.int(),
    mailed: z.int(),
    remaining: z.int(),
  })
  .meta({ id: "Drained" });
