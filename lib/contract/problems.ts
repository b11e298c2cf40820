import { z } from "zod";
import { withoutCardNumber } from "../../packages/cards/card-number";
import { type CheckoutError, type ErrorCode, FIELD_ERROR_CODES } from "../domain/errors";
import type { Id } from "../domain/ids";
import { MAX_ERRORS, MAX_INSTALMENTS, MAX_WARNINGS } from "../domain/limits";
import { ERROR_CODES, PROBLEMS } from "../domain/problems";
import { CHECKOUT_STATUSES, type CheckoutStatus } from "../domain/states";
import { amount, count, id, instant, open, url, words } from "./answer-fields";
import { cardDeclined } from "./card-payment";
import { ABOUT } from "./descriptions";
import { nextAction, warning } from "./resource";
import { pointerOf, type Warning } from "./validate";

/**
 * The message for a student, for each decline code.
 * @param isOrderUncharged only if the gateways know no charge of the order, the message says so
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

/** The message for a student whose order has another request's checkout, perhaps another student's. */
export const OTHER_REQUEST_MESSAGE =
  "Your provider needs to check this order. You have not been charged for this request.";

/**
 * The message for a student who sent the same request before, by its status. It never says to continue if everything is
 * done. See docs/decisions/053-duplicate-orders.md.
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
      "The path of the field, separated by dots, or the name of the query parameter.",
      "pricing.amount_to_finance",
    ),
    pointer: words(
      2048,
      "JSON pointer (RFC 6901) to the field or the query parameter.",
      "/pricing/amount_to_finance",
    ),
    code: open(FIELD_ERROR_CODES).meta({
      description: "What is wrong with the field. The list can grow. `/docs/problems` explains each code.",
      examples: ["must_be_greater_than_zero"],
    }),
    message: words(
      500,
      "For integrators: what is wrong and how to fix it.",
      "amount_to_finance must be greater than 0.",
    ),
    expected: words(500, "What the field should be. Always a string.", "> 0").optional(),
    suggestion: z
      .object({
        instalment_amount: amount("The amount of every instalment except the last, in dollars.", 57.69),
        last_instalment_amount: amount("The last instalment, in dollars.", 57.75),
      })
      .meta({ id: "PlanSuggestion", description: "Instalments that add up to `amount_to_finance`." })
      .nullish()
      .meta({ description: "Only with `plan_does_not_sum`: instalments that add up, or null." }),
  })
  .meta({ id: "FieldError", description: "A field that you need to correct." });

/** RFC 9457, `application/problem+json`. Some codes have fields of their own. Contract section 2. */
export const problemDocument = z
  .object({
    type: url("The URL of the documentation for this code.", "/docs/problems/validation_failed"),
    title: words(
      100,
      "The problem in a few words. It is the same for every problem with this code.",
      "The request has fields to correct",
    ),
    status: count(400, 599, "The HTTP status of the response.", 422),
    code: open(ERROR_CODES).meta({
      description:
        "The code of the problem. Use it in your program. The list of codes can grow: decide by `status` where you do not know a code. `/docs/problems` explains each code.",
      examples: ["validation_failed"],
    }),
    detail: words(500, "For integrators: what happened in this case.", "2 fields need correcting."),
    instance: words(16_384, "The path of your request.", "/v1/provider-checkouts"),
    request_id: id("req", "Identifies this request in our logs. Quote it when you ask for help."),
    retryable: z
      .boolean()
      .meta({ description: "True if the same request can succeed later.", examples: [false] }),
    user_message: words(
      500,
      "A message that you can show to the student.",
      "Some details need correcting before you can continue.",
    ),
    warnings: z.array(warning).optional().meta({
      maxItems: MAX_WARNINGS,
      description: ABOUT.ignored,
    }),
  })
  .meta({ id: "Problem", description: "A problem document (RFC 9457)." });
type ProblemDocument = z.output<typeof problemDocument>;

const checkoutId = id("chk", "The id of the checkout that this problem is about.");

/** The fields that a code adds to the problem document. */
export const PROBLEM_MEMBERS: Partial<Record<ErrorCode, z.ZodObject>> = {
  validation_failed: z.object({
    errors: z
      .array(fieldError)
      .min(1)
      .meta({
        maxItems: MAX_ERRORS,
        description: `All fields to correct, up to ${MAX_ERRORS}.`,
      }),
  }),
  card_declined: z.object({
    checkout_id: checkoutId,
    card_payment: cardDeclined.meta({ description: "The outcome of the charge." }),
  }),
  duplicate_order: z.object({
    checkout_id: checkoutId,
    checkout_status: z.enum(CHECKOUT_STATUSES).meta({
      description: "The state of the existing checkout. Do not show it to the student.",
    }),
    same_request: z.boolean().meta({
      description:
        "True if the existing checkout has the same student (email), course, prices and plan as your request. False if the order reference was used for something else, perhaps for another student.",
      examples: [true],
    }),
    differences: z
      .array(words(100, "JSON pointer (RFC 6901) to a field in your request.", "/student/email"))
      .optional()
      .meta({
        maxItems: 10,
        description:
          "The fields that differ from the existing checkout, without their values. Omitted if `same_request` is true.",
      }),
    next_action: nextAction.nullable().meta({
      description: "How to continue with the existing checkout. Null if `same_request` is false.",
    }),
  }),
  dda_not_authorised: z.object({ checkout_id: checkoutId }),
  already_confirmed: z.object({ checkout_id: checkoutId }),
  cancel_not_applicable: z.object({ checkout_id: checkoutId }),
  expire_not_applicable: z.object({ checkout_id: checkoutId }),
  change_too_late: z.object({
    first_changeable: count(
      1,
      MAX_INSTALMENTS,
      "The number of the first payment that can still change. Null if none can.",
    ).nullable(),
  }),
  refund_not_possible_yet: z.object({
    possible_from: instant("When the payment can be refunded. Null if nobody knows.").nullable(),
  }),
  idempotency_key_reused: z.object({ checkout_id: checkoutId.optional() }),
  idempotency_in_progress: z.object({ checkout_id: checkoutId.optional() }),
};

export interface ProblemContext {
  baseUrl: string;
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
