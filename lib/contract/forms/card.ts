import { z } from "zod/mini";
import { passesLuhn } from "../../domain/card-number";
import { schemeOf, securityCodeLength } from "../../domain/card-scheme";
import { isBlank, isLonger } from "../../domain/text";
import { digitsOf } from "./card-text";
import { must } from "./must";

/**
 * The card page, checked in the browser only: of its fields only `terms` is ever sent.
 * @param cardNumber as typed: the length of the security code follows from it
 */
export function cardForm(now: Date, cardNumber: string) {
  const codeLength = securityCodeLength(schemeOf(digitsOf(cardNumber)));
  return z.object({
    name: z.string().check(
      z.trim(),
      must((value) => !isBlank(value), "Enter the name on your card"),
      must((value) => !isLonger(value, 100), "Name on card must be 100 characters or fewer"),
    ),
    number: z.string().check(
      z.overwrite(digitsOf),
      must((value) => value !== "", "Enter your card number"),
      must((value) => /^\d+$/.test(value), "Card number must have digits only"),
      must((value) => value.length >= 13, "Card number is too short"),
      must((value) => value.length <= 19, "Card number is too long"),
      must(passesLuhn, "Card number is not correct. Check it and try again."),
    ),
    expiry: z
      .object({
        month: z.string().check(z.overwrite(digitsOf)),
        year: z.string().check(z.overwrite(digitsOf)),
      })
      .check((ctx) => {
        const { month, year } = ctx.value;
        const refuse = (field: "month" | "year", message: string) =>
          void ctx.issues.push({ code: "custom", input: "", path: [field], message });
        if (month === "") return refuse("month", "Enter the month in which your card expires");
        if (!/^(0?[1-9]|1[0-2])$/.test(month))
          return refuse("month", "Expiry month must be between 1 and 12");
        if (year === "") return refuse("year", "Enter the year in which your card expires");
        if (!/^(\d{2}|20\d{2})$/.test(year)) return refuse("year", "Expiry year must have 2 or 4 digits");
        const full = year.length === 2 ? 2000 + Number(year) : Number(year);
        // A card is good until the end of the month printed on it.
        if (full * 12 + Number(month) < now.getFullYear() * 12 + now.getMonth() + 1)
          refuse(full < now.getFullYear() ? "year" : "month", "Expiry date must be in the future");
      }),
    cvc: z.string().check(
      z.overwrite(digitsOf),
      must((value) => value !== "", "Enter the security code of your card"),
      must(
        (value) => /^\d+$/.test(value) && value.length === codeLength,
        `Security code must have ${codeLength} digits`,
      ),
    ),
    terms: z
      .boolean()
      .check(z.refine((accepted) => accepted, { error: "Accept the Terms and Conditions to continue" })),
  });
}

export interface CardFields {
  name: string;
  number: string;
  expiry: { month: string; year: string };
  cvc: string;
  terms: boolean;
}
