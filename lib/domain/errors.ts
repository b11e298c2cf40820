import type { PROBLEMS } from "./problems";

/** Closed: contract section 2. */
export type ErrorCode = keyof typeof PROBLEMS;

/** Inside `validation_failed`. Closed: contract sections 1, 2, 4 and 5. */
export const FIELD_ERROR_CODES = [
  "required",
  "wrong_type",
  "too_long",
  "not_allowed_characters",
  "wrong_format",
  "not_an_option",
  "not_allowed",
  "must_be_greater_than_zero",
  "must_not_be_negative",
  "too_small",
  "too_large",
  "too_many_decimals",
  "must_equal",
  "date_too_early",
  "date_too_late",
  "plan_does_not_sum",
  "policy_price",
  "policy_deposit",
  "policy_too_few_instalments",
  "policy_too_many_instalments",
  "policy_instalment_too_small",
  "policy_first_date",
  "policy_last_date",
  "card_number_not_allowed",
  "token_unknown",
  "token_already_used",
  "dda_required",
  "declaration_required",
  "deposit_not_confirmed",
  "does_not_match",
] as const;
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

export interface FieldError {
  /** `["pricing", "amount_to_finance"]`. */
  path: readonly string[];
  code: FieldErrorCode;
  /** For integrators: what is wrong and how to fix it. */
  message: string;
  expected?: string;
  /** Only with `plan_does_not_sum`: dollars that would add up, or null if no split does. */
  suggestion?: { instalment_amount: number; last_instalment_amount: number } | null;
}

/** The one error that our code throws on purpose. The API turns it into a problem document, forms into messages. */
export class CheckoutError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  /** Fields added to the problem document: `checkout_id`, `next_action`, `card_payment`. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** Only for the log of security events, never for a response. */
  readonly noted: { reason: string; keyId?: string } | null;

  constructor(
    code: ErrorCode,
    detail: string,
    options: ErrorOptions &
      Partial<Pick<CheckoutError, "fields" | "extra" | "retryAfterSeconds" | "noted">> = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = "CheckoutError";
    this.code = code;
    this.fields = options.fields ?? [];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.noted = options.noted ?? null;
  }
}

export function validationFailed(fields: readonly FieldError[]): CheckoutError {
  const detail =
    fields.length === 1 ? "1 field needs correcting." : `${fields.length} fields need correcting.`;
  return new CheckoutError("validation_failed", detail, { fields });
}
