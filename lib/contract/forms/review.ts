import { z } from "zod/mini";
import { must } from "./must";

const made = (error: string) => z.string().check(must((ticked) => ticked === "on", error));

/** Step 4 of the portal: the three declarations of a plan, each ticked on its own. */
export const reviewForm = z.object({
  payment_plan_accepted: made("Accept the payment plan agreement to continue"),
  information_confirmed: made("Confirm that your information is true and complete to continue"),
  privacy_consent_accepted: made("Consent to the use of your personal information to continue"),
});
export type Declarations = z.input<typeof reviewForm>;
