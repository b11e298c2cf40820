import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { type Attempts, attemptsOf, authorityAt } from "../db/collection";
import type { DebitRow } from "../db/plans";
import type { Id } from "../domain/ids";
import { hasLiveDebit } from "../domain/plan-summary";
import { begin, debitKey } from "./begin";
import { stepOfPlan } from "./write";

/**
 * Records debits again that a processor reports and a service restored from a backup has lost. Their plans may have
 * changed since, so an operator hears of each.
 * @param keys those that are not ours are left out
 * @param settle is called with each, before its payment's next attempt is looked for
 */
export async function recordLost(
  deps: CheckoutDeps,
  { providerId, gateway }: { providerId: Id<"prv">; gateway: string },
  keys: readonly Id<"dbt">[],
  settle: (row: DebitRow) => Promise<unknown>,
): Promise<void> {
  if (keys.length === 0) return;
  const next = new Map<Id<"dbt">, Attempts>();
  for (const one of await attemptsOf(deps.db, providerId))
    next.set(debitKey(one, one.number, one.attempts + 1), one);
  const nextLost = () => keys.map((key) => next.get(key)).find((one) => one !== undefined);
  // A report may come before that of an earlier attempt.
  for (let one = nextLost(); one; one = nextLost()) {
    const row = await record(deps, one, gateway);
    if (row) await settle(row);
    next.delete(debitKey(one, one.number, one.attempts + 1));
    next.set(debitKey(one, one.number, one.attempts + 2), { ...one, attempts: one.attempts + 1 });
  }
}

async function record(
  deps: CheckoutDeps,
  { number, attempts, ...key }: Attempts,
  gateway: string,
): Promise<DebitRow | null> {
  const authority = await authorityAt(deps.db, key, gateway);
  if (authority === null) return null;
  let row: DebitRow | null = null;
  const done = await stepOfPlan(deps, key, SYSTEM, (read) => {
    row = null;
    const one = read.plan.instalments.find((each) => each.number === number);
    if (one?.attempts !== attempts || hasLiveDebit(read.plan, number)) return null;
    const step = begin(read, one, deps.now(), { gateway, authority });
    row = step.begun;
    const { providerId, checkoutId } = row;
    const details = { reason: "lost", gateway, checkout_id: checkoutId, provider_id: providerId };
    return { ...step, alert: { kind: "debit_unexplained", reference: row.id, details } };
  });
  return done && row;
}
