import type { z } from "zod";
import type { PaymentFrequency } from "../../domain/schedule";
import type { PaymentType } from "../../domain/states";
import type { confirmRequest } from "../confirm";
import type { createRequest } from "../create-request";
import { EXAMPLE_TOKEN } from "../patterns";
import type { quoteRequest } from "../quote";
import { EXAMPLE, exampleCardToken, type Place } from "./values";

type CreateInput = z.input<typeof createRequest>;
/** With what the schema reads texts as. */
export interface CreateBody extends CreateInput {
  plan: CreateInput["plan"] & { payment_type: PaymentType; payment_frequency: PaymentFrequency };
  metadata?: Record<string, string>;
}
type QuoteBody = z.input<typeof quoteRequest>;
type ConfirmBody = z.input<typeof confirmRequest>;

const who = {
  provider: {
    provider_code: EXAMPLE.providerCode,
    provider_order_id: EXAMPLE.orderId,
    provider_account_id: EXAMPLE.accountId,
  },
  student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
  course: { course_name: "Certificate IV in Bookkeeping" },
} satisfies Partial<CreateBody>;

export function payNowRequest(place: Pick<Place, "environment">): CreateBody {
  return {
    ...who,
    pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: 1500 },
    plan: {
      payment_type: "upfront_payment",
      payment_frequency: "Upfront",
      number_of_instalments: 1,
      instalment_amount: 1500,
      first_payment_date: "2026-11-21",
    },
    card_payment: { token: exampleCardToken(place), amount_to_charge_now: 1500, payment_purpose: "card" },
  };
}

export const PLAN_REQUEST: CreateBody = {
  ...who,
  pricing: { course_price: 1500, amount_to_finance: 1500 },
  plan: {
    payment_type: "interest_free_payment_plan",
    payment_frequency: "Fortnightly",
    number_of_instalments: 6,
    instalment_amount: 250,
    first_payment_date: EXAMPLE.firstPaymentDate,
  },
};

/** The last instalment takes the remainder. */
export const PLAN_WITH_DEPOSIT_REQUEST: CreateBody = {
  ...who,
  pricing: { course_price: 1500, amount_to_finance: 1200, upfront_payment: 300 },
  plan: {
    payment_type: "interest_free_payment_plan",
    payment_frequency: "Monthly",
    number_of_instalments: 7,
    instalment_amount: 171.43,
    first_payment_date: EXAMPLE.firstPaymentDate,
  },
  metadata: { intake: "2027-T1", campus: "Hobart" },
};

const { payment_type: _type, instalment_amount: _amount, ...termsToQuote } = PLAN_REQUEST.plan;

export const QUOTE_REQUEST = {
  pricing: PLAN_REQUEST.pricing,
  plan: { ...termsToQuote, payment_frequency: "Fortnightly" },
} satisfies QuoteBody;

/** The `checkout` object is that of create's answer, passed on unchanged. */
export const CONFIRM_REQUEST = {
  provider: { provider_code: EXAMPLE.providerCode, provider_order_id: EXAMPLE.orderId },
  checkout: {
    checkout_id: EXAMPLE.checkoutId,
    checkout_token: EXAMPLE_TOKEN,
    opportunity_id: EXAMPLE.opportunityId,
    dda_id: EXAMPLE.ddaId,
  },
  payment: {
    payment_method: "service_payment_plan",
    first_payment_date: EXAMPLE.firstPaymentDate,
    deposit_confirmed: true,
  },
  declarations: {
    payment_plan_accepted: true,
    information_confirmed: true,
    privacy_consent_accepted: true,
  },
} satisfies ConfirmBody;

const { course: _course, ...withoutCourse } = PLAN_REQUEST;
const { dda_id: _dda, ...withoutDda } = CONFIRM_REQUEST.checkout;

/** Bodies with faults, from which examples of `validation_failed` are made. */
export const FAULTY_CREATE = { ...withoutCourse, pricing: { ...PLAN_REQUEST.pricing, amount_to_finance: 0 } };
export const FAULTY_QUOTE = { ...QUOTE_REQUEST, plan: { ...QUOTE_REQUEST.plan, number_of_instalments: 0 } };
export const FAULTY_CONFIRM = {
  ...CONFIRM_REQUEST,
  checkout: withoutDda,
  declarations: { ...CONFIRM_REQUEST.declarations, privacy_consent_accepted: false },
};
