import { later, SECOND_MS, within } from "../../packages/dates/time";
import { alertRefused, alertUnknownRefund } from "../checkout/charge-alerts";
import type { CheckoutDeps, CreateBy } from "../checkout/context";
import { fingerprintOf } from "../checkout/fingerprint";
import { withAccounts } from "../checkout/gateways";
import { readKey } from "../checkout/idempotency";
import { load, notFound } from "../checkout/load";
import type { Answer } from "../checkout/response";
import { crashPoint } from "../crash-point";
import { sameBytes } from "../crypto/api-key";
import { derivedId } from "../crypto/derived-id";
import type { StoredRecord } from "../db/checkout-records";
import {
  deleteRefund,
  findRefund,
  findRefundByKey,
  insertRefund,
  postponeRefund,
  type RefundRow,
} from "../db/refunds";
import { actorText } from "../domain/actor";
import { CheckoutError } from "../domain/errors";
import { isId, newId } from "../domain/ids";
import type { Cents } from "../domain/money";
import { hasFreeKey, MAX_REFUNDS } from "../domain/refunds";
import { GatewayNotReached, GatewayRefusedUs, isResultOf, type RefundResult } from "../gateway/port";
import { type Payment, paymentToRefund, toRequest } from "./payment";
import { exceedsPaid, noSuchDebit, refusal, unavailable } from "./refusals";
import { answerOf } from "./resource";
import { settleRefund } from "./settle";

export interface RefundCommand {
  amountCents: Cents;
  reason: string;
  /** Null for a card payment. */
  debitId: string | null;
  /** Of a plan's card payment. */
  chargeId: string | null;
}

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
  by: CreateBy,
  checkoutId: string,
  command: RefundCommand,
): Promise<Answer> {
  const deps = await withAccounts(all, by.provider.id);
  const record = await load(deps, by.provider.id, checkoutId);
  const row = newRow(record, by, command, deps.now());
  const earlier = await earlierAnswer(deps, row);
  if (earlier) return earlier;
  const payment = await paymentToRefund(deps, record, {
    debitId: row.debitId,
    chargeId: command.chargeId,
  });
  const { chargeAttemptId, gateway } = payment;
  if (!(await gateway.takesCharges())) throw unavailable("The card processor refuses our credentials.");
  const until = later(row.createdAt, deps.gatewayTimeoutMs + MARGIN_MS);
  const claimed = { ...row, chargeAttemptId, dueAt: until, leaseUntil: until };
  const isInTime = within(MARGIN_MS);
  const refused = await insertRefund(deps.db, claimed, payment.amountCents).catch(async (error) => {
    // It may have been written all the same, and would be sent later.
    await deleteRefund(deps.db, claimed).catch(() => false);
    throw error;
  });
  if (refused === "key_is_used") return (await earlierAnswer(deps, row)) ?? keyInUse();
  if (refused !== null) return refuse(refused);
  crashPoint("refund.recorded");
  try {
    const result = isInTime() ? await askGateway(deps, payment, claimed) : "unknown";
    crashPoint("refund.made");
    // By the records enough is left.
    if (typeof result === "object" && result.status === "refused" && result.reason === "exceeds_paid")
      await alertUnknownRefund(deps, record, payment, deps.now());
    return answerOf(deps, await conclude(deps, claimed, result, by.warnings), by.warnings);
  } catch (error) {
    if (error instanceof CheckoutError) throw error;
    // It may have been made, or is sent again, so nobody may hear that it failed.
    deps.log.error({ error, refundId: row.id }, "A refund's outcome could not be recorded");
    return answerOf(deps, claimed, by.warnings);
  }
}

/** @returns the refund as it is now */
async function conclude(
  deps: CheckoutDeps,
  row: RefundRow,
  result: RefundResult | "unknown" | "not_reached",
  warnings: CreateBy["warnings"],
): Promise<RefundRow> {
  // The call has ended, so recovery need not wait for its time-out.
  if (result === "unknown") await postponeRefund(deps.db, row, later(deps.now(), UNKNOWN_RECHECK_MS));
  else if (result === "not_reached" || result.status === "refused") {
    if (await deleteRefund(deps.db, row))
      throw result === "not_reached"
        ? unavailable("The card processor could not be reached.")
        : refusal(result);
  } else await settleRefund(deps, row, result, deps.now(), warnings);
  const now = await findRefund(deps.db, row);
  // A reset has deleted it.
  if (!now) throw notFound();
  return now;
}

function newRow(
  record: StoredRecord,
  by: CreateBy,
  command: RefundCommand,
  now: Date,
): Omit<RefundRow, "chargeAttemptId"> {
  const { providerId, id: checkoutId } = record.checkout;
  const { amountCents, reason, debitId, chargeId } = command;
  if (debitId !== null && !isId("dbt", debitId)) throw noSuchDebit();
  const idempotencyKey = readKey(by.idempotencyKey);
  const fingerprint = fingerprintOf({
    ...{ checkoutId, amountCents, reason, debitId },
    ...(chargeId !== null && { chargeId }),
  });
  return {
    providerId,
    id: idempotencyKey === null ? newId("ref", now) : idOf(providerId, idempotencyKey, fingerprint),
    checkoutId,
    debitId,
    amountCents,
    reason,
    requestedBy: actorText(by.actor),
    requestId: by.requestId,
    status: "Requested",
    failureReason: null,
    gatewayReference: null,
    idempotencyKey,
    fingerprint,
    createdAt: now,
    updatedAt: now,
    dueAt: null,
    leaseUntil: null,
    recoveries: 0,
    answer: null,
  };
}

const idOf = (providerId: RefundRow["providerId"], key: string, fingerprint: Uint8Array) =>
  derivedId("ref", `${providerId} ${Buffer.from(fingerprint).toString("hex")} ${key}`);

/**
 * To an earlier request with this key, as create answers: the first response, or the refund as it is while its outcome is
 * not known. Contract section 4, "Idempotency-Key".
 */
async function earlierAnswer(
  deps: CheckoutDeps,
  { idempotencyKey: key, providerId, fingerprint, createdAt: now }: Omit<RefundRow, "chargeAttemptId">,
): Promise<Answer | null> {
  const earlier = key === null ? null : await findRefundByKey(deps.db, providerId, key);
  if (!earlier) return null;
  const isSame = sameBytes(earlier.fingerprint, fingerprint);
  if (!isSame && hasFreeKey(earlier, now)) return null;
  if (earlier.status === "Requested") {
    const isInProgress = earlier.recoveries === 0 && earlier.leaseUntil !== null && earlier.leaseUntil > now;
    return isSame && !isInProgress ? answerOf(deps, earlier) : keyInUse();
  }
  if (!isSame)
    throw new CheckoutError(
      "idempotency_key_reused",
      "This Idempotency-Key was used with another refund. Use a new key for a new refund.",
      { extra: { checkout_id: earlier.checkoutId } },
    );
  const answer = answerOf(deps, earlier);
  return { ...answer, body: earlier.answer ?? answer.body, replayed: true };
}

function keyInUse(): never {
  throw new CheckoutError("idempotency_in_progress", "Another request with this key is in progress.", {
    retryAfterSeconds: 2,
  });
}

function refuse(refused: { leftCents: number } | "too_many" | "checkout_is_gone" | "not_paid"): never {
  if (refused === "checkout_is_gone") throw notFound();
  if (refused === "too_many")
    throw new CheckoutError("refund_not_applicable", `A payment can have at most ${MAX_REFUNDS} refunds.`);
  if (refused === "not_paid") throw new CheckoutError("refund_not_applicable", "The debit is not paid.");
  throw exceedsPaid(refused.leftCents);
}

async function askGateway(
  deps: CheckoutDeps,
  { gateway, charge }: Payment,
  row: RefundRow,
): Promise<RefundResult | "unknown" | "not_reached"> {
  try {
    const result = await gateway.refund(toRequest({ charge }, row));
    if (isResultOf(row, result)) return result;
    deps.log.error({ refundId: row.id }, "The gateway told the result of another refund");
    return "unknown";
  } catch (error) {
    deps.log.error({ error, refundId: row.id }, "The outcome of a refund is not known yet");
    const isNotReached = error instanceof GatewayNotReached;
    if (isNotReached ? error.refusedUs : error instanceof GatewayRefusedUs)
      await alertRefused({ ...deps, gateway });
    return isNotReached ? "not_reached" : "unknown";
  }
}
