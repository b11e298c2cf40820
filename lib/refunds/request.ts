import { later, SECOND_MS } from "../../packages/dates/time";
import type { By, CheckoutDeps } from "../checkout/context";
import { fingerprintOf } from "../checkout/fingerprint";
import { gatewayOf, withAccounts } from "../checkout/gateways";
import { readKey } from "../checkout/idempotency";
import { load, notFound } from "../checkout/load";
import type { RefundResource } from "../contract/refunds";
import { crashPoint } from "../crash-point";
import { sameBytes } from "../crypto/api-key";
import type { StoredRecord } from "../db/checkout-records";
import { deleteRefund, findRefundByKey, insertRefund, postponeRefund, type RefundRow } from "../db/refunds";
import { actorText } from "../domain/actor";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import { type Cents, formatMoney } from "../domain/money";
import { MAX_REFUNDS } from "../domain/refunds";
import { type CardGateway, GatewayNotReached, type RefundResult } from "../gateway/port";
import { toRefund } from "./resource";
import { isResultOf, settleRefund } from "./settle";

export interface RefundCommand {
  amountCents: Cents;
  reason: string;
}

interface Requested {
  refund: RefundResource;
  replayed: boolean;
}

type RefundBy = By & { requestId: RefundRow["requestId"]; idempotencyKey: string | null };

/** A call begins within this time. Recovery leaves the refund alone until the gateway's time-out has passed after that. */
const MARGIN_MS = 10 * SECOND_MS;
const UNKNOWN_RECHECK_MS = 5 * SECOND_MS;

/**
 * Records the refund, then asks the processor, which knows it by the refund's id. What is refused, or was never sent, is
 * forgotten, so that its key is free. Contract "Real money", section 3.
 * @throws CheckoutError for every refusal
 */
export async function requestRefund(
  all: CheckoutDeps,
  by: RefundBy,
  checkoutId: string,
  command: RefundCommand,
): Promise<Requested> {
  const deps = await withAccounts(all, by.provider.id);
  const record = await load(deps, by.provider.id, checkoutId);
  const row = newRow(record, by, command, deps.now());
  const earlier = await earlierOf(deps, row);
  if (earlier) return earlier;
  const { attempt, gateway } = paidBy(deps, record);
  const claimed = {
    ...row,
    chargeAttemptId: attempt.id,
    dueAt: later(row.createdAt, deps.gatewayTimeoutMs + MARGIN_MS),
  };
  const refused = await insertRefund(deps.db, claimed, attempt.amountCents);
  if (refused === "key_is_used") return (await earlierOf(deps, row)) ?? keyInUse();
  if (refused !== null) return refuse(refused);
  crashPoint("refund.recorded");
  const result = await askGateway(deps, gateway, record, claimed);
  crashPoint("refund.made");
  if (result === "unknown") {
    // The call has ended, so recovery need not wait for its time-out.
    await postponeRefund(deps.db, claimed, later(deps.now(), UNKNOWN_RECHECK_MS));
    return { refund: toRefund(claimed), replayed: false };
  }
  if (result === "not_reached" || result.status === "refused") {
    if (await deleteRefund(deps.db, claimed))
      throw result === "not_reached"
        ? unavailable("The card processor could not be reached.")
        : refusal(result);
    return { refund: toRefund(claimed), replayed: false };
  }
  const settled = await settleRefund(deps, claimed, result, deps.now()).catch((error) => {
    deps.log.error({ error, refundId: row.id }, "A refund's outcome could not be recorded");
    return null;
  });
  return { refund: toRefund(settled ?? claimed), replayed: false };
}

function newRow(
  record: StoredRecord,
  by: RefundBy,
  command: RefundCommand,
  now: Date,
): Omit<RefundRow, "chargeAttemptId"> {
  const { providerId, id: checkoutId } = record.checkout;
  const { amountCents, reason } = command;
  return {
    providerId,
    id: newId("ref", now),
    checkoutId,
    amountCents,
    reason,
    requestedBy: actorText(by.actor),
    requestId: by.requestId,
    status: "Requested",
    failureReason: null,
    gatewayReference: null,
    idempotencyKey: readKey(by.idempotencyKey),
    fingerprint: fingerprintOf({ checkoutId, amountCents, reason }),
    createdAt: now,
    updatedAt: now,
    dueAt: null,
    leaseUntil: null,
    recoveries: 0,
  };
}

/** The refund of an earlier request with this key, as it is now. */
async function earlierOf(
  deps: CheckoutDeps,
  row: Omit<RefundRow, "chargeAttemptId">,
): Promise<Requested | null> {
  const { idempotencyKey: key, providerId } = row;
  const earlier = key === null ? null : await findRefundByKey(deps.db, providerId, key);
  if (!earlier) return null;
  if (!sameBytes(earlier.fingerprint, row.fingerprint))
    throw new CheckoutError(
      "idempotency_key_reused",
      "This Idempotency-Key was used with another refund. Use a new key for a new refund.",
      { extra: { checkout_id: earlier.checkoutId } },
    );
  return { refund: toRefund(earlier), replayed: true };
}

/** The first request was refused just now, so its key is about to be free. */
function keyInUse(): never {
  throw new CheckoutError("idempotency_in_progress", "Another request with this key is in progress.", {
    retryAfterSeconds: 1,
  });
}

/** The charge that took the money, and the gateway that made it: a retired account refunds its own charges. */
function paidBy(deps: CheckoutDeps, { attempt }: StoredRecord) {
  if (attempt?.status === "started" || attempt?.status === "unknown")
    throw new CheckoutError("refund_not_possible_yet", "The outcome of the charge is not known yet.", {
      extra: { possible_from: null },
    });
  if (attempt?.status !== "succeeded")
    throw new CheckoutError("refund_not_applicable", "No card was charged for this checkout.");
  const gateway = gatewayOf(deps, attempt.gateway);
  if (!gateway) throw unavailable("The card processor that made the charge is not configured.");
  return { attempt, gateway };
}

function refuse(refused: { leftCents: number } | "too_many" | "checkout_is_gone"): never {
  if (refused === "checkout_is_gone") throw notFound();
  if (refused === "too_many")
    throw new CheckoutError("refund_not_applicable", `A checkout can have at most ${MAX_REFUNDS} refunds.`);
  const left = formatMoney(Math.max(0, refused.leftCents));
  throw new CheckoutError("refund_exceeds_paid", `You can refund at most ${left} of this charge.`);
}

export const toRequest = ({ attempt }: Pick<StoredRecord, "attempt">, row: RefundRow) => ({
  key: row.id,
  charge: { key: row.chargeAttemptId, reference: attempt?.gatewayReference ?? null },
  amountCents: row.amountCents,
});

async function askGateway(
  deps: CheckoutDeps,
  gateway: CardGateway,
  record: StoredRecord,
  row: RefundRow,
): Promise<RefundResult | "unknown" | "not_reached"> {
  try {
    const result = await gateway.refund(toRequest(record, row));
    if (isResultOf(row, result)) return result;
    deps.log.error({ refundId: row.id }, "The gateway told the result of another refund");
    return "unknown";
  } catch (error) {
    deps.log.error({ error, refundId: row.id }, "The outcome of a refund is not known yet");
    return error instanceof GatewayNotReached ? "not_reached" : "unknown";
  }
}

function refusal({ reason, possibleFrom }: Extract<RefundResult, { status: "refused" }>): CheckoutError {
  switch (reason) {
    case "exceeds_paid":
      return new CheckoutError(
        "refund_exceeds_paid",
        "The card processor says that less is left of this charge.",
      );
    case "not_yet":
      return new CheckoutError(
        "refund_not_possible_yet",
        "The card processor cannot refund this charge yet.",
        {
          extra: { possible_from: possibleFrom?.toISOString() ?? null },
        },
      );
    case "not_applicable":
      return new CheckoutError("refund_not_applicable", "The card processor cannot refund this charge.");
    default:
      return reason satisfies never;
  }
}

const unavailable = (detail: string) =>
  new CheckoutError("service_unavailable", `${detail} Nothing was refunded.`, { retryAfterSeconds: 60 });
