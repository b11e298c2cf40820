import { newEvent, untilWritten } from "../checkout/change";
import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { toResource } from "../checkout/resource";
import type { Warning } from "../contract/validate";
import type { StoredRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import { inLineOfCheckout } from "../db/lines";
import { changeRefund, findRefund, type RefundRow } from "../db/refunds";
import { askAgainAt, canBecome, type RefundStatus } from "../domain/refunds";
import type { RefundResult } from "../gateway/port";
import { bodyOf, toRefund } from "./resource";

const MAX_REASON = 500;

/**
 * Records what the processor says of a refund, in one transaction with the checkout's amount and the event. The request and
 * recovery may both come here. The first outcome is kept as the response to the request's key.
 * @returns the refund as recorded; null if a reset has deleted it
 */
export function settleRefund(
  deps: CheckoutDeps,
  read: RefundRow,
  result: RefundResult,
  now: Date,
  warnings: readonly Warning[] = [],
): Promise<RefundRow | null> {
  let row: RefundRow | null = read;
  const write = async () => {
    const record = row && (await findCheckout(deps.db, row.providerId, row.checkoutId));
    if (!row || !record) return { row: null };
    const after = afterResult(row, result, now);
    if (row.status === "Requested" && after.status !== row.status) after.answer = bodyOf(after, warnings);
    const told = after.status === row.status ? null : eventOf(deps, record, row, after);
    if (await changeRefund(deps.db, { read: row, to: after, told })) return { row: after };
    row = await findRefund(deps.db, row);
    return null;
  };
  // Outcomes of many refunds at once change the same row of the checkout.
  return inLineOfCheckout(deps.db, read.checkoutId, () => untilWritten(write)).then((done) => done.row);
}

const STATUS: Record<RefundResult["status"], RefundStatus> = {
  pending: "Pending",
  succeeded: "Succeeded",
  failed: "Failed",
  refused: "Failed",
};

function afterResult(row: RefundRow, result: RefundResult, now: Date): RefundRow {
  const told = STATUS[result.status];
  const status = canBecome(row.status, told) ? told : row.status;
  const isNew = status !== row.status;
  return {
    ...row,
    status,
    gatewayReference: result.reference ?? row.gatewayReference,
    failureReason: isNew && "reason" in result ? result.reason.slice(0, MAX_REASON) : row.failureReason,
    updatedAt: isNew ? now : row.updatedAt,
    dueAt: askAgainAt(status, row.createdAt, now),
    leaseUntil: null,
  };
}

function eventOf(deps: CheckoutDeps, record: StoredRecord, before: RefundRow, after: RefundRow) {
  if (after.status !== "Succeeded" && after.status !== "Failed") return null;
  const counted = (row: RefundRow) => (row.status === "Succeeded" ? row.amountCents : 0);
  const refundedCents = record.checkout.refundedCents + counted(after) - counted(before);
  const at = record.readAt > record.checkout.updatedAt ? record.readAt : record.checkout.updatedAt;
  const checkout = { ...record.checkout, refundedCents, updatedAt: at };
  const event = newEvent(
    after.status === "Succeeded" ? "refund.succeeded" : "refund.failed",
    toResource(deps, { ...record, checkout }),
    SYSTEM,
    at,
  );
  const data = { ...event.data, refund: toRefund(after) };
  const mails = after.status === "Succeeded" && deps.mail !== null;
  return { checkout: record.checkout, event: { ...event, data }, refundedCents, mails };
}
