import type { components } from "./schema.js";

type Schemas = components["schemas"];
type Problem = Schemas["Problem"];
type Documented = {
  [Name in keyof Schemas]: Schemas[Name] extends Problem ? Schemas[Name] : never;
}[keyof Schemas];

/** What a refusal is about: the known codes, of which there can be more. */
export type ProblemCode = Problem["code"];
/** One field to correct, with a JSON pointer and a code of its own. */
export type FieldError = Schemas["FieldError"];
/** The problem document of a code, with the members that this code has: `ProblemOf<"card_declined">`. */
export type ProblemOf<Code extends ProblemCode = ProblemCode> = Code extends ProblemCode
  ? [Extract<Documented, { code: Code }>] extends [never]
    ? Problem & { code: Code }
    : Extract<Documented, { code: Code }>
  : never;

/** The service refused. `isProblem` narrows it by its code. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  /** The answer's HTTP status. */
  readonly status: number;
  /** Quote it when you ask about the request. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Safe to show a student. */
  readonly userMessage: string;
  /** With `validation_failed`: every field to correct; else empty. */
  readonly fieldErrors: readonly FieldError[];

  /** @param retryAfter seconds that have to pass before the next attempt; null where the service named none */
  constructor(
    /** The whole document, with the members of its code. */
    readonly problem: ProblemOf,
    readonly retryAfter: number | null,
  ) {
    const { code, detail, status, request_id, retryable, user_message } = problem;
    const errors = "errors" in problem ? problem.errors : [];
    super(`${code}: ${detail}${fieldsOf(errors)}`);
    // Whatever prints an error prints its members, and this one may hold the address where a student signs.
    Object.defineProperty(this, "problem", { enumerable: false });
    this.code = code;
    this.status = status;
    this.requestId = request_id;
    this.retryable = retryable;
    this.userMessage = user_message;
    this.fieldErrors = errors;
  }
}

const MAX_FIELDS = 5;

/** What to correct, for a person who sees no more of the error than its message. */
function fieldsOf(errors: readonly FieldError[]): string {
  if (errors.length === 0) return "";
  const named = errors.slice(0, MAX_FIELDS).map(({ pointer, code }) => `${pointer} ${code}`);
  const others = errors.length - named.length;
  return ` (${named.join(", ")}${others > 0 ? `, and ${others} more` : ""})`;
}

/** Whether it is a refusal, and of one of these codes where any are named. */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is ProblemError & { readonly code: Code; readonly problem: ProblemOf<Code> } {
  return (
    error instanceof ProblemError && (codes.length === 0 || (codes as ProblemCode[]).includes(error.code))
  );
}

/** No answer of the service came, or another's in its place, such as a proxy's. What was asked may have been done. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  /** @param status of the answer that was not the service's; null where none came */
  constructor(
    message: string,
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** @returns seconds; null where the header is missing or cannot be read */
export function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get("Retry-After");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/**
 * What the plain client was answered, by the document's own names: openapi-fetch's types lose members that are null.
 * @throws ProblemError where the service refused
 * @throws ConnectionError where somebody else answered
 */
export function dataOf<Data>(answer: { data?: unknown; error?: unknown; response: Response }): Data {
  const { data, error, response } = answer;
  if (response.ok) return data as Data;
  if (isTheirs(error, response)) throw new ProblemError(error, retryAfterOf(response));
  throw strangersAnswer(response.status);
}

function isTheirs(error: unknown, { headers }: Response): error is ProblemOf {
  if (typeof error !== "object" || error === null) return false;
  if (!headers.get("Content-Type")?.startsWith("application/problem+json")) return false;
  const { code, request_id, errors = [] } = error as Record<string, unknown>;
  const isListed = Array.isArray(errors) && errors.every((one) => typeof one === "object" && one !== null);
  return typeof code === "string" && typeof request_id === "string" && isListed;
}

export const strangersAnswer = (status: number) =>
  new ConnectionError(`The response ${status} is not from Provider Checkout`, status);
