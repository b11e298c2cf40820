import {
  findAttempts,
  findPlanCharges,
  isOpen,
  leaseUnknownAttempt,
  type RecordedAttempt,
  releaseAttempt,
} from "../db/charge-attempts";
import type { CheckoutRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import type { DueAttempt } from "../db/due";
import type { Id } from "../domain/ids";
import { awaitsCharge } from "../domain/states";
import { type CardGateway, type ChargeResult, isResultOf } from "../gateway/port";
import { settleCardPayment } from "../plans/settle-card";
import { alertUnknown } from "./charge-alerts";
import type { CheckoutDeps } from "./context";
import { gatewayOf, withAccounts } from "./gateways";
import { askForOrder, isDealtWith, withOrderAsked, withoutPayment } from "./order-charges";
import { type Outcome, settle } from "./settle";

const SOON_MS = 30_000;
/** A student who has not finished on the bank's page by then has left it. Contract "Real money", section 2 */
const ABANDONED_MS = 1_800_000;
const SELDOM_MS = 300_000;
/** After this a charge without an outcome becomes an operator's alert. */
const LATE_MS = 3_600_000;

/** The gateway knows the outcome, but it could not be recorded. Other charges can go on. */
export class NotRecorded extends Error {
  override name = "NotRecorded";
}

/**
 * For a charge that its own request did not finish. Asks its gateway for the outcome, and closes a key that charged nothing,
 * so that a process that wakes up late cannot charge any more. Contract section 4, "Exactly one charge". See
 * docs/decisions/003-unknown-charges.md.
 * @returns null when the outcome is recorded, else the longest wait in milliseconds before asking again
 * @throws NotRecorded with its cause, and everything that the gateway throws
 */
export async function recoverCharge(
  all: CheckoutDeps,
  { providerId, checkoutId, id }: DueAttempt,
  now: Date,
) {
  const deps = await withAccounts(all, providerId);
  // Null if another card was sent since the lease. Only its own lease keeps its request from charging meanwhile.
  const record = await awaitingCharge(deps, { providerId, checkoutId, id });
  if (!record) return null;
  const { attempt } = record;
  const gateway = gatewayOf(deps, attempt.gateway);
  if (!gateway) {
    await alertUnknown(deps, record, "gateway_not_configured", now);
    return SELDOM_MS;
  }
  const age = now.getTime() - attempt.createdAt.getTime();
  const told = await whatBecameOf(gateway, attempt, age > ABANDONED_MS).catch(async (error) => {
    if (age > LATE_MS) await alertUnknown(deps, record, "gateway_does_not_tell", now);
    throw error;
  });
  if (told.status === "processing" || told.status === "cannot_close") {
    const expiresAt = told.status === "cannot_close" ? told.expiresAt : undefined;
    const late = expiresAt ? now.getTime() - expiresAt.getTime() : age;
    if (late > LATE_MS) await alertUnknown(deps, record, told.status, now);
    return told.status === "cannot_close" ? SELDOM_MS : SOON_MS;
  }
  const { isOurs, outcome } = await judge(deps, record, told);
  const settled = await recordOutcome(deps, record, outcome).catch((cause) => {
    throw new NotRecorded("A charge's outcome could not be recorded", { cause });
  });
  if (settled.attempt.status !== "unknown") return null;
  if (!isOurs) await alertUnknown(deps, record, "another_charge", now);
  else if (age > LATE_MS)
    await alertUnknown(deps, record, outcome.status === "unknown" ? "order_has_charge" : told.status, now);
  return SOON_MS;
}

/** The checkout with the attempt that has this id, if its outcome is awaited. */
async function awaitingCharge({ db }: CheckoutDeps, { providerId, checkoutId, id }: DueAttempt) {
  const record = await findCheckout(db, providerId, checkoutId);
  const charges = record?.plan ? await findPlanCharges(db, providerId, checkoutId) : [record?.attempt];
  const attempt = charges.find((one) => one?.id === id);
  if (!record || !attempt) return null;
  const isAwaited = record.plan ? isOpen(attempt) : awaitsCharge(record.checkout.checkoutStatus);
  return isAwaited ? { ...record, attempt } : null;
}

const recordOutcome = (deps: CheckoutDeps, record: CheckoutRecord, outcome: Outcome) =>
  record.plan ? settleCardPayment(deps, record, outcome) : settle(deps, record, outcome);

/** Closes the key if it charged nothing. Abandoned bank pages (3-D Secure) can be closed too. */
async function whatBecameOf(
  gateway: CardGateway,
  { id: key, gatewayReference }: { id: string; gatewayReference: string | null },
  closesBankPage: boolean,
) {
  const known = await gateway.findCharge(key, gatewayReference);
  const waits = known?.status === "action_required";
  if (known && !(waits && closesBankPage)) return known;
  const closed = await gateway.closeCharge(key, gatewayReference);
  return waits && closed.status === "cannot_close" ? known : closed;
}

/** A success whose money an operator has dealt with no longer belongs to this charge. */
async function judge(deps: CheckoutDeps, record: CheckoutRecord, told: ChargeResult) {
  const isOurs =
    record.attempt !== null &&
    isResultOf(record.attempt, told) &&
    !(told.status === "succeeded" && (await isDealtWith(deps, record)));
  const outcomeOf = isOurs ? withOrderAsked : outcomeOfOlderCharge;
  return { isOurs, outcome: await outcomeOf(deps, record, told) };
}

/**
 * The key has the result of an older charge, from before the database lost commits. It ends the wait if it took no money, if
 * the gateway has refunded it, or if an operator has dealt with it.
 */
async function outcomeOfOlderCharge(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  told: ChargeResult,
): Promise<Outcome> {
  if (told.key !== record.attempt?.id) return { status: "unknown" };
  if (told.status !== "succeeded" && told.status !== "action_required")
    return withOrderAsked(deps, record, { status: "closed" });
  const isGivenBack = told.status === "succeeded" && told.isRefunded;
  if (isGivenBack || (await isDealtWith(deps, record))) return withoutPayment(deps, record);
  const { status } = await askForOrder(deps, record);
  return { status: status === "uncharged" ? "closed" : "unknown" };
}

/**
 * An operator says that a charge was never made. The gateway's own knowledge wins, and it closes the key if it can: then a
 * request that is still on its way, or a student on the bank's page, charges nothing.
 * @returns what is recorded now, or what is still waited for; null if no such charge is open
 */
export async function declareNeverMade(all: CheckoutDeps, key: Id<"cat">) {
  const found = (await findAttempts(all.db, [key])).get(key);
  const record = found && (await awaitingCharge(all, found));
  if (!found || !record) return null;
  const deps = await withAccounts(all, found.providerId);
  const leaseUntil = await leaseUnknownAttempt(deps.db, found, record.readAt);
  if (!leaseUntil) return "processing";
  // Read again under the lease: its request may have stored a reference just before.
  const attempt = (await findAttempts(deps.db, [key])).get(key) ?? found;
  try {
    const outcome = await operatorsOutcome(deps, record, attempt);
    if (typeof outcome === "string") return outcome;
    return (await recordOutcome(deps, record, outcome)).attempt.status;
  } finally {
    await releaseAttempt(deps.db, attempt, leaseUntil);
  }
}

async function operatorsOutcome(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  attempt: RecordedAttempt,
): Promise<Outcome | "processing" | "another_charge"> {
  const closed: Outcome = { status: "closed" };
  const gateway = gatewayOf(deps, attempt.gateway);
  const told = gateway && (await whatBecameOf(gateway, attempt, true));
  if (told?.status === "processing") return told.status;
  // The operator knows more than a gateway that does not tell, cannot close the key or waits for the student.
  if (!told || told.status === "cannot_close" || told.status === "action_required") return closed;
  const { outcome } = await judge(deps, record, told);
  if (outcome.status !== "unknown") return outcome;
  if (!isResultOf(attempt, told)) return "another_charge";
  // The order has other charges, and the operator knows about them. A success here was refunded or dealt with.
  return told.status === "succeeded" ? closed : told;
}
