import { type Clock, later, MINUTE_MS } from "../../packages/dates/time";
import type { CheckoutDeps } from "../checkout/context";
import { forTenant } from "../db/as-tenant";
import { findClock, leaseDuePolls, type PollRow, type Which } from "../db/collection";
import type { DebitProcessor } from "../gateway/debit-port";
import { providersNow } from "./write";

/** So many accounts, or debits of one, are asked about at the same time. */
const AT_ONCE = 20;
const LEASE_MS = { debits: MINUTE_MS, payouts: 5 * MINUTE_MS };

export interface DueAccount {
  row: PollRow;
  /** Null if it is not configured. */
  processor: DebitProcessor | null;
  /** By the clock of its provider. */
  now: Date;
}

/** Work that waits for a processor, some at a time, so that one that says nothing holds up few. */
export async function someAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let next = 0; next < all.length; next += AT_ONCE)
    done.push(...(await Promise.all(all.slice(next, next + AT_ONCE).map(work))));
  return done;
}

/**
 * Reads each account of which that is due. One that fails is read again after its lease.
 * @returns how much was read
 */
export async function readAccounts(
  deps: CheckoutDeps,
  clock: Clock,
  which: Which,
  what: PollRow["what"],
  read: (deps: CheckoutDeps, account: DueAccount) => Promise<number>,
): Promise<number> {
  const due = await leaseDuePolls(deps.db, what, clock(), later(clock(), LEASE_MS[what]), which);
  const counts = await someAtOnce(due, async (row) => {
    try {
      const { providerId, gateway } = row;
      const now = providersNow(clock(), await findClock(deps.db, providerId));
      return await read(forTenant(deps, providerId), {
        row,
        processor: await deps.debits.byId(providerId, gateway),
        now,
      });
    } catch (error) {
      deps.log.error({ error, gateway: row.gateway, what }, "A processor's account could not be read yet");
      return 0;
    }
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
