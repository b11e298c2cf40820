import { z } from "zod";
import { isOneOf } from "../../packages/text/narrow";
import { type EventType, PLAN_EVENTS, type PlanEventType } from "../domain/states";
import { orNull } from "./answer-fields";
import { EXAMPLE } from "./examples";
import { debitResource, planSummary, sampleDebit, sampleSummary } from "./payment-plan";
import { checkoutProvider, ids, opportunityStage, summary } from "./resource";

/** Events of collection are compact: no schedule, no personal data. Contract "Real money", section 4. */

export const isPlanEvent = (type: EventType): type is PlanEventType => isOneOf(PLAN_EVENTS, type);

export const planEventData = z
  .object({
    checkout: ids,
    opportunity_stage: opportunityStage,
    ...summary,
    provider: checkoutProvider,
    payment_plan: planSummary,
    debit: orNull(debitResource, "The debit that the event is about. Null if it is about the whole plan."),
  })
  .meta({
    id: "PlanEventData",
    description: "The plan as it was right after this event, without schedule and personal data.",
  });
export type PlanEventData = z.output<typeof planEventData>;

const SAMPLES: Record<PlanEventType, Pick<PlanEventData, "payment_plan" | "debit">> = {
  "debit.sent": { payment_plan: sampleSummary({ standing: "in_flight" }), debit: sampleDebit("Sent") },
  "debit.paid": { payment_plan: sampleSummary(), debit: sampleDebit("Paid") },
  "debit.dishonoured": { payment_plan: inArrears({}), debit: sampleDebit("Dishonoured") },
  "debit.reversed": {
    payment_plan: inArrears({ status: "On Hold", hold_reason: "bank_stopped" }),
    debit: sampleDebit("Reversed"),
  },
  "payment_plan.changed": {
    payment_plan: sampleSummary({ status: "Paused", paused_until: "2027-02-20" }),
    debit: null,
  },
  "payment_plan.on_hold": {
    payment_plan: inArrears({ status: "On Hold", hold_reason: "two_failed" }),
    debit: null,
  },
  "payment_plan.completed": {
    payment_plan: sampleSummary({ status: "Completed", paid: 1500, outstanding: 0, next_debit: null }),
    debit: null,
  },
  "payment_plan.ended": { payment_plan: sampleSummary({ status: "Ended", next_debit: null }), debit: null },
};

function inArrears(changed: Parameters<typeof sampleSummary>[0]) {
  const arrears = { amount: 250, since: "2027-02-08" };
  return sampleSummary({ standing: "arrears", arrears, paid: 0, outstanding: 1500, ...changed });
}

export function samplePlanEventData(type: PlanEventType): PlanEventData {
  const { checkoutId: checkout_id, opportunityId: opportunity_id, ddaId: dda_id } = EXAMPLE;
  return {
    checkout: { checkout_id, opportunity_id, dda_id },
    opportunity_stage: stageAt(type),
    outcome: "signed",
    is_final: true,
    provider: {
      provider_code: EXAMPLE.providerCode,
      provider_order_id: EXAMPLE.orderId,
      provider_account_id: EXAMPLE.accountId,
    },
    ...SAMPLES[type],
  };
}

function stageAt(type: PlanEventType) {
  if (type === "payment_plan.completed") return "Payment Plan Completed";
  return type === "payment_plan.ended" ? "Payment Plan Ended" : "Payment Plan Signed";
}
