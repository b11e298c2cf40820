import { type ProblemContext, toProblem } from "../contract/problems";
import type { CreatedCheckout } from "../contract/resource";
import type { CheckoutError } from "../domain/errors";
import { PROBLEMS } from "../domain/problems";

/** Kept as bytes, so that a retry gets exactly what the first request got. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  replayed: boolean;
}

/** For the legacy route too: both are one operation. */
export const CREATE_PATH = "/v1/provider-checkouts";

/** 202 while the charge's outcome is not known. */
export const created = (resource: CreatedCheckout, status: 201 | 202): Answer =>
  madeAt(resource.links.self, status, JSON.stringify(resource));

/** What was made, and where it is. */
export const madeAt = (location: string, status: 201 | 202, body: string): Answer => ({
  status,
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    Location: location,
    ...(status === 202 && { "Retry-After": "5" }),
  },
  body,
  replayed: false,
});

export function refused(error: CheckoutError, context: ProblemContext): Answer {
  return {
    status: PROBLEMS[error.code].status,
    headers: { "Content-Type": "application/problem+json" },
    body: JSON.stringify(toProblem(error, context)),
    replayed: false,
  };
}
