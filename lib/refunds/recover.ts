import { type Clock, later, MINUTE_MS } from "../../packages/dates/time";
import { inSpan } from "../../packages/tracing/span";
import type { CheckoutDeps } from "../checkout/context";
import { gatewayOf, withAccounts } from "../checkout/gateways";
import { findCheckout } from "../db/checkouts";
import { renewLease } from "../db/leases";
import { leaseDueRefunds, postponeRefund, type RefundRow } from "../db/refunds";
import { keepLease, LEASE_MS } from "../domain/lease";
import { askAgainAt } from "../domain/refunds";
import { toRequest } from "./request";
import { isResultOf, settleRefund } from "./settle";

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
    const results = await Promise.all(due.map((row) => recover(deps, row, clock)));
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
  const endLease = keepLease(() => renewLease(deps.db, "refund", row, later(clock(), LEASE_MS)));
  let result: "same" | "failed" = "failed";
  try {
    const about = { name: "recover refund", kind: "internal" } as const;
    const after = await inSpan(about, () => ask(deps, row, clock()));
    if (after) return after.status === row.status ? "same" : "changed";
    result = "same";
  } catch (error) {
    deps.log.error({ error, refundId: row.id }, "A processor could not be asked about a refund");
  } finally {
    await endLease();
  }
  await postponeRefund(deps.db, row, again(row, clock()));
  return result;
}

/** Soon while nobody knows the outcome, twice as long each time; else by the refund's age. */
function again(row: RefundRow, now: Date): Date | null {
  if (row.status !== "Requested") return askAgainAt(row.status, row.createdAt, now);
  return later(now, Math.min(MAX_WAIT_MS, 2_000 * 2 ** Math.min(row.recoveries - 1, 10)));
}

/**
 * A refund that its processor never saw is sent under the same key: it refunds at most once.
 * @returns null if there is nothing to record
 */
async function ask(all: CheckoutDeps, row: RefundRow, now: Date): Promise<RefundRow | null> {
  const deps = await withAccounts(all, row.providerId);
  const record = await findCheckout(deps.db, row.providerId, row.checkoutId);
  const gateway = record?.attempt && gatewayOf(deps, record.attempt.gateway);
  if (!record || !gateway) {
    deps.log.error({ refundId: row.id }, "The gateway of a refund is not configured");
    return null;
  }
  const request = toRequest(record, row);
  const known = await gateway.findRefund(request, row.gatewayReference);
  const result = known ?? (row.status === "Requested" ? await gateway.refund(request) : null);
  if (!result || !isResultOf(row, result)) {
    deps.log.error({ refundId: row.id }, "The gateway does not know a refund that it accepted");
    return null;
  }
  return settleRefund(deps, row, result, now);
}
