import { planChange } from "./plan-change";

/** Pressed twice, the second finds nothing to resume. */
export const resume = planChange({
  key: "resume",
  title: "Resume the debits",
  kind: "resume",
  whyNot: ({ plan, standing }) =>
    plan.pausedUntil
      ? null
      : `${standing}: ${plan.holdReason ? "release the hold instead" : "nothing to resume"}.`,
  says: () => ["The pause ends now. The dates stay as they are: to debit earlier, move a payment."],
});
