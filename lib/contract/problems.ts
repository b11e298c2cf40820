import { z } from "zod";
import { withoutCardNumber } from "../domain/card-number";
import { type CheckoutError, ERROR_CODES, type ErrorCode, FIELD_ERROR_CODES } from "../domain/errors";
import type { Id } from "../domain/ids";
import { MOST_ERRORS, MOST_WARNINGS } from "../domain/limits";
import { CHECKOUT_STATUSES } from "../domain/states";
import { amount, count, id, url, words } from "./answer-fields";
import { PROBLEMS } from "./problem-table";
import { cardDeclined, nextAction, warning } from "./resource";
import { pointerOf, type Warning } from "./validate";

/**
 * What a student is told for each decline code.
 * @param isOrderUncharged whether the gateways, asked for the order, knew no charge: only then it is said. D-143
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

const fieldError = z
  .object({
    field: words(2048),
    pointer: words(2048).meta({ description: "JSON pointer (RFC 6901) into the body, or of the parameter." }),
    code: z.enum(FIELD_ERROR_CODES),
    message: words(500).meta({ description: "For the integrator: what is wrong and how to mend it." }),
    expected: words(500).optional().meta({ description: "What would have been right." }),
    suggestion: z
      .object({ instalment_amount: amount(), last_instalment_amount: amount() })
      .meta({ id: "PlanSuggestion" })
      .nullish()
      .meta({ description: "With `plan_does_not_sum`: instalments that sum, or null where none do." }),
  })
  .meta({ id: "FieldError" });

/** RFC 9457, `application/problem+json`. Some codes have members of their own. Contract section 2. */
export const problemDocument = z
  .object({
    type: url().meta({ description: "The address of the code's documentation." }),
    title: words(100),
    status: count(400, 599),
    code: z.enum(ERROR_CODES),
    detail: words(500).meta({ description: "For the integrator." }),
    instance: words(16_384).meta({ description: "Path of the request." }),
    request_id: id("req"),
    retryable: z.boolean().meta({ description: "Whether the same request may succeed later." }),
    user_message: words(500).meta({ description: "Safe to show a student." }),
    warnings: z.array(warning).optional().meta({
      maxItems: MOST_WARNINGS,
      description: "Sandbox only: members of the request that were ignored.",
    }),
  })
  .meta({ id: "Problem" });
export type ProblemDocument = z.output<typeof problemDocument>;

const checkoutId = id("chk");

/** The members that a code adds to the problem document. */
export const PROBLEM_MEMBERS: Partial<Record<ErrorCode, z.ZodObject>> = {
  validation_failed: z.object({ errors: z.array(fieldError).min(1).meta({ maxItems: MOST_ERRORS }) }),
  card_declined: z.object({ checkout_id: checkoutId, card_payment: cardDeclined }),
  duplicate_order: z.object({
    checkout_id: checkoutId,
    checkout_status: z.enum(CHECKOUT_STATUSES),
    next_action: nextAction,
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
      errors: error.fields.map(({ path, ...field }) => ({
        field: path.join("."),
        pointer: pointerOf(path),
        ...field,
      })),
    }),
    ...extra,
    ...(context.warnings?.length && { warnings: [...context.warnings] }),
  };
}
