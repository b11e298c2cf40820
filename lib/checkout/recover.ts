import { raiseAlert } from "../db/alerts";
import { findAttempts, leaseUnknownAttempt, releaseAttempt } from "../db/charge-attempts";
import type { CheckoutRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import type { DueRow } from "../db/due";
import type { Id } from "../domain/ids";
import { awaitsCharge } from "../domain/states";
import type { CheckoutDeps } from "./context";
import { gatewayOf } from "./gateways";
import { withOrderAsked } from "./order-charges";
import { settle } from "./settle";

const SOON_MS = 30_000;
const SELDOM_MS = 300_000;
/** After this a charge without an outcome becomes an operator's alert. */
const LATE_MS = 3_600_000;
/** How long recovery leaves alone what an operator has in hand. */
const LEASE_SECONDS = 60;

/** The gateway has told the outcome, and it could not be recorded: other charges have nothing to do with that. */
export class NotRecorded extends Error {
  override name = "NotRecorded";
}

/**
 * For a charge that its own request did not finish: asks its gateway for the outcome, and closes a key that it never saw,
 * so that a process that wakes up late cannot charge any more. Contract section 4, "Exactly one charge"; D-122
 * @returns null when the outcome is recorded, else the longest wait in milliseconds before asking again
 * @throws NotRecorded with its cause, and whatever the gateway throws
 */
export async function recoverCharge(deps: CheckoutDeps, { providerId, checkoutId }: DueRow, now: Date) {
  const record = await findCheckout(deps.db, providerId, checkoutId);
  if (!record?.attempt || !awaitsCharge(record.checkout.checkoutStatus)) return null;
  const { id: key, createdAt } = record.attempt;
  const gateway = gatewayOf(deps, record.attempt.gateway);
  if (!gateway) {
    await alert(deps, record, "gateway_not_configured", now);
    return SELDOM_MS;
  }
  const outcome = (await gateway.findCharge(key)) ?? (await gateway.closeCharge(key));
  let reason: string = outcome.status;
  if (outcome.status !== "processing" && outcome.status !== "cannot_close") {
    const known = await withOrderAsked(deps, record, outcome);
    const { attempt } = await settle(deps, record, known, null, null).catch((cause) => {
      throw new NotRecorded("A charge's outcome could not be recorded", { cause });
    });
    if (attempt.status !== "unknown") return null;
    if (known.status === "unknown") reason = "order_has_charge";
  }
  const expiresAt = outcome.status === "cannot_close" ? outcome.expiresAt : undefined;
  if (now.getTime() - (expiresAt ?? createdAt).getTime() > LATE_MS) await alert(deps, record, reason, now);
  return outcome.status === "cannot_close" ? SELDOM_MS : SOON_MS;
}

/**
 * An operator says that a charge was never made. What the gateway knows about it wins, and where it can close the key, it
 * does: a request that is still on its way then charges nothing. D-122
 * @returns what is recorded now, or what is still waited for; null where no such charge is open
 */
export async function declareNeverMade(deps: CheckoutDeps, key: Id<"cat">) {
  const attempt = (await findAttempts(deps.db, [key])).get(key);
  const record = attempt && (await findCheckout(deps.db, attempt.providerId, attempt.checkoutId));
  if (!record || !awaitsCharge(record.checkout.checkoutStatus)) return null;
  if (!(await leaseUnknownAttempt(deps.db, attempt, record.readAt, LEASE_SECONDS))) return "processing";
  try {
    const gateway = gatewayOf(deps, attempt!.gateway);
    const known = gateway && ((await gateway.findCharge(key)) ?? (await gateway.closeCharge(key)));
    if (known?.status === "processing" || known?.status === "action_required") return known.status;
    const outcome = known && known.status !== "cannot_close" ? known : ({ status: "closed" } as const);
    const judged = await withOrderAsked(deps, record, outcome);
    // Of several charges, or another amount, the operator knows more than the gateway.
    const said = judged.status === "unknown" ? outcome : judged;
    return (await settle(deps, record, said, null, null)).attempt.status;
  } finally {
    await releaseAttempt(deps.db, attempt);
  }
}

/** Only a person can find out now what became of the charge. */
async function alert(deps: CheckoutDeps, { checkout, attempt }: CheckoutRecord, reason: string, now: Date) {
  const { id: reference, gateway, amountCents } = attempt!;
  const details = {
    reason,
    gateway,
    provider_id: checkout.providerId,
    provider_order_id: checkout.providerOrderId,
    checkout_id: checkout.id,
    recorded_cents: amountCents,
  };
  const id = await raiseAlert(deps.db, { kind: "outcome_unknown", reference, details }, now);
  if (id)
    deps.log.error(
      { alertId: id, kind: "outcome_unknown", reference, reason },
      "Nobody can tell yet what became of a charge: see `npm run jobs -- alerts`",
    );
}
