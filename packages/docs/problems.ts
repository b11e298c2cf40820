import { type ProblemDocument, toProblem } from "../../lib/contract/problems";
import { CheckoutError, type ErrorCode } from "../../lib/domain/errors";
import { ERROR_CODES, PROBLEMS, type Problem } from "../../lib/domain/problems";
import { examplesIn, type Json } from "./openapi";

export interface ProblemSection extends Problem {
  code: ErrorCode;
  /** A document as the service sends it. */
  example: unknown;
}

export const problemPath = (code: ErrorCode) => `/docs/problems/${code}`;

export function problemSections(document: Json, baseUrl: string): ProblemSection[] {
  const published = examplesIn(document);
  return ERROR_CODES.map((code) => ({
    code,
    ...PROBLEMS[code],
    example: published.get(code) ?? bareExample(code, baseUrl),
  }));
}

/** For codes without a published example: a problem without the members that the code adds. */
function bareExample(code: ErrorCode, baseUrl: string): ProblemDocument {
  const requestId = "req_01m7xzsvdaexwt5dmxs7qvyfwd";
  const place = { baseUrl, instance: "/v1/provider-checkouts", requestId } as const;
  return toProblem(new CheckoutError(code, `${PROBLEMS[code].title}.`), place);
}
