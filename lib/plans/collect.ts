import type { Clock } from "../../packages/dates/time";
import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { forTenant } from "../db/as-tenant";
import { advanceClock, endedPauses, providersAhead, type Which } from "../db/collection";
import { dueNotices, writeNotice } from "../db/plan-notices";
import type { PlanKey } from "../db/plans";
import type { Id } from "../domain/ids";
import type { MailDeps } from "../mail/context";
import { sendDueMails } from "../mail/send-due";
import { readPayouts } from "../settlements/read-payouts";
import { handOverDue } from "./hand-over";
import { pollResults } from "./poll";
import { type Round, recoverDebits } from "./send";
import { providersNow, stepOfPlan } from "./write";

const MAX_PLANS = 500;

/**
 * Everything that is due of collection, once. It may be skipped, doubled or interrupted at any point.
 * @returns how many debits were begun or asked about
 */
export async function collectDue(deps: CheckoutDeps, clock: Clock, goesOn: () => boolean): Promise<number> {
  const work = { deps, clock, goesOn };
  let done = await collectOf(work, { only: null });
  if (deps.environment === "sandbox")
    for (const provider of await providersAhead(deps.db))
      if (goesOn()) done += await collectOf(work, { only: provider });
  return done;
}

async function collectOf(
  { deps, clock, goesOn }: Omit<Round, "only" | "silent">,
  which: Which,
): Promise<number> {
  const { only } = which;
  const { db } = deps;
  const ended = await endedPauses(db, clock(), only, MAX_PLANS);
  await each(deps, ended, "A pause could not be ended yet", endPause);
  // Before the hand-over: a machine that slept still tells first.
  const notices = await dueNotices(db, clock(), only, MAX_PLANS);
  const untold = "A student could not be told of a debit yet";
  await each(deps, notices, untold, (own, notice) => writeNotice(own.db, notice, clock()));
  const round: Round = { deps, clock, goesOn, only, silent: new Set() };
  const begun = await handOverDue(round);
  const recovered = await recoverDebits(round);
  const asked = await pollResults(deps, clock, which);
  return begun + recovered + asked + (await readPayouts(deps, clock, which));
}

/** One that fails is tried again in the next round. */
async function each<T extends PlanKey>(
  deps: CheckoutDeps,
  plans: readonly T[],
  failure: string,
  work: (deps: CheckoutDeps, plan: T) => Promise<unknown>,
): Promise<void> {
  for (const plan of plans)
    try {
      await work(forTenant(deps, plan.providerId), plan);
    } catch (error) {
      deps.log.error({ error, checkoutId: plan.checkoutId }, failure);
    }
}

const endPause = (deps: CheckoutDeps, key: PlanKey) =>
  stepOfPlan(deps, key, SYSTEM, ({ plan, today }) => {
    if (plan.status !== "Paused" || plan.pausedUntil === null || plan.pausedUntil > today) return null;
    return { after: { ...plan, status: "Active", pausedUntil: null }, events: ["payment_plan.changed"] };
  });

/** Moves the clock of a sandbox's collection, a day at a time, and does what is due on each day, with its emails. */
export async function advance(deps: CheckoutDeps & MailDeps, providerId: Id<"prv">, days: number) {
  const work = { deps, clock: deps.now, goesOn: () => true };
  let ahead = 0;
  for (let day = 0; day < days; day++) {
    ahead = await advanceClock(deps.db, providerId, 1);
    await collectOf(work, { only: providerId, whateverIsDue: true });
    // An email says what is true on its day.
    await sendDueMails(deps, deps.now, () => true, providerId);
  }
  return { now: providersNow(deps.now(), { clockDays: ahead }), days: ahead };
}
