import { z } from "zod";
import { FREQUENCIES } from "../domain/schedule";
import {
  AUTHORISATION_STATUSES,
  CHECKOUT_STATUSES,
  DDA_STATUSES,
  EVENT_TYPES,
  OPPORTUNITY_STAGES,
  PAYMENT_TYPES,
} from "../domain/states";

/** The shapes of what the service answers: contract sections 4 to 6. */

const id = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
    .meta({ examples: [`${prefix}_01m7xzsvdaexwt5dmxs7qvyfwd`] });
const instant = () => z.iso.datetime().meta({ examples: ["2026-11-21T02:24:00.000Z"] });
const date = () => z.iso.date();
const amount = () => z.number().min(0).meta({ description: "Dollars." });

const warning = z.object({ pointer: z.string(), message: z.string() }).meta({ id: "Warning" });

const instalment = z
  .object({
    number: z.int().min(1),
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
  card: z.object({ scheme: z.string(), last4: z.string().regex(/^\d{4}$/) }),
  receipt_number: z.string(),
});
const cardPaymentPending = z.object({ success: z.literal(false), status: z.literal("pending") });
const cardPaymentDeclined = z.object({
  success: z.literal(false),
  status: z.literal("declined"),
  decline_code: z.string(),
});
const cardPaymentFailed = z.object({ success: z.literal(false), status: z.literal("failed") });
export const cardPayment = z
  .discriminatedUnion("status", [
    cardPaymentSucceeded,
    cardPaymentPending,
    cardPaymentDeclined,
    cardPaymentFailed,
  ])
  .meta({ id: "CardPayment" });

const directDebit = z
  .object({
    status: z.enum(DDA_STATUSES),
    setup_url: z
      .url()
      .nullable()
      .meta({ description: "The hosted page, while the bank authority is awaited." }),
    expires_at: instant().nullable(),
    authorised_at: instant().nullable(),
    account: z
      .object({ bsb: z.string().regex(/^\d{3}-\d{3}$/), ending: z.string().regex(/^\d{2,3}$/) })
      .nullable(),
  })
  .meta({ id: "DirectDebit" });

const agreement = z
  .object({
    agreement_id: id("agr"),
    version: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    url: z.url(),
    signed_at: instant(),
  })
  .meta({ id: "Agreement" });

export const nextAction = z
  .object({ type: z.enum(["authorise_direct_debit", "confirm", "wait", "none"]), url: z.url().optional() })
  .meta({ id: "NextAction" });

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
  provider: z.object({
    provider_code: z.string(),
    provider_order_id: z.string(),
    provider_account_id: z.string().nullable(),
  }),
  student: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  course: z.object({ course_name: z.string() }),
  pricing: z.object({ course_price: amount(), amount_to_finance: amount(), upfront_payment: amount() }),
  plan: z.object({
    payment_type: z.enum(PAYMENT_TYPES),
    payment_frequency: z.enum(["Upfront", ...FREQUENCIES]),
    number_of_instalments: z.int().min(1),
    instalment_amount: amount(),
    first_payment_date: date(),
    schedule: z.array(instalment).meta({ description: "Empty for Pay Now." }),
  }),
  card_payment: cardPayment.nullable(),
  direct_debit: directDebit.nullable(),
  agreement: agreement.nullable(),
  next_action: nextAction,
  created_at: instant(),
  expires_at: instant().nullable(),
  links: z.object({ self: z.url() }),
};

const sandboxWarnings = {
  warnings: z
    .array(warning)
    .optional()
    .meta({ description: "Sandbox only: members of the request that were ignored." }),
};

/** What create answers, 201 or 202. The only place where the token appears, beside checkout-token's. */
export const createdCheckout = z
  .object({
    checkout: z.object({ ...checkoutIds, checkout_token: z.string().regex(/^cht_[0-9A-Za-z]{43}$/) }),
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

export const timelineEntry = z
  .object({
    sequence: z.int().min(1),
    event_id: id("evt"),
    type: z.enum(EVENT_TYPES),
    at: instant(),
    actor: z.string(),
    request_id: id("req").nullable(),
  })
  .meta({ id: "TimelineEntry" });

/** What GET answers: the resource with what happened when and by whom. */
export const checkoutStatus = z
  .object({ checkout: z.object(checkoutIds), ...common, timeline: z.array(timelineEntry) })
  .meta({ id: "CheckoutStatus" });

export const checkoutList = z
  .object({ data: z.array(checkoutResource), next_cursor: z.string().nullable() })
  .meta({ id: "CheckoutList" });

export const issuedToken = z
  .object({
    checkout: z.object({ checkout_id: id("chk"), checkout_token: z.string().regex(/^cht_[0-9A-Za-z]{43}$/) }),
    ...sandboxWarnings,
  })
  .meta({ id: "IssuedCheckoutToken" });

export const environment = z
  .object({
    environment: z.enum(["sandbox", "production"]),
    gateway_mode: z.enum(["test", "live"]),
    gateway_publishable_key: z.string(),
    ready_for_api_calls: z.boolean(),
  })
  .meta({ id: "Environment" });

export const sandboxCharges = z
  .object({
    data: z.array(
      z.object({
        provider_order_id: z.string(),
        amount: amount(),
        status: z.enum(["succeeded", "declined"]),
        created_at: instant(),
      }),
    ),
  })
  .meta({ id: "SandboxCharges" });

export const drained = z
  .object({ recovered: z.int(), expired: z.int(), purged: z.int(), remaining: z.int() })
  .meta({ id: "Drained" });
