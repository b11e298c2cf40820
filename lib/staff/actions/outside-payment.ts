import { changePlan } from "../../domain/plan-changes";
import { canPlanBecome } from "../../domain/plan-states";
import { type PlanFacts, planChange } from "./plan-change";
import { chosen, outstanding, paymentField } from "./plan-words";

const payable = (facts: PlanFacts) =>
  facts.plan.instalments.filter(({ number }) => {
    const payment = { receivedOn: facts.today, reference: null, recordedBy: "" };
    const asked = { kind: "outside_payment", number, amountCents: null, payment } as const;
    return "plan" in changePlan(facts.plan, asked, facts);
  });

/** Pressed twice, the second finds the payment paid. */
export const outsidePayment = planChange({
  key: "outside_payment",
  title: "Record a payment made another way",
  kind: "outside_payment",
  permission: "settle_plan",
  whyNot(facts) {
    if (!canPlanBecome(facts.plan.status, "Completed")) return `${facts.standing}: nothing is to be paid.`;
    return payable(facts).length > 0 ? null : "Each payment is paid, or on its way to the bank.";
  },
  fields: (facts) => [
    paymentField(payable(facts)),
    { name: "received_on", label: "Received on", hint: "The day on which you got the money", type: "date" },
  ],
  says(shown) {
    const { what } = chosen(shown);
    return [
      `${what} counts as paid in full, and is not debited. You have the money already.`,
      `${outstanding(shown)} is then still to be paid.`,
      "This cannot be undone.",
    ];
  },
});
