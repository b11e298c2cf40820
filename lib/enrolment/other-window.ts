import type { PaymentType } from "../domain/states";
import type { Step } from "./step";

/** What a form was to do, and did not, because another window had done something else by then. */
export const UNDONE = ["card", "plan", "details"] as const;
export type Undone = (typeof UNDONE)[number];

/** For the page that the student is led to. By its state, so that it is true there; null where it would not be. */
export function wordsOf(
  undone: Undone,
  { step, paymentType, payment }: { step: Step; paymentType: PaymentType | null; payment: object | null },
): string | null {
  const isPlan = paymentType === "interest_free_payment_plan";
  switch (undone) {
    case "card":
      return isPlan ? "You chose a plan in another window. Your card was not charged." : null;
    case "plan":
      if (payment) return "You paid by card in another window. This payment plan was not signed.";
      if (step === "card")
        return "You chose to pay by card in another window. The payment plan was not signed.";
      return isPlan && (step === "bank" || step === "review")
        ? "You changed your payment plan in another window. The one before was not signed."
        : null;
    case "details":
      return step === "done"
        ? "You finished your enrolment in another window. The details that you entered here were not saved."
        : null;
    default:
      return undone satisfies never;
  }
}
