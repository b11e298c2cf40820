import { z } from "zod";
import { withoutCardNumber } from "../../packages/cards/card-number";
import { type CheckoutError, type ErrorCode, FIELD_ERROR_CODES } from "../domain/errors";
import type { Id } from "../domain/ids";
import { MAX_ERRORS, MAX_WARNINGS } from "../domain/limits";
import { ERROR_CODES, PROBLEMS } from "../domain/problems";
import { CHECKOUT_STATUSES, type CheckoutStatus } from "../domain/states";
import { amount, count, id, url, words } from "./answer-fields";
import { cardDeclined } from "./card-payment";
import { ABOUT } from "./descriptions";
import { nextAction, warning } from "./resource";
import { pointerOf, type Warning } from "./validate";

/**
 * What a student is told for each decline code.
 * @param isOrderUncharged whether the gateways, asked for the order, knew no charge: only then it is said.
 */
export function declineMessage(declineCode: string, isOrderUncharged: boolean): string {
  const notCharged = isOrderUncharged ? " You have not been charged." : "";
  switch (declineCode) {
    case "insufficient_funds":
      return `Your bank says there is not enough money available. Use another card.${notCharged}`;
    case "expired_card":
      return `This card has expired. Use another card.${notCharged}`;
    case "incorrect_cvc":
      return `The security code does not match. Check it and try again.${notCharged}`;
    default:
      return `Your bank declined this card. Use another card or contact your bank.${notCharged}`;
  }
}

/** What a student is told whose order has the checkout of another request, which may be another student's. */
export const OTHER_REQUEST_MESSAGE =
  "Your provider needs to check this order. You have not been charged for this request.";

/**
 * What a student is told whose same request was made before, by its status: never to go on where all is done.
 * See docs/decisions/053-duplicate-orders.md.
 */
export function duplicateMessage(status: CheckoutStatus): string {
  switch (status) {
    case "Payment Processing":
      return "This enrolment is already paid. You do not need to pay again.";
    case "Payment Pending":
      return PROBLEMS.idempotency_in_progress.userMessage;
    case "Confirmed":
      return PROBLEMS.already_confirmed.userMessage;
    case "Expired":
      return PROBLEMS.checkout_expired.userMessage;
    case "Cancelled":
      return PROBLEMS.checkout_cancelled.userMessage;
    default:
      return PROBLEMS.duplicate_order.userMessage;
  }
}

const fieldError = z
  .object({
    field: words(
      2048,
      "The member's path with points, or the parameter's name.",
      "pricing.amount_to_finance",
    ),
    pointer: words(
      2048,
      "JSON pointer (RFC 6901) into the body, or of the parameter.",
      "/pricing/amount_to_finance",
    ),
    code: z.enum(FIELD_ERROR_CODES).meta({
      description: "Which fault it is. The list is closed; `/docs/problems` explains each.",
      examples: ["must_be_greater_than_zero"],
    }),
    message: words(
      500,
      "For the integrator: what is wrong and how to mend it.",
      "amount_to_finance must be greater than 0.",
    ),
    expected: words(500, "What would have been right, always as text.", "> 0").optional(),
    suggestion: z
      .object({
        instalment_amount: amount("Each instalment but the last, in dollars.", 57.69),
        last_instalment_amount: amount("The last instalment, in dollars.", 57.75),
      })
      .meta({ id: "PlanSuggestion", description: "Instalments that sum to what is financed." })
      .nullish()
      .meta({ description: "With `plan_does_not_sum`: instalments that sum, or null where none do." }),
  })
  .meta({ id: "FieldError", description: "One member to correct." });

/** RFC 9457, `application/problem+json`. Some codes have members of their own. Contract section 2. */
export const problemDocument = z
  .object({
    type: url("The address of the code's documentation.", "/docs/problems/validation_failed"),
    title: words(
      100,
      "The problem in a few words, the same for each of its code.",
      "The request has fields to correct",
    ),
    status: count(400, 599, "The HTTP status, repeated.", 422),
    code: z.enum(ERROR_CODES).meta({
      description: "Which problem it is: decide by this. The list is closed; `/docs/problems` explains each.",
      examples: ["validation_failed"],
    }),
    detail: words(500, "For the integrator: what happened this time.", "2 fields need correcting."),
    instance: words(16_384, "Path of the request.", "/v1/provider-checkouts"),
    request_id: id("req", "Names the request in our logs; quote it when you ask."),
    retryable: z
      .boolean()
      .meta({ description: "Whether the same request may succeed later.", examples: [false] }),
    user_message: words(
      500,
      "Safe to show a student.",
      "Some details need correcting before you can continue.",
    ),
    warnings: z.array(warning).optional().meta({
      maxItems: MAX_WARNINGS,
      description: ABOUT.ignored,
    }),
  })
  .meta({ id: "Problem", description: "A problem document (RFC 9457)." });
export type ProblemDocument = z.output<typeof problemDocument>;

const checkoutId = id("chk", "The checkout that stands in the way, or that was tried.");

/** The members that a code adds to the problem document. */
export const PROBLEM_MEMBERS: Partial<Record<ErrorCode, z.ZodObject>> = {
  validation_failed: z.object({
    errors: z
      .array(fieldError)
      .min(1)
      .meta({
        maxItems: MAX_ERRORS,
        description: `Every member to correct, all at once: the first ${MAX_ERRORS}.`,
      }),
  }),
  card_declined: z.object({
    checkout_id: checkoutId,
    card_payment: cardDeclined.meta({ description: "What became of the charge." }),
  }),
  duplicate_order: z.object({
    checkout_id: checkoutId,
    checkout_status: z.enum(CHECKOUT_STATUSES).meta({
      description: "Where that checkout stands. For your system, not for the student of this request.",
    }),
    same_request: z.boolean().meta({
      description:
        "Whether that checkout is of this same request: same student (email), course, prices and plan. False means that the order reference was used for something else, perhaps for another student.",
      examples: [true],
    }),
    differences: z
      .array(words(100, "JSON pointer (RFC 6901) into the body.", "/student/email"))
      .optional()
      .meta({
        maxItems: 10,
        description:
          "What differs from that checkout, without its values. Left out where `same_request` is true.",
      }),
    next_action: nextAction.nullable().meta({
      description: "How to continue with that checkout. Null where `same_request` is false.",
    }),
  }),
  dda_not_authorised: z.object({ checkout_id: checkoutId }),
  already_confirmed: z.object({ checkout_id: checkoutId }),
  cancel_not_applicable: z.object({ checkout_id: checkoutId }),
  expire_not_applicable: z.object({ checkout_id: checkoutId }),
  charge_not_pending: z.object({ checkout_id: checkoutId }),
  idempotency_key_reused: z.object({ checkout_id: checkoutId }),
  idempotency_in_progress: z.object({ checkout_id: checkoutId.optional() }),
};

export interface ProblemContext {
  baseUrl: string;
  /** Path of the request. */
  instance: string;
  requestId: Id<"req">;
  warnings?: readonly Warning[];
}

export function toProblem(
  error: CheckoutError,
  context: ProblemContext,
): ProblemDocument & Record<string, unknown> {
  const { status, title, retryable, userMessage } = PROBLEMS[error.code];
  const { user_message, ...extra } = error.extra;
  return {
    type: `${context.baseUrl}/docs/problems/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    instance: withoutCardNumber(context.instance),
    request_id: context.requestId,
    retryable,
    user_message: typeof user_message === "string" ? user_message : userMessage,
    ...(error.fields.length > 0 && {
      errors: error.fields.slice(0, MAX_ERRORS).map(({ path, ...field }) => ({
        field: path.join("."),
        pointer: pointerOf(path),
        ...field,
      })),
    }),
    ...extra,
    ...(context.warnings?.length && { warnings: [...context.warnings] }),
  };
}
