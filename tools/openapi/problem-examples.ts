import { checkoutExamples } from "../../lib/contract/examples/checkouts";
import { EXAMPLE, type Place } from "../../lib/contract/examples/values";
import {
  declineMessage,
  PROBLEM_MEMBERS,
  type ProblemDocument,
  toProblem,
} from "../../lib/contract/problems";
import { CheckoutError, type ErrorCode } from "../../lib/domain/errors";
import { PROBLEMS } from "../../lib/domain/problems";

/** @param instance the path that was asked for */
export function exampleOfProblem(place: Place, code: ErrorCode, instance: string): ProblemDocument {
  const error = new CheckoutError(code, PROBLEMS[code].cause, { extra: membersOf(place, code) });
  return problemExample(place, error, instance);
}

/** What a code adds to the envelope. */
function membersOf(place: Place, code: ErrorCode) {
  const { plan, declined } = checkoutExamples(place);
  const checkout = "checkout_id" in (PROBLEM_MEMBERS[code]?.shape ?? {}) && {
    checkout_id: EXAMPLE.checkoutId,
  };
  if (code === "card_declined") {
    const user_message = declineMessage("insufficient_funds", true);
    return { user_message, ...checkout, card_payment: declined.card_payment };
  }
  if (code === "duplicate_order") {
    const { checkout_status, next_action } = plan;
    return { ...checkout, checkout_status, same_request: true, next_action };
  }
  return { ...checkout };
}

export function problemExample(place: Place, error: CheckoutError, instance: string): ProblemDocument {
  return toProblem(error, { baseUrl: place.baseUrl, instance, requestId: EXAMPLE.requestId });
}

/** The error that a reader throws for a faulty body. */
export function errorOf(reading: () => unknown): CheckoutError {
  try {
    reading();
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
  throw new Error("The example of a faulty request has no fault");
}
