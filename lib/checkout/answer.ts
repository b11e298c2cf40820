import { PROBLEMS } from "../contract/problem-table";
import { type ProblemContext, toProblem } from "../contract/problems";
import type { CreatedCheckout } from "../contract/resource";
import type { CheckoutError } from "../domain/errors";

/** An answer of create, with its very bytes: what was said once is said again in the same words. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  replayed: boolean;
}

/** Where create lives; v1 and legacy are one operation and answer in one voice. */
export const CREATE_PATH = "/v1/provider-checkouts";

/** 201 for a checkout that is made, 202 with `Retry-After` while the charge's outcome is not known. */
export function created(resource: CreatedCheckout, status: 201 | 202): Answer {
  return {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      Location: resource.links.self,
      ...(status === 202 && { "Retry-After": "5" }),
    },
    body: JSON.stringify(resource),
    replayed: false,
  };
}

export function refused(error: CheckoutError, context: ProblemContext): Answer {
  return {
    status: PROBLEMS[error.code].status,
    headers: { "Content-Type": "application/problem+json" },
    body: JSON.stringify(toProblem(error, context)),
    replayed: false,
  };
}
