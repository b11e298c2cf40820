import type { DebitResource, PlanResource, PlanSummaryResource } from "../contract/payment-plan";
import type { PlanRow } from "../db/checkout-records";
import type { StoredPlan } from "../db/plans";
import { toAmount } from "../domain/money";
import type { Plan, PlanDebit, PlanInstalment } from "../domain/plan";
import { changeUntil } from "../domain/plan-dates";
import { isRunning } from "../domain/plan-states";
import { cardPaymentOf, debitsOf, isBeingPaid } from "../domain/plan-summary";

export function toSummary({ status, holdReason, pausedUntil, summary }: PlanRow): PlanSummaryResource {
  const { standing, arrears, paidCents, outstandingCents, nextDebit } = summary;
  return {
    status,
    hold_reason: holdReason,
    paused_until: pausedUntil,
    standing,
    arrears: arrears && { amount: toAmount(arrears.amountCents), since: arrears.since },
    paid: toAmount(paidCents),
    outstanding: toAmount(outstandingCents),
    next_debit: nextDebit && {
      number: nextDebit.number,
      date: nextDebit.date,
      amount: toAmount(nextDebit.amountCents),
      can_change_until: nextDebit.canChangeUntil,
    },
  };
}

export const toDebit = (debit: PlanDebit): DebitResource => ({
  debit_id: debit.id,
  number: debit.number,
  attempt: debit.attempt,
  amount: toAmount(debit.amountCents),
  refunded: toAmount(debit.refundedCents),
  date: debit.date,
  status: debit.status,
  reason: debit.reason,
  updated_at: debit.updatedAt.toISOString(),
});

export function toInstalment(plan: Plan, one: PlanInstalment): PlanResource["instalments"][number] {
  const card = cardPaymentOf(plan, one.number);
  const canChange = isRunning(plan.status) && !isBeingPaid(plan, one.number);
  return {
    number: one.number,
    due_date: one.dueDate,
    debit_date: one.debitDate,
    amount: toAmount(one.amountCents),
    can_change_until: one.handOverOn !== null && canChange ? changeUntil(one.handOverOn) : null,
    outside_payment: one.outsidePayment && {
      received_on: one.outsidePayment.receivedOn,
      reference: one.outsidePayment.reference,
      recorded_by: one.outsidePayment.recordedBy,
    },
    card_payment: card && { charge_id: card.id, paid_at: card.paidAt?.toISOString() ?? null },
    debits: debitsOf(plan, one.number).map(toDebit),
  };
}

export const toPlan = ({ row, plan }: StoredPlan): PlanResource => ({
  checkout_id: row.checkoutId,
  ...toSummary(row),
  financed: toAmount(row.financedCents),
  instalments: plan.instalments.map((one) => toInstalment(plan, one)),
  updated_at: row.updatedAt.toISOString(),
});
