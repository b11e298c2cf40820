import { present } from "../../packages/text/narrow";
import type { ChargeOutcome } from "../contract/requests";
import { leaseUnknownAttempt, releaseAttempt } from "../db/charge-attempts";
import type { CheckoutRecord } from "../db/checkout-records";
import { CheckoutError } from "../domain/errors";
import { awaitsCharge } from "../domain/states";
import { isResultOf } from "../gateway/port";
import type { By, CheckoutDeps } from "./context";
import { gatewayOf, withAccounts } from "./gateways";
import { load } from "./load";
import { withOrderAsked } from "./order-charges";
import { toResource } from "./resource";
import { type Outcome, settle } from "./settle";

/**
 * Sandbox only. Resolves a charge whose outcome is unknown: as paid, if the gateway charged, or as never made. Then the
 * gateway deletes its charge and closes the key.
 */
export async function resolveCharge(all: CheckoutDeps, by: By, checkoutId: string, outcome: ChargeOutcome) {
  const deps = await withAccounts(all, by.provider.id);
  const record = await load(deps, by.provider.id, checkoutId);
  const { attempt } = record;
  if (!attempt || !awaitsCharge(record.checkout.checkoutStatus))
    throw notPending(
      record,
      `A checkout in the state ${record.checkout.checkoutStatus} has no charge to decide.`,
    );
  const leaseUntil = await leaseUnknownAttempt(deps.db, attempt, record.readAt);
  if (!leaseUntil)
    throw notPending(
      record,
      "The charge is in progress, or its outcome is being found. Try again in a few seconds.",
    );
  try {
    await settle(deps, record, await outcomeOf(deps, record, outcome));
  } finally {
    await releaseAttempt(deps.db, attempt, leaseUntil);
  }
  return toResource(deps, await load(deps, by.provider.id, checkoutId));
}

async function outcomeOf(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  outcome: ChargeOutcome,
): Promise<Outcome> {
  const attempt = present(record.attempt, "charge attempt");
  const { id: key, gatewayReference } = attempt;
  const gateway = gatewayOf(deps, attempt.gateway);
  if (!gateway) throw notPending(record, "The gateway that it was sent to is not configured.");
  if (outcome === "never_made") {
    const extras = deps.sandboxExtras.get(gateway.id);
    if (!extras) throw notPending(record, "It was sent to a processor that takes no charge back.");
    await extras.voidCharge(key);
    return withOrderAsked(deps, record, { status: "closed" });
  }
  const made = await gateway.findCharge(key, gatewayReference);
  if (made?.status === "succeeded" && !made.isRefunded && isResultOf(attempt, made)) return made;
  throw notPending(record, "The gateway has no payment for this charge, so it cannot become paid.");
}

const notPending = (record: CheckoutRecord, detail: string) =>
  new CheckoutError("charge_not_pending", detail, { extra: { checkout_id: record.checkout.id } });
