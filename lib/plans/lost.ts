import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { type Attempts, attemptsOf, authorityAt } from "../db/collection";
import type { DebitRow } from "../db/plans";
import type { Id } from "../domain/ids";
import { hasLiveDebit } from "../domain/plan-summary";
import { begin, debitKey } from "./begin";
import { unexplained } from "./settle";
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
  // A report may come before that of an earlier attempt.
  for (const one of await attemptsOf(deps.db, providerId))
    for (let { attempts } = one; keys.includes(debitKey(one, one.number, attempts + 1)); attempts++) {
      const row = await record(deps, { ...one, attempts }, gateway);
      if (row) await settle(row);
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
    return { ...step, alert: unexplained(row, { reason: "lost" }) };
  });
  return done && row;
}
