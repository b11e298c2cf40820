import { z } from "zod/mini";
import { containsCardNumber } from "../../domain/card-number";
import { LONGEST } from "../../domain/limits";
import { hasControlCharacters, isBlank, isEmail, isFarLonger, isLonger } from "../../domain/text";

function name(which: "first" | "last") {
  const Which = which === "first" ? "First" : "Last";
  return z.string().check(
    z.trim(),
    z.refine((value) => !isFarLonger(value, LONGEST.name), {
      error: `${Which} name must be 100 characters or fewer`,
      abort: true,
    }),
    z.normalize("NFC"),
    z.refine((value) => !isBlank(value), { error: `Enter your ${which} name`, abort: true }),
    z.refine((value) => !isLonger(value, LONGEST.name), {
      error: `${Which} name must be 100 characters or fewer`,
      abort: true,
    }),
    z.refine((value) => !hasControlCharacters(value) && !containsCardNumber(value), {
      error: `${Which} name must be a name`,
    }),
  );
}

/** A student's e-mail address, as it is typed. */
export const emailField = z.string().check(
  z.trim(),
  z.refine((value) => !isFarLonger(value, LONGEST.email), {
    error: "Email address must be 254 characters or fewer",
    abort: true,
  }),
  z.normalize("NFC"),
  z.refine((value) => value !== "", { error: "Enter your email address", abort: true }),
  z.refine((value) => !isLonger(value, LONGEST.email), {
    error: "Email address must be 254 characters or fewer",
    abort: true,
  }),
  z.refine((value) => isEmail(value) && !containsCardNumber(value), {
    error: "Enter an email address in the correct format, like name@example.com",
  }),
);

/** Step 1 of the portal; experience, "Student flow". */
export const detailsForm = z.object({
  firstName: name("first"),
  lastName: name("last"),
  email: emailField,
});
export type Details = z.output<typeof detailsForm>;
