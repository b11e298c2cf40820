import type { CheckoutDeps } from "../checkout/context";
import { expire } from "../checkout/load";
import { recoverCharge } from "../checkout/recover";
import { findCheckout } from "../db/checkouts";
import { countDue, findLapsed, leaseDueAttempts, postponeAttempt } from "../db/due";
import { purgeIdempotencyKeys } from "../db/idempotency";

export interface TickResult {
  /** Charges whose outcome was found. */
  recovered: number;
  /** Checkouts tidied to `Expired`. */
  expired: number;
  /** Idempotency keys forgotten. */
  purged: number;
  /** Due work that is left, also what another worker holds. */
  remaining: number;
}

const BATCH = 50;
const LEASE_SECONDS = 30;

/**
 * All background work that is due at `now`, once. Called by the server's timer and by the drain route, as often and
 * by as many as may be: each row is leased, and doing it twice changes nothing. It may be cut off at any point.
 */
export async function tick(deps: CheckoutDeps, now: Date): Promise<TickResult> {
  const recovered = await recoverCharges(deps, now);
  const expired = await expireLapsed(deps, now);
  const purged = await purgeIdempotencyKeys(deps.db, now);
  return { recovered, expired, purged, remaining: await countDue(deps.db, now) };
}

async function recoverCharges(deps: CheckoutDeps, now: Date): Promise<number> {
  let recovered = 0;
  for (const due of await leaseDueAttempts(deps.db, now, LEASE_SECONDS, BATCH)) {
    try {
      if (await recoverCharge(deps, due)) {
        recovered++;
        continue;
      }
    } catch (error) {
      deps.log.error({ error, checkoutId: due.checkoutId }, "A charge could not be recovered yet");
    }
    await postponeAttempt(deps.db, due.id, new Date(now.getTime() + patience(due.recoveries)));
  }
  return recovered;
}

/** Milliseconds until the gateway is asked again: 2 s at first, 30 s at most. */
function patience(recoveries: number): number {
  return Math.min(30_000, 2_000 * 2 ** Math.min(recoveries - 1, 10));
}

async function expireLapsed(deps: CheckoutDeps, now: Date): Promise<number> {
  let expired = 0;
  for (const { providerId, checkoutId } of await findLapsed(deps.db, now, BATCH)) {
    const stored = await findCheckout(deps.db, providerId, checkoutId);
    if (stored && (await expire(deps, stored))) expired++;
  }
  return expired;
}
