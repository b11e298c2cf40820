import { type Clock, later, MINUTE_MS, SECOND_MS, within } from "../../packages/dates/time";
import { bankDay } from "../../packages/dates/zone";
import { present } from "../../packages/text/narrow";
import { keepLease, LEASE_MS } from "../../packages/turns/lease";
import type { CheckoutDeps } from "../checkout/context";
import { crashPoint } from "../crash-point";
import { forTenant } from "../db/as-tenant";
import { findCheckout } from "../db/checkouts";
import { leaseDueDebits, postponeDebit } from "../db/collection";
import { renewLease } from "../db/leases";
import type { DebitRow } from "../db/plans";
import type { Id } from "../domain/ids";
import { dateToAskFor } from "../domain/plan-dates";
import type { AskedDebit, DebitResult } from "../gateway/debit-port";
import { isResultOf } from "../gateway/port";
import { settleDebit } from "./settle";
import { providersNow } from "./write";

const BATCH = 20;
const MAX_BATCHES = 25;
const MAX_WAIT_MS = 5 * MINUTE_MS;

export interface Round {
  deps: CheckoutDeps;
  clock: Clock;
  goesOn: () => boolean;
  /** One provider's; null for all whose clock is the real one. */
  only: Id<"prv"> | null;
  /** Accounts that took long to fail. They are not asked any more in this round, so that they hold up no other. */
  silent: Set<string>;
}

/** The same for one provider. */
export const roundOf = (round: Round, providerId: Id<"prv">): Round => ({
  ...round,
  deps: forTenant(round.deps, providerId),
});

/** Asks the processor, and records what it says. Without a clear result the debit stays `Sending`, with a time to ask again. */
export async function sendDebit({ deps, clock, silent }: Round, row: DebitRow): Promise<void> {
  if (!silent.has(row.gateway)) {
    const isSoon = within(deps.gatewayTimeoutMs / 2);
    const endLease = keepLease(() => renewLease(deps.db, "debit", row, later(clock(), LEASE_MS)));
    try {
      const result = await ask(deps, row, clock());
      crashPoint("debit.made");
      if (isResultOf(row, result)) return await settleDebit(deps, row, result);
      deps.log.error({ debitId: row.id }, "The processor told the result of another debit");
    } catch (error) {
      deps.log.error({ error, debitId: row.id }, "The outcome of a debit is not known or not recorded yet");
      if (!isSoon()) silent.add(row.gateway);
    } finally {
      await endLease();
    }
  }
  await postponeDebit(deps.db, row, later(clock(), waitBefore(row.recoveries)));
}

/** Two seconds at first, twice as long each time. */
const waitBefore = (recoveries: number) =>
  Math.min(MAX_WAIT_MS, 2 * SECOND_MS * 2 ** Math.min(recoveries, 10));

export const askedOf = ({ id: key, authority, gatewayReference: reference }: DebitRow): AskedDebit => ({
  key,
  authority,
  reference,
});

/** A debit that the processor never saw is sent under the same key: it debits at most once. */
async function ask(deps: CheckoutDeps, row: DebitRow, realNow: Date): Promise<DebitResult> {
  const isInTime = within(LEASE_MS);
  const record = present(await findCheckout(deps.db, row.providerId, row.checkoutId), "checkout of a debit");
  const processor = await deps.debits.byId(row.providerId, row.gateway);
  if (!processor) throw new Error("The account that debits is not configured");
  const now = providersNow(realNow, record.provider);
  const known = await processor.find(askedOf(row), now);
  if (known) return known;
  // Another worker may have had it refused since what this one wakes up to, so that another attempt is under way.
  if (!isInTime()) throw new Error("The look for a debit took too long: it was not sent");
  const { provider, checkout } = record;
  return processor.submit(
    {
      providerId: row.providerId,
      key: row.id,
      authority: row.authority,
      amountCents: row.amountCents,
      // It may have waited since it was recorded.
      date: dateToAskFor(row.date, bankDay(now)),
      description: `${provider.name} ${checkout.providerOrderId}`.slice(0, 200),
    },
    now,
  );
}

/** Asks about debits without an outcome. @returns how many were asked about */
export async function recoverDebits(round: Round): Promise<number> {
  const { deps, clock, goesOn, only } = round;
  let asked = 0;
  for (let batches = 0; batches < MAX_BATCHES && goesOn(); batches++) {
    const due = await leaseDueDebits(deps.db, clock(), later(clock(), LEASE_MS), only, BATCH);
    await Promise.all(due.map((row) => sendDebit(roundOf(round, row.providerId), row)));
    asked += due.length;
    if (due.length < BATCH) break;
  }
  return asked;
}
