import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { gatewayTokenUse } from "../../drizzle/schema/sandbox-gateway";
import { authoriseInSandbox } from "../../lib/checkout/authorise";
import type { By } from "../../lib/checkout/context";
import type { PlanChangeCommand } from "../../lib/contract/plan-requests";
import type { Db } from "../../lib/db/client";
import { findPlan } from "../../lib/db/plans";
import { CheckoutError } from "../../lib/domain/errors";
import { type Id, newId } from "../../lib/domain/ids";
import { owedByNow, payableByCard } from "../../lib/domain/plan-card";
import { firstDebitDate } from "../../lib/domain/plan-dates";
import { change } from "../../lib/plans/change";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { addDays } from "../../packages/dates/calendar";
import { todayOf } from "./always-true";
import { cardToken } from "./bodies";
import { payWithCard } from "./card-payment";
import type { depsHere } from "./here";
import type { TestProvider } from "./provider";
import type { Chance } from "./unreliable-debits";

type Service = ReturnType<typeof depsHere>;

interface Scene {
  db: Db;
  provider: TestProvider;
}

const byOf = ({ provider: { id } }: Scene, isStudent: boolean): By => ({
  provider: { id, timeZone: "Australia/Sydney" },
  actor: isStudent ? { kind: "student" } : { kind: "api_key", keyId: newId("key") },
  requestId: null,
  ipAddress: null,
  userAgent: null,
});

export const isRaceLost = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "40001";
const REFUSALS = ["change_too_late", "plan_change_not_applicable", "checkout_changed"];

/** @returns the plan that the response shows; null if the change was refused */
export async function tryChange(
  all: Scene,
  deps: Service,
  id: string,
  command: Partial<PlanChangeCommand>,
  { isStudent = true, decides = () => {} } = {},
) {
  const given: PlanChangeCommand = {
    ...{ kind: "resume", until: null, number: null, date: null, ...command },
    // Asked between reading the plan and writing it.
    get isPreview() {
      decides();
      return false;
    },
  };
  try {
    return (await change(deps, byOf(all, isStudent), id, given)).payment_plan;
  } catch (error) {
    if (error instanceof CheckoutError && REFUSALS.includes(error.code)) return null;
    // Too many wrote at once: the API answers 503, and nothing was changed.
    if (isRaceLost(error)) return null;
    throw error;
  }
}

const paidOn = (receivedOn: string) => ({ amountCents: null, receivedOn, reference: null });

/** The student may give a closed one again. */
async function anotherAccount(all: Scene, deps: Service, id: Id<"chk">, chance: Chance) {
  await tryChange(all, deps, id, { kind: "new_account" });
  const account = chance(6) === 0 ? "closed" : "success";
  await authoriseInSandbox(deps, byOf(all, true), id, account).catch((error) => {
    if (!isRaceLost(error)) throw error;
  });
}

/** Whatever students and providers may ask for. */
export async function randomChange(all: Scene, deps: Service, id: Id<"chk">, chance: Chance) {
  const stored = await findPlan(all.db, { providerId: all.provider.id, checkoutId: id });
  const today = await todayOf(all);
  const failed = stored?.plan.instalments.filter((one) => one.attempts > 0 && one.handOverOn === null) ?? [];
  const number = 1 + chance(stored?.plan.instalments.length ?? 1);
  const date = nextBusinessDay(addDays(today, 1 + chance(40)));
  const retried = failed[chance(failed.length || 1)]?.number ?? number;
  const first = firstDebitDate(today);
  const commands: Partial<PlanChangeCommand>[] = [
    { kind: "pause", until: addDays(today, 1 + chance(60)) },
    { kind: "move", number, date },
    { kind: "move", number: stored?.row.summary.nextDebit?.number ?? number, date },
    { kind: "retry", number: retried, date: first },
    { kind: "retry", number: retried, date: nextBusinessDay(addDays(first, chance(20))) },
    { kind: "resume" },
    { kind: "outside_payment", number: chance(2) ? number : retried, outside: paidOn(today) },
    ...(chance(12) === 0 ? [{ kind: "end" } as const] : []),
  ];
  if (chance(9) === 0) await anotherAccount(all, deps, id, chance);
  else await tryChange(all, deps, id, commands[chance(commands.length)] ?? {}, { isStudent: chance(3) > 0 });
}

const CARDS = ["visa", "visa", "answer_lost", "declined_generic_decline"];

/** A card pays what is owed, a few payments or all of them; its bank may decline it, or its response be lost. */
export async function randomCard(all: Scene, deps: Service, id: Id<"chk">, chance: Chance) {
  const stored = await findPlan(all.db, { providerId: all.provider.id, checkoutId: id });
  if (!stored) return;
  const today = await todayOf(all);
  const payable = payableByCard(stored.plan, today);
  const owed = owedByNow(stored.plan, today);
  const some = chance(8) === 0 ? payable : payable.slice(0, 1 + chance(3));
  const numbers = (owed.length > 0 && chance(3) > 0 ? owed : some).map(({ number }) => number);
  const token = cardToken(CARDS[chance(CARDS.length)]);
  const sent = await payWithCard(deps, all.provider, id, numbers, token).catch((error) => {
    if (!isRaceLost(error)) throw error;
    return { status: "changed" };
  });
  if (sent.status !== "sent" && sent.status !== "looked_into")
    expect(await all.db.$count(gatewayTokenUse, eq(gatewayTokenUse.token, token)), sent.status).toBe(0);
}
