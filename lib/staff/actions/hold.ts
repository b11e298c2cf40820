import { isRunning } from "../../domain/plan-states";
import { planChange } from "./plan-change";
import { staying } from "./plan-words";

/** Pressed twice, the second finds it on hold. */
export const hold = planChange({
  key: "hold",
  title: "Put the plan on hold",
  kind: "hold",
  records: "hold",
  whyNot: ({ plan, standing }) => (isRunning(plan.status) ? null : `${standing}: nothing to hold.`),
  says: (shown) => [
    "Nothing more is sent to the bank until somebody releases the plan. A pause that runs ends.",
    "The student’s own page says that the payments are on hold.",
    ...staying(shown),
  ],
});
