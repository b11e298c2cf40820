import { and, eq, inArray } from "drizzle-orm";
import { chargeAttempt, debit, instalment } from "../../drizzle/schema";
import { gatewayCharge } from "../../drizzle/schema/sandbox-gateway";
import type { CheckoutDeps } from "../../lib/checkout/context";
import type { Db } from "../../lib/db/client";
import type { Id } from "../../lib/domain/ids";
import { handOverDay } from "../../lib/domain/plan-dates";
import { sum } from "../../lib/domain/plan-summary";
import type { DebitAccounts, DebitProcessor, DebitRequest, DebitResult } from "../../lib/gateway/debit-port";
import {
  type CardGateway,
  type ChargeRequest,
  GatewayNotReached,
  GatewayOutcomeUnknown,
} from "../../lib/gateway/port";
import { bankDay } from "../../packages/dates/zone";
import { around } from "../../server/instance/around";

/** Whole numbers below `below`, the same ones for a seed. */
export function chances(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
export type Chance = ReturnType<typeof chances>;

/** What a processor was asked, and each rule that was broken while it was asked. */
export interface Watch {
  faults: string[];
  results: DebitResult[];
  asked: Set<string>;
  reported: Set<string>;
  /** The card payments that were sent, by their keys. */
  cards: Map<string, typeof chargeAttempt.$inferSelect>;
}
export const watch = (): Watch => ({
  ...{ faults: [], results: [] },
  ...{ asked: new Set(), reported: new Set(), cards: new Map() },
});

interface Weather {
  chance: Chance;
  isBad: boolean;
  /** How many of a hundred calls go wrong. */
  percent: number;
}

/**
 * A service whose way to its processors has bad days: not reached, a response lost after the effect, a response about another
 * debit, reports that come again or never. `death` stands for the end of the process after a debit or a charge was made and
 * before it was recorded.
 */
export function unreliable<D extends Pick<CheckoutDeps, "db" | "debits" | "gateway" | "log">>(
  deps: D,
  seen: Watch,
  weather: Weather,
) {
  const { db, debits: real, log } = deps;
  let died: () => void = () => {};
  let isDead = false;
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const asking = new Set<string>();
  const never = <T>() => new Promise<T>(() => {});
  const goesWrong = () => weather.isBad && weather.chance(100) < weather.percent;

  function noted(result: DebitResult): DebitResult {
    seen.results.push(result);
    return result;
  }

  async function submit(to: DebitProcessor, request: DebitRequest, now: Date): Promise<DebitResult> {
    if (isDead) return never();
    if (goesWrong()) throw new GatewayNotReached("Not reached");
    await judge(db, seen, request, now);
    if (seen.asked.has(request.key)) seen.faults.push(`${request.key} is handed over twice at once`);
    seen.asked.add(request.key);
    asking.add(request.key);
    try {
      const result = noted(await to.submit(request, now));
      if (goesWrong()) throw new GatewayOutcomeUnknown("The response was lost");
      if (!diesNow()) return result;
    } finally {
      seen.asked.delete(request.key);
      asking.delete(request.key);
    }
    return die();
  }

  const diesNow = () => weather.isBad && weather.chance(100) < weather.percent / 4;
  function die<T>(): Promise<T> {
    isDead = true;
    // Whatever else it has sent is without a lease now.
    for (const key of asking) seen.asked.delete(key);
    died();
    return never();
  }

  const ofCards: CardGateway = around(deps.gateway, async (name, work) => {
    if (isDead) return never();
    if (goesWrong())
      throw weather.chance(2)
        ? new GatewayNotReached("Not reached")
        : new GatewayOutcomeUnknown("Lost before");
    const result = await work();
    if (isDead) return never();
    if (name === "charge" && diesNow()) return die();
    if (goesWrong()) throw new GatewayOutcomeUnknown("The response was lost");
    return result;
  });
  const gateway: CardGateway = {
    ...ofCards,
    async charge(request, keep) {
      await judgeCard(db, seen, request);
      return ofCards.charge(request, keep);
    },
  };

  const watched = (to: DebitProcessor): DebitProcessor => ({
    id: to.id,
    mode: to.mode,
    debitUser: to.debitUser,
    register: (request) => to.register(request),
    submit: (request, now) => submit(to, request, now),
    async find(debit, now) {
      if (isDead) return never();
      if (goesWrong()) throw new GatewayOutcomeUnknown("No response");
      const result = await to.find(debit, now);
      const other = seen.results[weather.chance(seen.results.length || 1)];
      if (other && goesWrong()) return other;
      return result && noted(result);
    },
    async changedSince(providerId, cursor, now) {
      if (isDead) return never();
      if (goesWrong()) throw new GatewayOutcomeUnknown("No response");
      const changes = await to.changedSince(providerId, cursor, now);
      const again = goesWrong() ? seen.results.slice(-5).map(({ key }) => key) : [];
      // Only of a debit that is known to be on its way: that it is late is noticed.
      const onTheirWay = await db
        .select()
        .from(debit)
        .where(inArray(debit.status, ["Sending", "Sent"]));
      const late = new Set<string>(onTheirWay.map(({ id }) => id));
      const lost = new Set(
        changes.keys.filter((key) => late.has(key) && !seen.reported.has(key) && goesWrong()),
      );
      const keys = changes.keys.filter((key) => !lost.has(key));
      for (const key of keys) seen.reported.add(key);
      return { ...changes, keys: [...keys, ...again, ...keys.slice(0, 3)].reverse() };
    },
  });

  const accounts: DebitAccounts = {
    of: (providerId) => real.of(providerId),
    byId: async (providerId, id) => {
      const found = await real.byId(providerId, id);
      return found && watched(found);
    },
  };
  const told: CheckoutDeps["log"] = {
    info: (about, words) => log.info(about, words),
    warn: (about, words) => log.warn(about, words),
    error(about, words) {
      if (words.startsWith("Collection failed")) seen.faults.push(String("error" in about && about.error));
      log.error(about, words);
    },
  };
  return { deps: { ...deps, debits: accounts, gateway, log: told }, death };
}

/** The card payments of instalments that have taken money, or still may. */
const MAY_PAY: readonly (typeof chargeAttempt.$inferSelect.status)[] = ["started", "unknown", "succeeded"];

/** A debit may be handed over from its own day on, and for its agreed date or later. While it is live, its dates stay. */
async function judge(
  db: Db,
  { faults, cards }: Watch,
  { key, date }: DebitRequest,
  now: Date,
): Promise<void> {
  const [known] = await db
    .select({ number: debit.number, checkoutId: debit.checkoutId })
    .from(debit)
    .where(eq(debit.id, key as Id<"dbt">));
  if (!known) return void faults.push(`${key} is handed over before it is recorded`);
  const rows = await db.select().from(instalment).where(eq(instalment.checkoutId, known.checkoutId));
  const agreed = rows.find(({ number }) => number === known.number)?.debitDate ?? "9999-12-31";
  const today = bankDay(now);
  if (date < agreed) faults.push(`${key} is debited on ${date}, and agreed for ${agreed}`);
  if (today < handOverDay(agreed)) faults.push(`${key} for ${agreed} is handed over on ${today}`);
  const recorded = await db
    .select()
    .from(chargeAttempt)
    .where(eq(chargeAttempt.checkoutId, known.checkoutId));
  // After a restore.
  const lost = [...cards.values()].filter(
    ({ id, checkoutId }) => checkoutId === known.checkoutId && !recorded.some((one) => one.id === id),
  );
  const kept = await db
    .select()
    .from(gatewayCharge)
    .where(and(eq(gatewayCharge.status, "succeeded"), eq(gatewayCharge.isRefunded, false)));
  const paying = [
    ...recorded.filter(({ status }) => MAY_PAY.includes(status)),
    ...lost.filter(({ id }) => kept.some(({ key }) => key === id)),
  ];
  for (const one of paying)
    if (one.instalments?.includes(known.number))
      faults.push(`${key} is handed over while ${one.id} pays payment ${known.number} by card`);
}

/** A card may pay all of what nothing else pays. */
async function judgeCard(
  db: Db,
  { faults, cards }: Watch,
  { key, amountCents }: ChargeRequest,
): Promise<void> {
  const [known] = await db
    .select()
    .from(chargeAttempt)
    .where(eq(chargeAttempt.id, key as Id<"cat">));
  if (!known?.instalments) return void faults.push(`${key} is charged before it is recorded`);
  cards.set(key, known);
  const { checkoutId, instalments: numbers } = known;
  const rows = await db
    .select()
    .from(instalment)
    .where(and(eq(instalment.checkoutId, checkoutId), inArray(instalment.number, numbers)));
  if (sum(rows) !== amountCents) faults.push(`${key} charges ${amountCents} for payments ${numbers}`);
  const live = await db
    .select()
    .from(debit)
    .where(
      and(
        eq(debit.checkoutId, checkoutId),
        inArray(debit.number, numbers),
        inArray(debit.status, ["Sending", "Sent", "Paid"]),
      ),
    );
  if (live.length > 0) faults.push(`${key} charges what ${live.map(({ id }) => id)} debits`);
}
