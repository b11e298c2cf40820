import * as z from "zod/mini";
import { passesLuhn } from "../../../packages/cards/card-number";
import { schemeOf, securityCodeLength } from "../../../packages/cards/card-scheme";
import { expiryIn } from "../../../packages/cards/card-text";
import { digitsIn, hasControlCharacters, isLonger, readText } from "../../../packages/text/text";
import { LONGEST } from "../../domain/limits";
import { must } from "./must";

/** Of a payment by a wallet, which knows the name on its card itself. */
export const walletForm = () => z.object({ terms });

const terms = z
  .string()
  .check(must((accepted) => accepted === "on", "Accept the Terms and Conditions to continue"));

/**
 * The card page, checked in the browser only: of its fields only `terms` is ever sent.
 * @param cardNumber as typed: the length of the security code follows from it. Null where the processor has fields of its own
 */
export function cardForm(now: Date, cardNumber: string | null) {
  const codeLength = securityCodeLength(schemeOf(digitsIn(cardNumber ?? "")));
  const ours = {
    name: z.string().check(
      z.overwrite((typed) => readText(typed, "words", LONGEST.name)),
      must((value) => value !== "", "Enter the name on your card"),
      must((value) => !isLonger(value, LONGEST.name), "Name on card must be 100 characters or fewer"),
      must((value) => !hasControlCharacters(value), "Name on card must be on one line"),
    ),
    terms,
  };
  if (cardNumber === null) return z.object(ours);
  return z.object({
    name: ours.name,
    number: z.string().check(
      z.overwrite(digitsIn),
      must((value) => value !== "", "Enter your card number"),
      must((value) => /^\d+$/.test(value), "Card number must have digits only"),
      must((value) => value.length >= 13, "Card number is too short"),
      must((value) => value.length <= 19, "Card number is too long"),
      must(passesLuhn, "Card number is not correct. Check it and try again."),
    ),
    expiry: z.string().check(
      z.overwrite((typed) => readText(typed, "plain", LONGEST.name)),
      must((value) => value !== "", "Enter the expiry date of your card"),
      must((value) => expiryIn(value) !== null, "Expiry date must be a month and a year, like 08/29"),
      must((value) => isMonth(expiryIn(value)), "Expiry month must be between 01 and 12"),
      must((value) => isToCome(expiryIn(value), now), "Expiry date must be in the future"),
    ),
    cvc: z.string().check(
      z.overwrite(digitsIn),
      must((value) => value !== "", "Enter the security code of your card"),
      must(
        (value) => /^\d+$/.test(value) && value.length === codeLength,
        `Security code must have ${codeLength} digits`,
      ),
    ),
    terms: ours.terms,
  });
}

type Expiry = ReturnType<typeof expiryIn>;

const isMonth = (expiry: Expiry) =>
  expiry !== null && Number(expiry.month) >= 1 && Number(expiry.month) <= 12;

/** A card is good until the end of the month printed on it. */
const isToCome = (expiry: Expiry, now: Date) =>
  expiry !== null &&
  (2000 + Number(expiry.year)) * 12 + Number(expiry.month) >= now.getFullYear() * 12 + now.getMonth() + 1;

export interface CardFields {
  name: string;
  number: string;
  /** As typed: "08/29", or what `expiryIn` reads besides. */
  expiry: string;
  cvc: string;
  terms: string;
}
