import { canPlanBecome } from "../../domain/plan-states";
import { planChange } from "./plan-change";
import { outstanding, staying } from "./plan-words";

/** Pressed twice, the second finds the plan ended. */
export const end = planChange({
  key: "end",
  title: "End the plan",
  kind: "end",
  permission: "settle_plan",
  whyNot: ({ plan, standing }) =>
    canPlanBecome(plan.status, "Ended") ? null : `${standing}: nothing to end.`,
  says: (shown) => [
    `The plan ends now. The ${outstanding(shown)} that is not paid is not debited.`,
    ...staying(shown),
    "This cannot be undone.",
  ],
});
