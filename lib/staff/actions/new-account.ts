import { isPlanOver } from "../../domain/plan-states";
import { planChange } from "./plan-change";
import { staying } from "./plan-words";

/** Pressed twice, the same page stays open for a day from then on. */
export const newAccount = planChange({
  key: "new_account",
  title: "Let the student give another bank account",
  kind: "new_account",
  whyNot: ({ plan, standing }) => (isPlanOver(plan.status) ? `${standing}: nothing more is debited.` : null),
  says: (shown) => [
    "A page opens for 24 hours, on which the student gives and authorises another account. Its address then stands on the page of this checkout.",
    "Send it to the student only: whoever has it can authorise. Until somebody does, the plan stays as it is.",
    ...staying(shown),
  ],
});
