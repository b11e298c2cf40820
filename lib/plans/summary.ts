import type { PlanSummaryResource } from "../contract/payment-plan";
import type { PlanRow } from "../db/checkout-records";
import { toAmount } from "../domain/money";

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
