import type { PaymentType } from "@/lib/domain/states";
import type { Undone } from "@/lib/enrolment/result";
import type { Step } from "@/lib/enrolment/step";

const UNDONE: readonly Undone[] = ["card", "plan", "details", "wording"];

/** What would be said of each form; made on the server, so that no page ships words that it never shows. */
export const overtaken = (view: Parameters<typeof wordsOf>[1]): Record<string, string | null> =>
  Object.fromEntries(UNDONE.map((undone) => [undone, wordsOf(undone, view)]));

/** For the page that the student is led to. By its state, so that it is true there; null where it would not be. */
function wordsOf(
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
    case "wording":
      return step === "review"
        ? "The agreement was changed while this page was open, and nothing was signed. Read it as it is now, and confirm again."
        : null;
    default:
      return undone satisfies never;
  }
}
