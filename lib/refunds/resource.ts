import type { RefundResource } from "../contract/refunds";
import type { RefundRow } from "../db/refunds";
import { toAmount } from "../domain/money";

export const toRefund = (row: RefundRow): RefundResource => ({
  refund_id: row.id,
  checkout_id: row.checkoutId,
  amount: toAmount(row.amountCents),
  reason: row.reason,
  status: row.status,
  failure_reason: row.failureReason,
  requested_by: row.requestedBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
