import { z } from "zod/mini";
import { containsCardNumber } from "../../domain/card-number";
import { LONGEST } from "../../domain/limits";
import { hasControlCharacters, isBlank, isEmail, isFarLonger, isLonger } from "../../domain/text";
import { must } from "./must";

function name(which: "first" | "last") {
  const Which = which === "first" ? "First" : "Last";
  const tooLong = `${Which} name must be 100 characters or fewer`;
  return z.string().check(
    z.trim(),
    must((value) => !isFarLonger(value, LONGEST.name), tooLong),
    z.normalize("NFC"),
    must((value) => !isBlank(value), `Enter your ${which} name`),
    must((value) => !isLonger(value, LONGEST.name), tooLong),
    must(
      (value) => !hasControlCharacters(value) && !containsCardNumber(value),
      `${Which} name must be a name`,
    ),
  );
}

const EMAIL_TOO_LONG = "Email address must be 254 characters or fewer";
/** A student's e-mail address, as it is typed. */
export const emailField = z.string().check(
  z.trim(),
  must((value) => !isFarLonger(value, LONGEST.email), EMAIL_TOO_LONG),
  z.normalize("NFC"),
  must((value) => value !== "", "Enter your email address"),
  must((value) => !isLonger(value, LONGEST.email), EMAIL_TOO_LONG),
  must(
    (value) => isEmail(value) && !containsCardNumber(value),
    "Enter an email address in the correct format, like name@example.com",
  ),
);

/** Step 1 of the portal; experience, "Student flow". */
export const detailsForm = z.object({
  firstName: name("first"),
  lastName: name("last"),
  email: emailField,
});
export type Details = z.output<typeof detailsForm>;
