import type { CheckoutRecord, StoredRecord } from "../db/checkout-records";
import { furtherCall, secondsUntilNextCall } from "../db/gateway-calls";
import { applyChange, type Change } from "../db/writes";
import { awaitsCard } from "../domain/states";
import { callOf } from "./call-in-time";
import { transition, untilWritten } from "./change";
import { outcomeOf } from "./charge";
import { alertRefused } from "./charge-alerts";
import type { By, CheckoutDeps, RecordedCall, Source } from "./context";
import { withAccounts } from "./gateways";
import { loadToChange } from "./load";
import { newAttempt } from "./new-record";
import { type Outcome, settle } from "./settle";

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
  by: StudentBy,
  checkoutId: string,
  cardToken: string,
): Promise<SentCard> {
  return sentBy(all, by, {
    begin: (deps) => untilWritten(() => begin(deps, by, checkoutId, cardToken)),
    settle,
  });
}

export type StudentBy = By & { requestId: NonNullable<By["requestId"]> };

/** Sends a card that `begin` has recorded, and records what comes of it. */
export async function sentBy<Refused extends { status: string }>(
  all: CheckoutDeps,
  by: StudentBy,
  of: {
    begin(deps: CheckoutDeps): Promise<RecordedCall | Refused>;
    settle(
      deps: CheckoutDeps,
      record: CheckoutRecord,
      outcome: Outcome,
      caller: { by: Source },
    ): Promise<{ attempt: NonNullable<CheckoutRecord["attempt"]> }>;
  },
): Promise<SentCard | Refused> {
  const deps = await withAccounts(all, by.provider.id);
  if (!(await deps.gateway.takesCharges())) {
    await alertRefused(deps);
    return { status: "gateway_refuses_us" };
  }
  const begun = await of.begin(deps);
  if (!("record" in begun)) return begun;
  const { record } = begun;
  try {
    const outcome = await outcomeOf(deps, begun);
    const { attempt } = await of.settle(deps, record, outcome, { by });
    // Somebody recorded the charge as unpaid, and then it came through. An operator was told.
    if (outcome.status === "succeeded" && attempt.status !== "succeeded") return { status: "looked_into" };
    return { status: "sent", isDeclined: outcome.status === "declined" };
  } catch (error) {
    // The charge may have been made. Recovery will find out and record it.
    const { id: checkoutId } = record.checkout;
    deps.log.error({ error, checkoutId }, "A charge's outcome could not be recorded");
    return { status: "sent", isDeclined: false };
  }
}

/** Null if somebody else wrote first. */
async function begin(
  deps: CheckoutDeps,
  by: StudentBy,
  checkoutId: string,
  cardToken: string,
): Promise<RecordedCall | SentCard | null> {
  const record: StoredRecord = await loadToChange(deps, by.provider.id, checkoutId);
  if (!awaitsCard(record.checkout.checkoutStatus)) return { status: "not_awaited" };
  const now = deps.now();
  const call = await newCall(deps, record, by, now);
  if (!call || !("newAttempt" in call)) return call;
  const { newAttempt, ...toSend } = call;
  const { after, change } = transition(deps, record, "send_card", by, now, { newAttempt });
  if (!(await applyChange(deps.db, record, change))) return null;
  return { record: after, cardToken, ...toSend };
}

interface NewCall extends Pick<RecordedCall, "orderHasCharge" | "maySend"> {
  newAttempt: NonNullable<Change["newAttempt"]>;
}

/** A further call of the order, to be recorded; null if the order may have one after all. */
export async function newCall(
  deps: CheckoutDeps,
  { checkout }: CheckoutRecord,
  by: StudentBy,
  now: Date,
  pays: Partial<Pick<NonNullable<CheckoutRecord["attempt"]>, "amountCents" | "instalments">> = {},
): Promise<NewCall | Extract<SentCard, { status: "calls_used_up" }> | null> {
  const { providerId, providerOrderId } = checkout;
  const { id: gatewayId } = deps.gateway;
  const { call, orderHasCharge, isGatewayRefusing } = await furtherCall(deps.db, checkout, gatewayId, now);
  if (!call) {
    const waitSeconds = await secondsUntilNextCall(deps.db, providerId, providerOrderId, now);
    return waitSeconds === null ? null : { status: "calls_used_up", waitSeconds };
  }
  const { recoverAfterMs, sendsInTime } = callOf(deps);
  const row = { ...newAttempt(checkout, gatewayId, by, now), id: call.id, ...pays };
  const maySend = () => sendsInTime(row, isGatewayRefusing);
  return { newAttempt: { row, callNumber: call.number, recoverAfterMs }, orderHasCharge, maySend };
}
