import { z } from "zod";
import { LONGEST, LONGEST_PAGE, MAX_INSTALMENTS, MAX_WARNINGS, METADATA } from "../domain/limits";
import { FREQUENCIES } from "../domain/schedule";
import {
  AUTHORISATION_STATUSES,
  CHECKOUT_STATUSES,
  DDA_STATUSES,
  EVENT_TYPES,
  OPPORTUNITY_STAGES,
  PAYMENT_TYPES,
} from "../domain/states";
import { amount, count, date, id, instant, matching, orNull, token, url, words } from "./answer-fields";
import { cardPayment } from "./card-payment";
import { ABOUT } from "./descriptions";
import { EXAMPLE, EXAMPLE_PLAN, WRITTEN_FOR } from "./examples";
import { nextCursor } from "./paging";

/** Shapes of answers: contract sections 4 to 6. */

export const warning = z
  .object({
    pointer: words(4096, "JSON pointer (RFC 6901) to the member in the request.", "/student/nickname"),
    message: words(500, "For the integrator: what became of it.", "nickname is not read by this operation."),
  })
  .meta({ id: "Warning", description: "A member of the request that nothing reads." });

const instalment = z
  .object({
    number: count(1, MAX_INSTALMENTS, "Which instalment it is, from 1."),
    due_date: date("The date on which it is due, `YYYY-MM-DD`."),
    debit_date: date("The date on which it is debited: the due date, or the next business day."),
    amount: amount("What is debited, in dollars."),
    balance_after: amount("What is still owed after it, in dollars. 0 after the last.", 1250),
  })
  .meta({ id: "Instalment", description: "One debit of the plan." });

const directDebit = z
  .object({
    status: z
      .enum(DDA_STATUSES)
      .meta({ description: "Where the direct debit authority stands. See `/docs/states`." }),
    setup_url: url("The hosted page.", EXAMPLE.setupPath).nullable().meta({
      description:
        "The hosted page, while the bank authority is awaited. Null for a key without `checkouts:write`: who holds the address can authorise.",
    }),
    expires_at: instant(
      "Until when the student can authorise. Null once there is nothing left to authorise.",
    ).nullable(),
    authorised_at: orNull(instant("When the student authorised it. Null before.")),
    account: orNull(
      z.object({
        bsb: matching(/^\d{3}-\d{3}$/, 7, { description: "The BSB of the branch.", examples: ["000-000"] }),
        ending: matching(/^\d{2,3}$/, 3, {
          description: "The last digits of the account number: three, or two of a short one.",
          examples: ["456"],
        }),
      }),
      "All that is ever shown of the bank account. Null until it is authorised.",
    ),
  })
  .meta({ id: "DirectDebit", description: "The student's authority to debit a bank account." });

const sha256Of = (what: string) =>
  matching(/^[0-9a-f]{64}$/, 64, {
    description: `SHA-256 of ${what}, in hexadecimal.`,
    examples: ["5d41402abc4b2a76b9719d911017c592a7ffc6f8bf1ed76651c14756a061d662"],
  });

const agreement = z
  .object({
    agreement_id: id("agr", "The agreement's id."),
    status: z.enum(["ready", "being_made"]).meta({
      description:
        "`being_made`: the plan is signed, and the PDF follows by itself. The event `agreement.ready` says when it is `ready`.",
    }),
    version: words(64, "The version of its wording.", "2026-11"),
    content_sha256: sha256Of("what was signed, which the PDF is made from"),
    sha256: sha256Of("the PDF's bytes, to check a copy by")
      .nullable()
      .meta({ description: "SHA-256 of the PDF's bytes in hexadecimal. Null while it is being made." }),
    url: url(
      "Where the PDF is, for a key with `checkouts:read`.",
      `/v1/provider-checkouts/${EXAMPLE.checkoutId}/agreement`,
    ),
    signed_at: instant("When the plan was confirmed."),
  })
  .meta({ id: "Agreement", description: "The signed Payment Plan Agreement." });

const NEXT_ACTIONS = ["authorise_direct_debit", "confirm", "wait", "none"] as const;
const nextActionType = z.enum(NEXT_ACTIONS).meta({
  description:
    "`authorise_direct_debit`: the student signs on the hosted page. `confirm`: you confirm the plan. `wait`: ask for the status again later. `none`: nothing is left to do.",
});
export const nextAction = z
  .object({
    type: nextActionType,
    url: url("Where it is done.", EXAMPLE.setupPath).nullable().optional().meta({
      description:
        "With `authorise_direct_debit`: the `setup_url`. With `wait`, where the student's bank asks for more: where the student answers it. Null for a key without `checkouts:write`.",
    }),
  })
  .meta({
    id: "NextAction",
    description: ABOUT.next_action,
    examples: [{ type: "authorise_direct_debit", url: `${WRITTEN_FOR}${EXAMPLE.setupPath}` }],
  });

const metadata = z
  .record(words(METADATA.key, "Your key.", "intake"), words(METADATA.value, "Your value.", "2027-T1"))
  .meta({
    maxProperties: METADATA.pairs,
    description: "As sent with create; left out where there is none.",
    examples: [{ intake: "2027-T1", campus: "Hobart" }],
  });

const checkoutIds = {
  checkout_id: id("chk", ABOUT.checkout_id),
  opportunity_id: id("opp", ABOUT.opportunity_id).nullable(),
  dda_id: id("dda", ABOUT.dda_id).nullable(),
};
const ids = z.object(checkoutIds).meta({ description: "The ids of the checkout and of what belongs to it." });
const idsWithToken = z
  .object({ ...checkoutIds, checkout_token: token() })
  .meta({ description: "Ids and token, whole as confirm takes them." });

const common = {
  checkout_status: z.enum(CHECKOUT_STATUSES).meta({ description: ABOUT.checkout_status }),
  authorisation_status: z.enum(AUTHORISATION_STATUSES).meta({
    description: "Whether the payment is authorised: by the student's bank authority or by the card charge.",
  }),
  opportunity_stage: z.enum(OPPORTUNITY_STAGES).nullable().meta({
    description:
      "Where the enrolment stands as an Opportunity. Null for Pay Now while there is none: until the card gateway was asked, and after a decline.",
  }),
  environment: z.enum(["sandbox", "production"]).meta({ description: ABOUT.environment }),
  currency: z.literal("AUD").meta({ description: "Of all amounts: Australian dollars." }),
  provider: z
    .object({
      provider_code: words(LONGEST.reference, "The provider's code.", EXAMPLE.providerCode),
      provider_order_id: words(LONGEST.reference, "Your reference of the order.", EXAMPLE.orderId),
      provider_account_id: words(LONGEST.reference, ABOUT.provider_account_id, EXAMPLE.accountId).nullable(),
    })
    .meta({ id: "CheckoutProvider", description: "The provider and its own references." }),
  student: z
    .object({
      first_name: words(LONGEST.name, ABOUT.first_name, "Amelia"),
      last_name: words(LONGEST.name, ABOUT.last_name, "Nguyen"),
      email: words(LONGEST.email, ABOUT.email, "amelia@example.com"),
    })
    .meta({ id: "CheckoutStudent", description: "The student as sent with this checkout." }),
  student_email: orNull(
    z.literal("undelivered"),
    "`undelivered` once a mail server has refused for good the email with the receipt or the agreement. Null otherwise.",
  ),
  course: z
    .object({ course_name: words(LONGEST.course, ABOUT.course_name, "Certificate IV in Bookkeeping") })
    .meta({ id: "CheckoutCourse", description: "The course." }),
  pricing: z
    .object({
      course_price: amount(ABOUT.course_price, 1500),
      amount_to_finance: amount(ABOUT.amount_to_finance, 1500),
      upfront_payment: amount(
        "In dollars. Pay Now: the course price. A plan: the deposit, 0 where there is none.",
        0,
      ),
    })
    .meta({ id: "CheckoutPricing", description: "The amounts, in dollars." }),
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
          "Every debit in order. It is recorded at create, and then no date or amount moves. Empty for Pay Now.",
      }),
    })
    .meta({
      id: "CheckoutPlan",
      description: "How it is paid, with the schedule of debits.",
      examples: [EXAMPLE_PLAN],
    }),
  metadata: metadata.optional(),
  card_payment: orNull(cardPayment, "What is known of the card charge. Null for a plan."),
  direct_debit: directDebit
    .nullable()
    .meta({ description: "The student's authority to debit a bank account. Null for Pay Now." }),
  agreement: orNull(
    agreement,
    "The signed Payment Plan Agreement. Null until the plan is confirmed, and for Pay Now.",
  ),
  next_action: nextAction.meta({ description: ABOUT.next_action }),
  created_at: instant("When the checkout was created."),
  expires_at: instant(
    "When a plan that nobody authorises and confirms expires, or did. Null where nothing expires any more, and for Pay Now.",
  ).nullable(),
  links: z
    .object({ self: url("The status of this checkout.", `/v1/provider-checkouts/${EXAMPLE.checkoutId}`) })
    .meta({ description: "Addresses of this checkout." }),
};

export const sandboxWarnings = {
  warnings: z.array(warning).optional().meta({
    maxItems: MAX_WARNINGS,
    description: ABOUT.ignored,
  }),
};

/** Create's answer, 201 or 202. Only this and checkout-token's show the token. */
export const createdCheckout = z
  .object({ checkout: idsWithToken, ...common, ...sandboxWarnings })
  .meta({ id: "CreatedCheckout", description: "The checkout with its token." });

/** What confirm, cancel and authorise-direct-debit answer. */
export const checkoutResource = z
  .object({ checkout: ids, ...common, ...sandboxWarnings })
  .meta({ id: "Checkout", description: "The checkout." });
export type CheckoutResource = z.output<typeof checkoutResource>;
export type CreatedCheckout = z.output<typeof createdCheckout>;

/** More than the transition table allows one checkout. */
export const MAX_EVENTS = 100;

const timelineEntry = z
  .object({
    sequence: count(1, MAX_EVENTS, "Counts the events of this checkout, from 1 without a gap."),
    event_id: id("evt", "The event's id; `GET /v1/events/{eventId}` shows it for 90 days."),
    type: z.enum(EVENT_TYPES).meta({ description: ABOUT.event_type }),
    at: instant("When it happened."),
    actor: words(
      255,
      "Who did it: `api_key:key_…` for a call with that key, `student`, `staff:…` for an operator, or `system`.",
      "student",
    ),
    request_id: id(
      "req",
      "The `Request-Id` of the request that did it. Null where no request did.",
    ).nullable(),
  })
  .meta({ id: "TimelineEntry", description: "What happened when, and by whom." });

/** What GET answers: the resource with what happened when and by whom. */
export const checkoutStatus = z
  .object({
    checkout: ids,
    ...common,
    timeline: z
      .array(timelineEntry)
      .meta({ maxItems: MAX_EVENTS, description: "What happened to the checkout, oldest first." }),
  })
  .meta({ id: "CheckoutStatus", description: "The checkout with its timeline." });

/** As lists and events show it. Contract sections 4 and 8. */
export const checkoutWithoutActions = z
  .object({
    checkout: ids,
    ...common,
    direct_debit: directDebit
      .extend({
        setup_url: z.null().meta({ description: "Null here: only the status has the address." }),
        account: z.null().meta({ description: "Null here: only the status has it." }),
      })
      .meta({
        id: "DirectDebitWithoutActions",
        description: "The direct debit authority without address and account.",
      })
      .nullable()
      .meta({ description: "The student's authority to debit a bank account. Null for Pay Now." }),
    next_action: z.object({ type: nextActionType }).meta({ description: ABOUT.next_action }),
  })
  .meta({
    id: "CheckoutWithoutActions",
    description: "The checkout without addresses of action and bank details.",
  });

export const checkoutList = z
  .object({
    data: z
      .array(checkoutWithoutActions)
      .meta({ maxItems: LONGEST_PAGE, description: "The checkouts of this page, newest first." }),
    next_cursor: nextCursor(),
  })
  .meta({ id: "CheckoutList", description: "A page of checkouts." });

export const issuedToken = z
  .object({ checkout: idsWithToken, ...sandboxWarnings })
  .meta({ id: "IssuedCheckoutToken", description: "The new token; the one before is dead." });
