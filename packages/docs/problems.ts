import { PROBLEMS, type Problem } from "../../lib/contract/problem-table";
import { type ProblemDocument, toProblem } from "../../lib/contract/problems";
import { CheckoutError, ERROR_CODES, type ErrorCode, type FieldErrorCode } from "../../lib/domain/errors";
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

const TOKEN_REFUSED =
  "Nothing was charged for this attempt; its checkout stays in the list as `Payment Failed`, and order and Idempotency-Key are free.";

/** What each code of a single field means and how to correct it. */
export const FIELD_PROBLEMS: Record<FieldErrorCode, string> = {
  required: "The member is missing, null or empty. Send it.",
  wrong_type:
    "The member has another JSON type, or a parameter was given twice. Send the type in `expected`.",
  too_long: "The text has more characters than allowed. Shorten it.",
  not_allowed_characters: "The text holds control characters or line separators. Remove them.",
  wrong_format: "The value does not have the form in `expected`: a date, an e-mail address, an id.",
  not_an_option: "The value is none of the closed list in `expected`.",
  not_allowed: "The member or parameter must not be sent here. Leave it out.",
  must_be_greater_than_zero: "The amount must be greater than 0.",
  must_not_be_negative: "The amount must be 0 or greater.",
  too_small: "The number is below the least allowed, which `expected` names.",
  too_large:
    "The number is above the greatest allowed, which `expected` names. Amounts are dollars, not cents: $1,500.00 is 1500, not 150000.",
  too_many_decimals: "The amount is finer than a cent. `expected` has it rounded.",
  must_equal: "Another member of the same body decides this value. `expected` has it.",
  date_too_early: "The date is before the first one allowed, in the provider's time zone.",
  date_too_late: "The date is after the last one allowed.",
  plan_does_not_sum:
    "The instalments do not add up to amount_to_finance. `suggestion` has amounts that do, or is null.",
  policy_price: "The provider's policy allows no course price above `expected`, for Pay Now either.",
  policy_deposit: "The deposit is outside of what the provider's policy allows; `expected` has the range.",
  policy_too_few_instalments: "The provider's policy asks for more instalments.",
  policy_too_many_instalments: "The provider's policy allows fewer instalments.",
  policy_instalment_too_small:
    "An instalment, which may be the last one, is smaller than the provider's policy allows.",
  policy_first_date: "The plan begins later than the provider's policy allows.",
  policy_last_date:
    "The plan ends later than the provider's policy allows. `expected` has the last day for a debit, and the message how many instalments would end by then.",
  card_number_not_allowed: "The text looks like a card number. Card numbers are never sent to the service.",
  token_unknown: `The gateway does not know the card token. Capture the card again. ${TOKEN_REFUSED}`,
  token_already_used: `The card token was used for another attempt. Capture the card again. ${TOKEN_REFUSED}`,
  dda_required: "Confirm needs checkout.dda_id. Pass the checkout object of create's answer on unchanged.",
  declaration_required: "A declaration is missing or false. The student makes all three.",
  deposit_not_confirmed: "The plan has a deposit, and deposit_confirmed is false.",
  does_not_match: "The value contradicts the stored checkout. Send what create's answer holds.",
};
