import { isRunning } from "../../domain/plan-states";
import { isWaiting } from "../../domain/plan-summary";
import { type PlanFacts, planChange } from "./plan-change";
import { chosen, paymentField } from "./plan-words";

const owed = ({ plan }: PlanFacts) => plan.instalments.filter((one) => isWaiting(plan, one));

/** Pressed twice, the second finds the payment planned. */
export const retry = planChange({
  key: "retry",
  title: "Debit a failed payment again",
  kind: "retry",
  whyNot(facts) {
    const { plan, standing } = facts;
    if (!isRunning(plan.status) && plan.holdReason !== "two_failed")
      return `${standing}: ${plan.holdReason ? "the hold must end first" : "nothing to debit"}.`;
    return owed(facts).length > 0 ? null : "No payment has failed and waits for a new date.";
  },
  fields: (facts) => [
    paymentField(owed(facts)),
    { name: "date", label: "New day", hint: "A business day, three weeks from now or later", type: "date" },
  ],
  says(shown) {
    const { what, becomes } = chosen(shown);
    return [`${what} is debited again on ${becomes}.`];
  },
});
