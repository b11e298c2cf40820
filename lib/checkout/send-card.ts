import type { StoredRecord } from "../db/checkout-records";
import { furtherCall, secondsUntilNextCall } from "../db/gateway-calls";
import { applyChange } from "../db/writes";
import { awaitsCard } from "../domain/states";
import { callOf } from "./call-in-time";
import { transition, untilWritten } from "./change";
import { outcomeOf } from "./charge";
import { alertRefused } from "./charge-alerts";
import type { By, CheckoutDeps, RecordedCall } from "./context";
import { withAccounts } from "./gateways";
import { loadToChange } from "./load";
import { newAttempt } from "./new-record";
import { settle } from "./settle";

/**
 * `sent`: the card was charged or declined, or its outcome is not known yet. `not_awaited`: the checkout asks for no card, as
 * another window may have paid. `looked_into`: the money was taken, but it pays for nothing yet. The others wrote and sent nothing.
 */
export type SentCard =
  | { status: "sent"; isDeclined: boolean }
  | { status: "looked_into" | "not_awaited" | "gateway_refuses_us" }
  | { status: "calls_used_up"; waitSeconds: number };

/**
 * A card on the hosted card page, as in "Exactly one charge" (contract section 4): an attempt is recorded before the gateway
 * is called. After a decline the checkout awaits another card, and each card is an attempt of its own.
 */
export async function sendCard(
  all: CheckoutDeps,
  by: By & { requestId: NonNullable<By["requestId"]> },
  checkoutId: string,
  cardToken: string,
): Promise<SentCard> {
  const deps = await withAccounts(all, by.provider.id);
  if (!(await deps.gateway.takesCharges())) {
    await alertRefused(deps);
    return { status: "gateway_refuses_us" };
  }
  const begun = await untilWritten(() => begin(deps, by, checkoutId, cardToken));
  if ("status" in begun) return begun;
  const { record } = begun;
  try {
    const outcome = await outcomeOf(deps, begun);
    const { attempt } = await settle(deps, record, outcome, { by });
    // Somebody recorded the charge as unpaid, and then it came through. An operator was told.
    if (outcome.status === "succeeded" && attempt.status !== "succeeded") return { status: "looked_into" };
    return { status: "sent", isDeclined: outcome.status === "declined" };
  } catch (error) {
    // The charge may have been made. Recovery will find out and record it.
    deps.log.error({ error, checkoutId }, "A charge's outcome could not be recorded");
    return { status: "sent", isDeclined: false };
  }
}

/** Null if somebody else wrote first. */
async function begin(
  deps: CheckoutDeps,
  by: By & { requestId: NonNullable<By["requestId"]> },
  checkoutId: string,
  cardToken: string,
): Promise<RecordedCall | SentCard | null> {
  const record: StoredRecord = await loadToChange(deps, by.provider.id, checkoutId);
  if (!awaitsCard(record.checkout.checkoutStatus)) return { status: "not_awaited" };
  const now = deps.now();
  const { id: gatewayId } = deps.gateway;
  const { call, orderHasCharge, isGatewayRefusing } = await furtherCall(
    deps.db,
    record.checkout,
    gatewayId,
    now,
  );
  if (!call) {
    const { providerId, providerOrderId } = record.checkout;
    const waitSeconds = await secondsUntilNextCall(deps.db, providerId, providerOrderId, now);
    return waitSeconds === null ? null : { status: "calls_used_up", waitSeconds };
  }
  const { recoverAfterMs, sendsInTime } = callOf(deps);
  const row = { ...newAttempt(record.checkout, gatewayId, by, now), id: call.id };
  const { after, change } = transition(deps, record, "send_card", by, now, {
    newAttempt: { row, callNumber: call.number, recoverAfterMs },
  });
  if (!(await applyChange(deps.db, record, change))) return null;
  const maySend = () => sendsInTime(row, isGatewayRefusing);
  return { record: after, cardToken, orderHasCharge, maySend };
}
