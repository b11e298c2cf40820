import { z } from "zod/mini";
import { containsCardNumber } from "../../../packages/cards/card-number";
import { hasControlCharacters, isEmail, isLonger, readText } from "../../../packages/text/text";
import { LONGEST } from "../../domain/limits";
import { must } from "./must";

function name(which: "first" | "last") {
  const Which = which === "first" ? "First" : "Last";
  return z.string().check(
    z.overwrite((typed) => readText(typed, "words", LONGEST.name)),
    must((value) => value !== "", `Enter your ${which} name`),
    must((value) => !isLonger(value, LONGEST.name), `${Which} name must be 100 characters or fewer`),
    must(
      (value) => !hasControlCharacters(value) && !containsCardNumber(value),
      `${Which} name must be a name`,
    ),
  );
}

const emailField = z.string().check(
  z.overwrite((typed) => readText(typed, "address", LONGEST.email)),
  must((value) => value !== "", "Enter your email address"),
  must((value) => !isLonger(value, LONGEST.email), "Email address must be 254 characters or fewer"),
  must(isEmail, "Enter an email address in the correct format, like name@example.com"),
  must(
    (value) => !containsCardNumber(value),
    "Email address looks like it contains a card number. Enter another email address",
  ),
);

/** Step 1 of the portal; experience, "Student flow". */
export const detailsForm = z.object({
  firstName: name("first"),
  lastName: name("last"),
  email: emailField,
});
export type Details = z.output<typeof detailsForm>;

export const newLinkForm = z.object({ email: emailField });
export type NewLinkFields = z.output<typeof newLinkForm>;
