import { z } from "zod";
import { withoutCardNumber } from "../../packages/cards/card-number";
import { quoted } from "../../packages/text/text";
import { type FieldError, validationFailed } from "../domain/errors";
import { LONGEST } from "../domain/limits";
import { CHECKOUT_STATUSES, OPPORTUNITY_STAGES } from "../domain/states";
import { email, MOMENT_EXAMPLE, moment, option, reference } from "./fields";
import { metadata } from "./metadata";
import { continues, cursorOf, limitOf } from "./paging";
import { fieldErrors } from "./validate";

const TEST_ACCOUNTS = ["success", "closed", "not_authorised"] as const;
export type TestAccount = (typeof TEST_ACCOUNTS)[number];

const testAccount = option(TEST_ACCOUNTS)
  .nullish()
  .transform((account) => account ?? "success")
  .meta({
    description:
      "The test account to use. `closed` and `not_authorised` authorise too; the service marks them as accounts whose debits fail. Default: `success`.",
  });

/** The body of the sandbox's authorise-direct-debit. It and its field are optional. Contract section 6. */
export const authoriseRequest = z
  .object({ test_account: testAccount })
  .meta({ id: "AuthoriseDirectDebitRequest" });

/** The body of cancel and of checkout-token. */
export const emptyRequest = z.object({}).meta({ id: "EmptyRequest" });

/** A moment in a query. */
export const momentOf = (description: string) =>
  moment(". Write + as %2B in a query")
    .optional()
    .meta({ description, examples: [MOMENT_EXAMPLE] });

/** The query of the list of checkouts. Contract section 6. */
export const listQuery = z.object({
  provider_order_id: reference(LONGEST.reference, "ORD-10042")
    .optional()
    .meta({ description: "Return only checkouts of this order." }),
  checkout_status: option(CHECKOUT_STATUSES)
    .optional()
    .meta({ description: "Return only checkouts in this state." }),
  email: email()
    .optional()
    .meta({
      description: "Return only checkouts with this student email, in upper or lower case.",
      examples: ["amelia@example.com"],
    }),
  opportunity_stage: option(OPPORTUNITY_STAGES)
    .optional()
    .meta({
      description: "Return only checkouts whose Opportunity is in this stage.",
      examples: ["Payment Plan Signed"],
    }),
  created_after: momentOf("Return only checkouts created at this time or later."),
  created_before: momentOf("Return only checkouts created before this time."),
  updated_since: momentOf(
    "Return only checkouts that changed at this time or later. Creation, every change of state and a new token count as changes. An expiry counts from `expires_at`.",
  ),
  metadata: metadata()
    .optional()
    .meta({
      description:
        "Return only checkouts with this pair, written `metadata[intake]=2027-T1`. If you send several pairs, a checkout must have all of them. Keys and values are compared exactly.",
      examples: [{ intake: "2027-T1" }],
    }),
  limit: limitOf("checkouts"),
  cursor: cursorOf("chk").optional(),
});

/** The query of the sandbox gateway's charges. Contract section 4. */
export const chargesQuery = z.object({
  provider_order_id: reference(LONGEST.reference, "ORD-10042")
    .optional()
    .meta({ description: "Return only charges of this order." }),
  limit: limitOf("charges"),
  cursor: cursorOf("cat").optional(),
});

/**
 * Reads a query string. An unknown parameter is an error, because an ignored filter would show other records.
 */
export function readQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const errors: FieldError[] = [];
  const input: Record<string, string | Record<string, string>> = {};
  const pairs: [key: string, value: string][] = [];
  const known = Object.keys(schema.shape)
    .map((one) => (one === PAIRS ? `${PAIRS}[key]` : one))
    .join(", ");
  for (const name of new Set(query.keys())) {
    const [value, ...more] = query.getAll(name);
    const key = keyOf(name);
    const parameter = key === null ? name : PAIRS;
    // No checkout has such a key, and an object cannot contain it.
    if (!Object.hasOwn(schema.shape, parameter) || key === "__proto__")
      errors.push(fault(name, "not_allowed", "is not a parameter of this operation", known));
    else if (value === undefined || more.length > 0)
      errors.push(fault(name, "wrong_type", "must appear once", "one value"));
    else if (key !== null) pairs.push([key, value]);
    else if (name === PAIRS) errors.push(fault(PAIRS, "wrong_type", `must name a key: ${PAIR}`, PAIR));
    else input[name] = value;
  }
  if (pairs.length > 0) input[PAIRS] = Object.fromEntries(pairs);
  const result = schema.safeParse(input);
  if (!result.success) errors.push(...fieldErrors(result.error.issues, input).map(ofParameter));
  else if (typeof input.cursor === "string" && !continues(input.cursor, result.data))
    errors.push(fault("cursor", "does_not_match", OTHER_FILTERS, "a next_cursor of this list"));
  if (!result.success || errors.length > 0) throw validationFailed(errors);
  return result.data;
}

const OTHER_FILTERS = "belongs to a list with other filters: send the same filters, or omit the cursor";

/** The parameter that is given as `metadata[key]=value`, as often as there are keys. */
const PAIRS = "metadata";
const PAIR = `${PAIRS}[key]=value`;

const keyOf = (name: string): string | null => /^metadata\[(.*)\]$/s.exec(name)?.[1] ?? null;

function ofParameter(error: FieldError): FieldError {
  const [parameter, key] = error.path;
  return key === undefined ? error : { ...error, path: [`${parameter}[${quoted(key, LONGEST_NAME)}]`] };
}

const LONGEST_NAME = 64;

type Code = "not_allowed" | "wrong_type" | "does_not_match";

function fault(name: string, code: Code, says: string, expected: string): FieldError {
  const shown = quoted(withoutCardNumber(name), LONGEST_NAME);
  return { path: [shown], code, message: `${shown} ${says}.`, expected };
}
