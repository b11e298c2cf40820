import { z } from "zod";
import { withoutCardNumber } from "../domain/card-number";
import { type FieldError, validationFailed } from "../domain/errors";
import { CHECKOUT_STATUSES } from "../domain/states";
import { quoted } from "../domain/text";
import { option, text } from "./fields";
import { cursorOf, limitOf } from "./paging";
import { fieldErrors } from "./validate";

const TEST_ACCOUNTS = ["success", "closed", "not_authorised"] as const;
export type TestAccount = (typeof TEST_ACCOUNTS)[number];

const testAccount = option(TEST_ACCOUNTS)
  .nullish()
  .transform((account) => account ?? "success")
  .meta({
    description:
      "Which test account signs: `success`, or `closed` or `not_authorised`, which are marked to dishonour later. `success` where none is named.",
  });

/** The body of the sandbox's authorise-direct-debit; optional, as is its member. Contract section 6. */
export const authoriseRequest = z
  .object({ test_account: testAccount })
  .meta({ id: "AuthoriseDirectDebitRequest" });

const CHARGE_OUTCOMES = ["paid", "never_made"] as const;
export type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number];

/** The body of the sandbox's resolve-charge. */
export const resolveChargeRequest = z
  .object({
    outcome: option(CHARGE_OUTCOMES).meta({
      description: "What became of the charge whose answer was lost: it was `paid`, or `never_made`.",
    }),
  })
  .meta({ id: "ResolveChargeRequest" });

/** The body of cancel and of checkout-token. */
export const emptyRequest = z.object({}).meta({ id: "EmptyRequest" });

/** The query of the list of checkouts. Contract section 6. */
export const listQuery = z.object({
  provider_order_id: text(255, "ORD-10042")
    .optional()
    .meta({ description: "Only the checkouts of this order." }),
  checkout_status: option(CHECKOUT_STATUSES)
    .optional()
    .meta({ description: "Only the checkouts in this status." }),
  limit: limitOf("checkouts"),
  cursor: cursorOf("chk").optional(),
});

/** The query of the sandbox gateway's charges. Contract section 4. */
export const chargesQuery = z.object({
  provider_order_id: text(255, "ORD-10042")
    .optional()
    .meta({ description: "Only the charges of this order." }),
});

/**
 * Reads a query string. D-010: an unknown parameter is an error, since an ignored filter would show other records.
 * @throws CheckoutError `validation_failed`
 */
export function readQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const errors: FieldError[] = [];
  const input: Record<string, string> = {};
  for (const name of new Set(query.keys())) {
    const [value, ...more] = query.getAll(name);
    if (!Object.hasOwn(schema.shape, name)) errors.push(unknownParameter(name, Object.keys(schema.shape)));
    else if (more.length > 0) errors.push(givenTwice(name));
    else input[name] = value!;
  }
  const result = schema.safeParse(input);
  if (!result.success) errors.push(...fieldErrors(result.error.issues, input));
  if (!result.success || errors.length > 0) throw validationFailed(errors);
  return result.data;
}

const LONGEST_NAME = 64;

function unknownParameter(name: string, known: readonly string[]): FieldError {
  const shown = quoted(withoutCardNumber(name), LONGEST_NAME);
  return {
    path: [shown],
    code: "not_allowed",
    message: `${shown} is not a parameter of this operation.`,
    expected: known.join(", "),
  };
}

function givenTwice(name: string): FieldError {
  return { path: [name], code: "wrong_type", message: `${name} must be given once.`, expected: "one value" };
}
