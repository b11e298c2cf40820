import { canChange } from "../../domain/plan-changes";
import { isRunning } from "../../domain/plan-states";
import { isBeingPaid } from "../../domain/plan-summary";
import { type PlanFacts, planChange } from "./plan-change";
import { chosen, paymentField } from "./plan-words";

const movable = (facts: PlanFacts) =>
  facts.plan.instalments.filter(
    (one) => canChange(facts.plan, one, facts) && !isBeingPaid(facts.plan, one.number),
  );

/** Pressed twice, the second would change nothing, and is refused. */
export const move = planChange({
  key: "move",
  title: "Move a payment",
  kind: "move",
  whyNot(facts) {
    const { plan, standing } = facts;
    if (!isRunning(plan.status))
      return `${standing}: ${plan.holdReason ? "the hold must end first" : "nothing to move"}.`;
    return movable(facts).length > 0 ? null : "No debit is left that can change with 14 days’ notice.";
  },
  fields: (facts) => [
    paymentField(movable(facts)),
    { name: "date", label: "New day", hint: "A business day, three weeks from now or later", type: "date" },
  ],
  says(shown) {
    const { what, was, becomes } = chosen(shown);
    return [`${what} moves from ${was} to ${becomes}. The others stay.`];
  },
});
