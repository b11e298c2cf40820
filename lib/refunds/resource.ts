import { type Answer, madeAt } from "../checkout/response";
import type { RefundResource } from "../contract/refunds";
import type { Warning } from "../contract/validate";
import type { RefundRow } from "../db/refunds";
import { toAmount } from "../domain/money";

export const toRefund = (row: RefundRow): RefundResource => ({
  refund_id: row.id,
  checkout_id: row.checkoutId,
  debit_id: row.debitId,
  charge_id: row.chargeAttemptId,
  amount: toAmount(row.amountCents),
  reason: row.reason,
  status: row.status,
  failure_reason: row.failureReason,
  requested_by: row.requestedBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const bodyOf = (row: RefundRow, warnings: readonly Warning[]): string =>
  JSON.stringify({ ...toRefund(row), ...(warnings.length > 0 && { warnings }) });

/** 202 while the outcome is not known. */
export const answerOf = (
  { baseUrl }: { baseUrl: string },
  row: RefundRow,
  warnings: readonly Warning[] = [],
): Answer =>
  madeAt(
    `${baseUrl}/v1/provider-checkouts/${row.checkoutId}/refunds/${row.id}`,
    row.status === "Requested" ? 202 : 201,
    bodyOf(row, warnings),
  );
