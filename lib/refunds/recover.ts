import { type Clock, later, MINUTE_MS, within } from "../../packages/dates/time";
import { inSpan } from "../../packages/tracing/span";
import { keepLease, LEASE_MS } from "../../packages/turns/lease";
import { alertUnknown, alertUnknownRefund } from "../checkout/charge-alerts";
import type { CheckoutDeps } from "../checkout/context";
import { withAccounts } from "../checkout/gateways";
import { forTenant } from "../db/as-tenant";
import { findCheckout } from "../db/checkouts";
import { renewLease } from "../db/leases";
import { leaseDueRefunds, postponeRefund, type RefundRow } from "../db/refunds";
import { askAgainAt, isLate } from "../domain/refunds";
import { isResultOf } from "../gateway/port";
import { chargeWith, paymentOf, toRequest } from "./payment";
import { settleRefund } from "./settle";

const BATCH = 20;
const MAX_BATCHES = 25;
const MAX_WAIT_MS = 5 * MINUTE_MS;

/**
 * Asks the processors about refunds that are due: those without an outcome, and those that may still fail.
 * @returns how many have another status now
 */
export async function recoverRefunds(
  deps: CheckoutDeps,
  clock: Clock,
  goesOn: () => boolean,
): Promise<number> {
  let changed = 0;
  for (let batches = 0; batches < MAX_BATCHES && goesOn(); batches++) {
    const due = await leaseDueRefunds(deps.db, clock(), later(clock(), LEASE_MS), BATCH);
    const results = await Promise.all(due.map((row) => recover(forTenant(deps, row.providerId), row, clock)));
    changed += results.filter((result) => result === "changed").length;
    // A batch in which no processor responds ends the round.
    if (due.length < BATCH || results.every((result) => result === "failed")) break;
  }
  return changed;
}

async function recover(
  deps: CheckoutDeps,
  row: RefundRow,
  clock: Clock,
): Promise<"changed" | "same" | "failed"> {
  const isInTime = within(LEASE_MS);
  const endLease = keepLease(() => renewLease(deps.db, "refund", row, later(clock(), LEASE_MS)));
  const about = { name: "recover refund", kind: "internal" } as const;
  const told = await inSpan(about, () => ask(deps, row, clock(), isInTime)).catch((error) => {
    deps.log.error({ error, refundId: row.id }, "A processor could not be asked about a refund");
    return "gateway_does_not_tell" as const;
  });
  await endLease();
  if (told === null) return "same";
  const reason = typeof told === "string" ? told : "processing";
  if (typeof told === "string") await postponeRefund(deps.db, row, again(row, clock()));
  else if (told.status !== row.status) return "changed";
  const isStuck = reason === "gateway_not_configured" || reason === "another_refund";
  if (isLate(row, clock()) || (isStuck && row.status === "Requested")) {
    const record = await findCheckout(deps.db, row.providerId, row.checkoutId);
    if (record) {
      const attempt = await chargeWith(deps, record, row.chargeAttemptId);
      await alertUnknown(deps, { ...record, attempt }, reason, clock(), row);
    }
  }
  return reason === "gateway_does_not_tell" ? "failed" : "same";
}

/** Soon while nobody knows the outcome, twice as long each time; else by the refund's age. */
function again(row: RefundRow, now: Date): Date | null {
  if (row.status !== "Requested") return askAgainAt(row.status, row.createdAt, now);
  return later(now, Math.min(MAX_WAIT_MS, 2_000 * 2 ** Math.min(row.recoveries - 1, 10)));
}

/**
 * A refund that its processor never saw is sent under the same key: it refunds at most once.
 * @returns the refund as recorded, null if a reset has deleted it, or why nothing could be recorded
 */
async function ask(all: CheckoutDeps, row: RefundRow, now: Date, isInTime: () => boolean) {
  const deps = await withAccounts(all, row.providerId);
  const record = await findCheckout(deps.db, row.providerId, row.checkoutId);
  if (!record) return null;
  const payment = await paymentOf(deps, record, row);
  if (!payment) return "gateway_not_configured";
  const { gateway } = payment;
  const request = toRequest(payment, row);
  const known = await gateway.findRefund(request, row.gatewayReference);
  // Another worker may have given up since what this one wakes up to.
  const result = known ?? (row.status === "Requested" && isInTime() ? await gateway.refund(request) : null);
  if (!result) {
    deps.log.error({ refundId: row.id }, "The gateway does not know a refund that it accepted");
    return "gateway_does_not_know";
  }
  if (!isResultOf(row, result)) return "another_refund";
  if (result.status === "refused" && result.reason === "exceeds_paid")
    await alertUnknownRefund(deps, record, payment, now);
  return settleRefund(deps, row, result, now);
}
