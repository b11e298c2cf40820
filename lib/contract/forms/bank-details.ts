import * as z from "zod/mini";
import { containsCardNumber } from "../../../packages/cards/card-number";
import { digitsIn, hasControlCharacters, isLonger, readText } from "../../../packages/text/text";
import { must } from "./must";

export const LONGEST_ACCOUNT_NAME = 32;

/** Account name, BSB and account number, and whether one signature is enough. Contract section 10. */
export const bankForm = z.object({
  accountName: z.string().check(
    z.overwrite((typed) => readText(typed, "words", LONGEST_ACCOUNT_NAME).replace(/[\p{Zs}\t]+/gu, " ")),
    must((name) => name !== "", "Enter the account name"),
    must((name) => !hasControlCharacters(name), "Account name must be on one line"),
    must((name) => !containsCardNumber(name), "Enter the account name, not a card number"),
    must(
      (name) => !isLonger(name, LONGEST_ACCOUNT_NAME),
      `Account name must be ${LONGEST_ACCOUNT_NAME} characters or fewer`,
    ),
  ),
  bsb: z.string().check(
    z.overwrite(digitsIn),
    must((digits) => digits !== "", "Enter the BSB"),
    must((digits) => /^[0-9]{6}$/.test(digits), "BSB must be 6 digits"),
  ),
  accountNumber: z.string().check(
    z.overwrite(digitsIn),
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
