import * as z from "zod/mini";
import { containsCardNumber } from "../../domain/card-number";
import { must } from "./must";

export const LONGEST_ACCOUNT_NAME = 32;

const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Longer text is wrong in any field, and would take long to normalise. */
const LONGEST_TYPED = 1_000;

/** Digits may be typed or pasted with spaces and any kind of hyphen between them. */
function withoutSeparators(typed: string): string {
  return typed
    .slice(0, LONGEST_TYPED)
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "");
}

/** Account name, BSB and account number, and whether one signature is enough. Contract section 10. */
export const bankForm = z.object({
  accountName: z.string().check(
    z.overwrite((typed) =>
      typed
        .slice(0, LONGEST_TYPED)
        .normalize("NFC")
        .replace(/[^\S\r\n]+/gu, " ")
        .trim(),
    ),
    must((name) => VISIBLE.test(name), "Enter the account name"),
    must((name) => !CONTROL_CHARACTERS.test(name), "Account name must be on one line"),
    must((name) => !containsCardNumber(name), "Enter the account name, not a card number"),
    must(
      (name) => [...name].length <= LONGEST_ACCOUNT_NAME,
      `Account name must be ${LONGEST_ACCOUNT_NAME} characters or fewer`,
    ),
  ),
  bsb: z.string().check(
    z.overwrite(withoutSeparators),
    must((digits) => digits !== "", "Enter the BSB"),
    must((digits) => /^[0-9]{6}$/.test(digits), "BSB must be 6 digits"),
  ),
  accountNumber: z.string().check(
    z.overwrite(withoutSeparators),
    must((digits) => digits !== "", "Enter the account number"),
    must((digits) => /^[0-9]{5,9}$/.test(digits), "Account number must be 5 to 9 digits"),
    must((digits) => !/^0+$/.test(digits), "Account number must not be all zeros"),
  ),
  authorisesAlone: z
    .string()
    .check(
      must(
        (answer) => answer === "yes" || answer === "no",
        "Select yes if you can authorise debits from this account on your own",
      ),
    ),
});
