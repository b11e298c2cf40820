import { and, eq, inArray, not, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  chargeAttempt,
  debit,
  debitPoll,
  instalment,
  OPEN_ATTEMPTS,
  paymentPlan,
  provider,
} from "../../drizzle/schema";
import { gatewayDebit } from "../../drizzle/schema/sandbox-gateway";
import { listAlerts } from "../../lib/db/alerts";
import { advanceClock, findDebit } from "../../lib/db/collection";
import { findPlan } from "../../lib/db/plans";
import type { Id } from "../../lib/domain/ids";
import { reconcile } from "../../lib/jobs/reconcile";
import { settleDue } from "../../lib/jobs/tick";
import { settleDebit } from "../../lib/plans/settle";
import { addDays } from "../../packages/dates/calendar";
import { makeAccount } from "../support/accounts";
import { expectAlwaysTrue, todayOf } from "../support/always-true";
import { Api } from "../support/api";
import { backup } from "../support/backup";
import { giveBack } from "../support/charges";
import { advance, type Collecting, collecting, signedPlan } from "../support/collection";
import { depsHere } from "../support/here";
import { turns } from "../support/moments";
import { makeProvider } from "../support/provider";
import { isRaceLost, randomCard, randomChange, tryChange } from "../support/random-changes";
import { chances, unreliable, watch } from "../support/unreliable-debits";

/**
 * Contract "Real money", section 4, "Always true". For more plans, or for a fault that was printed with its seed and path:
 * `COLLECTION_PLANS=1000 COLLECTION_SEED=… COLLECTION_PATH=… npm run test:all -- recovery collection-always`
 */
const PLANS = Number(process.env.COLLECTION_PLANS ?? 12);
const SEED = Number(process.env.COLLECTION_SEED ?? 20_261_127);
const PATH = process.env.COLLECTION_PATH;
const PLANS_AT_ONCE = 4;
/** Only a plan that hangs takes as long. */
const PLAN_HANGS_MS = 120_000;
const BAD_ROUNDS = 40;

/** All is paid: lost responses, repeated events. Or there is too little money. Or anything: a reversal, a closed account. */
const CENTS = [
  [0, 0, 92, 93],
  [0, 0, 0, 0, 1, 2, 6, 92, 93],
  [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 91, 92, 93],
];

type Service = ReturnType<typeof depsHere>;

async function scene(context: Parameters<typeof collecting>[0]) {
  const made = await collecting(context);
  const second = depsHere(made.settings);
  context.onTestFinished(() => second.close());
  return { ...made, services: [made.here.deps, second] as const, db: made.here.deps.db };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const now = () => new Date();
const work = (deps: Service) => settleDue(deps, now, () => true);
const isOpen = inArray(chargeAttempt.status, [...OPEN_ATTEMPTS]);

/** What waits for its time or for the end of a lease has waited long enough. An order has five calls an hour. */
async function timePasses({ db }: Scene, asksOfCards: boolean) {
  if (asksOfCards) await db.update(chargeAttempt).set({ dueAt: sql`now()`, leaseUntil: null }).where(isOpen);
  await db
    .update(chargeAttempt)
    .set({ createdAt: sql`created_at - interval '2 hours'` })
    .where(and(not(isOpen), sql`created_at > now() - interval '1 hour'`));
  await db.update(debit).set({ dueAt: sql`now()`, leaseUntil: null }).where(eq(debit.status, "Sending"));
  await db.update(debitPoll).set({ dueAt: sql`now()`, leaseUntil: null });
}

/** By its runbook: an operator gives back the charges that the records have lost, and that nobody has taken up. */
async function orphansGivenBack({ db, services: [deps] }: Scene) {
  const orphans = async () =>
    (await listAlerts(db, { all: false })).filter(({ kind }) => kind === "orphan_charge");
  if ((await orphans()).length === 0) return;
  await reconcile(deps, now());
  for (const { reference } of await orphans()) await giveBack(db, reference);
  await reconcile(deps, now());
}

/** Signed, with amounts of many kinds that sum to what is financed. */
async function planOf(all: Scene, count: number, cents: readonly number[]) {
  const frequency = count > 52 ? "Weekly" : count > 18 ? "Fortnightly" : "Monthly";
  const { id } = await signedPlan(all, { count, amount: 50, frequency });
  let left = count * 5_000;
  for (let number = 1; number <= count; number++) {
    const amountCents = number === count ? left : 4_900 + (cents[number % cents.length] ?? 0);
    left -= amountCents;
    const key = sql`${instalment.checkoutId} = ${instalment.checkoutId.mapToDriverValue(id as Id<"chk">)}::uuid and ${instalment.number} = ${number}`;
    await all.db.update(instalment).set({ amountCents }).where(key);
  }
  return id as Id<"chk">;
}

async function journey(
  all: Scene,
  seed: number,
  kinds: readonly [count: number, cents: readonly number[]][],
) {
  const { db, services } = all;
  const chance = chances(seed);
  const ids: Id<"chk">[] = [];
  for (const [count, cents] of kinds) ids.push(await planOf(all, count, cents));
  const seen = watch();
  const weather = { chance, isBad: true, percent: 12 };
  const [first, second] = services;
  const started = (deps: Service) => unreliable(deps, seen, weather);
  let running = [started(first), started(second)];

  async function lateResult() {
    const result = seen.results[chance(seen.results.length || 1)];
    const row = result && (await findDebit(db, all.provider.id, result.key as Id<"dbt">));
    if (row)
      await settleDebit(first, row, result).catch((error) => {
        if (!isRaceLost(error)) throw error;
      });
  }

  const round = async (days: number) => {
    const racing = running.map(async ({ deps, death }) => {
      await turns(chance(10));
      await Promise.race([work(deps), death]);
    });
    const changes = weather.isBad
      ? [0, 1, 2, 3].map(async (n) => {
          await turns(chance(60));
          if (n === 2) return lateResult();
          const id = ids[chance(ids.length)];
          const serves = running[chance(running.length)];
          if (id && n < 2) await randomChange(all, first, id, chance);
          else if (id && serves) await Promise.race([randomCard(all, serves.deps, id, chance), serves.death]);
        })
      : [];
    await Promise.all([advanceClock(db, all.provider.id, days), ...racing, ...changes]);
    // Whoever died is started again.
    running = [started(first), started(second)];
    // A card payment may be in flight while payments are handed over and change.
    await timePasses(all, !weather.isBad || chance(4) === 0);
  };

  const backedUpIn = chance(BAD_ROUNDS);
  let restore = async () => {};
  for (let rounds = 0; rounds < BAD_ROUNDS; rounds++) {
    if (rounds === backedUpIn) restore = await backup(db);
    if (rounds === backedUpIn + 1 + chance(3)) await restore().then(() => reconcile(first, now()));
    if (chance(8) === 0) await orphansGivenBack(all);
    await round(chance(5) === 0 ? 20 + chance(30) : chance(15));
    expect(seen.faults).toEqual([]);
  }
  weather.isBad = false;
  // The lives of those that died end before the books are compared.
  for (let quiet = 0, rounds = 0; quiet < 3; rounds++) {
    expect(rounds, "rounds until nothing more happens").toBeLessThan(60);
    await round(30);
    await orphansGivenBack(all);
    const plans = await db.select().from(paymentPlan).where(eq(paymentPlan.providerId, all.provider.id));
    const goesOn = plans.some(
      ({ status, summary }) =>
        summary.standing === "in_flight" || (status !== "On Hold" && summary.nextDebit),
    );
    const sent = await db
      .select({ status: debit.status })
      .from(debit)
      .where(and(eq(debit.providerId, all.provider.id), inArray(debit.status, ["Sending", "Sent"])));
    const open = await db.$count(chargeAttempt, and(eq(chargeAttempt.providerId, all.provider.id), isOpen));
    quiet = goesOn || sent.length + open > 0 ? 0 : quiet + 1;
  }
  expect(seen.faults).toEqual([]);
  await expectAlwaysTrue(all, ids);
}

it(
  "whatever fails and races, each payment is debited at most once, and the books agree with the processor's",
  async (context) => {
    const count = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
      { weight: 1, arbitrary: fc.integer({ min: 13, max: 104 }) },
    );
    const cents = fc
      .constantFrom(...CENTS)
      .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 5, maxLength: 20 }));
    const plans = fc.array(fc.tuple(count, cents), { minLength: PLANS_AT_ONCE, maxLength: PLANS_AT_ONCE });
    const shared = await scene(context);
    const property = fc.asyncProperty(fc.integer(), plans, async (seed, kinds) => {
      const ofPlans = await makeProvider({}, shared.db);
      await makeAccount(shared.here.deps, ofPlans, ["unused-secret"]);
      const client = new Api(shared.here.url, ofPlans.key);
      await journey({ ...shared, provider: ofPlans, client }, seed, kinds);
      // The next ones are not to work on these too.
      await shared.db.update(provider).set({ clockDays: 0 }).where(eq(provider.id, ofPlans.id));
      await shared.db.delete(debitPoll).where(eq(debitPoll.providerId, ofPlans.id));
    });
    await fc.assert(property, {
      seed: SEED,
      path: PATH,
      numRuns: Math.ceil(PLANS / PLANS_AT_ONCE),
      endOnFailure: true,
    });
  },
  PLANS * PLAN_HANGS_MS,
);

it("a pause that races the hand-over ends in exactly one of moved and debited, and its response says which", async (context) => {
  const all = await scene(context);
  const { db, services } = all;
  const id = (await signedPlan(all, { count: 104, amount: 20, frequency: "Weekly" })).id as Id<"chk">;
  const chance = chances(SEED);
  const key = { providerId: all.provider.id, checkoutId: id };
  const tally = { moved: 0, debited: 0 };
  for (let race = 0; race < 100; race++) {
    const planned =
      (await findPlan(db, key))?.plan.instalments.filter((one) => one.handOverOn !== null) ?? [];
    const [next] = planned;
    if (!next?.handOverOn) throw new Error("Nothing more is planned");
    const today = await todayOf(all);
    // The day before its hand-over: the last on which it can change.
    const days = Math.round((Date.parse(next.handOverOn) - Date.parse(today)) / 86_400_000) - 1;
    if (days > 0) await advanceClock(db, all.provider.id, days);
    let decides = () => {};
    const decided = new Promise<void>((resolve) => {
      decides = resolve;
    });
    const pause = { kind: "pause", until: addDays(next.dueDate, 1) } as const;
    const pausing = turns(chance(100)).then(() => tryChange(all, services[0], id, pause, { decides }));
    const handedOver = (deps: Service) => turns(chance(6)).then(() => work(deps));
    const midnight = async () => {
      if (race % 2 === 0) await Promise.race([decided, pausing]);
      await turns(chance(race % 2 === 0 ? 60 : 400));
      await advanceClock(db, all.provider.id, 1);
      await Promise.all(services.map(handedOver));
    };
    const [shown] = await Promise.all([pausing, midnight()]);
    await work(services[0]);
    const told = shown?.instalments.find(({ number }) => number === next.number);
    const isMoved = told !== undefined && told.due_date > next.dueDate;
    const after = await findPlan(db, key);
    const debits = after?.plan.debits.filter(({ number }) => number === next.number) ?? [];
    const theirs = (await db.$count(gatewayDebit)) - tally.debited;
    const due = after?.plan.instalments.find(({ number }) => number === next.number)?.dueDate ?? "";
    expect({ race, isMoved: due > next.dueDate, debits: debits.length, theirs }).toEqual({
      race,
      isMoved,
      debits: isMoved ? 0 : 1,
      theirs: isMoved ? 0 : 1,
    });
    tally[isMoved ? "moved" : "debited"]++;
  }
  expect(Math.min(tally.moved, tally.debited), JSON.stringify(tally)).toBeGreaterThan(0);
});

it("two years of weekly payments are collected by moving the sandbox's clock", async (context) => {
  const all: Scene & Collecting = await scene(context);
  const { plan } = await signedPlan(all, { count: 104, amount: 20, frequency: "Weekly" });
  for (const days of [400, 360]) await advance(all.client, days);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 2080, outstanding: 0 });
});
