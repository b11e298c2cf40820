import { isAccountGone } from "../../domain/plan-changes";
import { planChange } from "./plan-change";

/** Pressed twice, the second finds nothing to release. */
export const release = planChange({
  key: "release",
  title: "Release the hold",
  kind: "resume",
  records: "release",
  whyNot({ plan, standing }) {
    if (!plan.holdReason) return `${standing}: nothing to release.`;
    return isAccountGone(plan) ? `${standing}: the student must give another bank account first.` : null;
  },
  says: () => [
    "Debits are made again. What was due during the hold moves back, so that the student has 14 days’ notice.",
    "What failed stays owed until a new date is chosen for it.",
  ],
});
