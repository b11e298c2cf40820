import { z } from "zod";
import { type CheckoutError, ERROR_CODES, FIELD_ERROR_CODES } from "../domain/errors";
import { PROBLEMS } from "./problem-table";
import { pointerOf, type Warning } from "./validate";

/** What a student is told for each decline; experience, "Student flow". */
export function declineMessage(declineCode: string): string {
  const notCharged = "You have not been charged.";
  switch (declineCode) {
    case "insufficient_funds":
      return `Your bank says there is not enough money available. Use another card. ${notCharged}`;
    case "expired_card":
      return `This card has expired. Use another card. ${notCharged}`;
    case "incorrect_cvc":
      return `The security code does not match. Check it and try again. ${notCharged}`;
    default:
      return `Your bank declined this card. Use another card or contact your bank. ${notCharged}`;
  }
}

const fieldError = z
  .object({
    field: z.string(),
    pointer: z.string(),
    code: z.enum(FIELD_ERROR_CODES),
    message: z.string(),
    expected: z.string().optional(),
    suggestion: z.object({ instalment_amount: z.number(), last_instalment_amount: z.number() }).nullish(),
  })
  .meta({ id: "FieldError" });

/** RFC 9457, `application/problem+json`. Codes may add members of their own. */
export const problemDocument = z
  .looseObject({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    code: z.enum(ERROR_CODES),
    detail: z.string(),
    instance: z.string(),
    request_id: z.string(),
    retryable: z.boolean(),
    user_message: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ id: "Problem" });
export type ProblemDocument = z.output<typeof problemDocument>;

export interface ProblemContext {
  baseUrl: string;
  /** Path of the request. */
  instance: string;
  requestId: string;
  warnings?: readonly Warning[];
}

/** The problem document of an error. Contract section 2. */
export function toProblem(error: CheckoutError, context: ProblemContext): ProblemDocument {
  const { status, title, retryable, userMessage } = PROBLEMS[error.code];
  const { user_message, ...extra } = error.extra;
  return {
    type: `${context.baseUrl}/docs/problems/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    instance: context.instance,
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
    ...(context.warnings?.length && { warnings: context.warnings }),
  };
}
