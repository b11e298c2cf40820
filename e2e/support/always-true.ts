import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { chargeAttempt, debit, event, outsidePayment, provider } from "../../drizzle/schema";
import { gatewayCharge, gatewayDebit } from "../../drizzle/schema/sandbox-gateway";
import { findPlanCharges } from "../../lib/db/charge-attempts";
import type { Db } from "../../lib/db/client";
import { findPlan } from "../../lib/db/plans";
import type { Id } from "../../lib/domain/ids";
import { summaryOf } from "../../lib/domain/plan-summary";
import { providersNow } from "../../lib/plans/write";
import { dateInZone } from "../../packages/dates/zone";
import type { TestProvider } from "./provider";

interface Scene {
  db: Db;
  provider: TestProvider;
}

/** By the provider's own clock. */
export async function todayOf({ db, provider: { id } }: Scene) {
  const [row] = await db.select().from(provider).where(eq(provider.id, id));
  return dateInZone(providersNow(new Date(), { clockDays: row?.clockDays ?? 0 }), row?.timeZone ?? "UTC");
}

/** What the processor has and what we have, to the cent. Nothing is on its way between them. */
export async function expectAlwaysTrue(all: Scene, ids: readonly Id<"chk">[]) {
  const { db, provider: ofPlans } = all;
  const theirs = await db.select().from(gatewayDebit).where(eq(gatewayDebit.providerId, ofPlans.id));
  const ours = await db.select().from(debit).where(eq(debit.providerId, ofPlans.id));
  const today = await todayOf(all);
  const statusOf = (one: (typeof theirs)[number]) => {
    if (!one.resultOn) return "Refused";
    if (today < one.resultOn) return "Sent";
    if (!one.settlesOn) return "Dishonoured";
    return one.reversesOn && today >= one.reversesOn ? "Reversed" : "Paid";
  };
  const told = theirs.map((one) => `${one.key} ${one.amountCents} ${one.date} ${statusOf(one)}`);
  const known = ours.map((one) => `${one.id} ${one.amountCents} ${one.date} ${one.status}`);
  expect(known.sort()).toEqual(told.sort());
  expect(
    theirs.filter(({ resultOn }) => !resultOn),
    "asked for a date that is too early",
  ).toEqual([]);
  const charges = await db.select().from(gatewayCharge).where(eq(gatewayCharge.providerId, ofPlans.id));
  const attempts = await db.select().from(chargeAttempt).where(eq(chargeAttempt.providerId, ofPlans.id));
  const recorded = attempts.filter(({ status }) => status === "succeeded");
  // What an operator gave back pays for nothing.
  const keeps = ({ key, isRefunded }: (typeof charges)[number]) =>
    !isRefunded || recorded.some(({ id }) => id === key);
  const taken = charges.filter((one) => one.status === "succeeded" && keeps(one));
  expect(recorded.map(({ id, amountCents }) => `${id} ${amountCents}`).sort()).toEqual(
    taken.map(({ key, amountCents }) => `${key} ${amountCents}`).sort(),
  );
  const repeated = await db.execute(sql`select data -> 'debit' ->> 'debit_id' as debit, type from ${event}
    where type like 'debit.%' group by 1, 2 having count(*) > 1`);
  expect([...repeated], "events that were told twice").toEqual([]);
  for (const checkoutId of ids) {
    const stored = await findPlan(db, { providerId: ofPlans.id, checkoutId });
    if (!stored) throw new Error(`${checkoutId} has no plan`);
    const { plan, row } = stored;
    expect(row.summary).toEqual(summaryOf(plan));
    const sum = (parts: readonly { amountCents: number }[]) =>
      parts.reduce((total, { amountCents }) => total + amountCents, 0);
    expect(sum(plan.instalments)).toBe(plan.financedCents);
    const own = theirs.filter(({ key }) => plan.debits.some(({ id }) => id === key));
    const outside = await db.select().from(outsidePayment).where(eq(outsidePayment.checkoutId, checkoutId));
    const charged = (await findPlanCharges(db, ofPlans.id, checkoutId)).filter(
      ({ status }) => status !== "declined" && status !== "refused" && status !== "closed",
    );
    const byCard = sum(charged.filter(({ status }) => status === "succeeded"));
    const paid = sum(own.filter((one) => statusOf(one) === "Paid")) + sum(outside) + byCard;
    expect(paid).toBe(row.summary.paidCents);
    expect(paid).toBeLessThanOrEqual(plan.financedCents);
    for (const { number, attempts } of plan.instalments) {
      const made = plan.debits.filter((one) => one.number === number);
      expect(made.map(({ attempt }) => attempt).sort((a, b) => a - b)).toEqual(
        Array.from({ length: attempts }, (_, index) => index + 1),
      );
      const live = made.filter(({ status }) => ["Sending", "Sent", "Paid"].includes(status));
      const paidOutside = outside.filter((one) => one.number === number);
      const paidByCard = charged.filter(({ instalments }) => instalments?.includes(number));
      const times = live.length + paidOutside.length + paidByCard.length;
      expect(times, `live debits, outside and card payments of payment ${number}`).toBeLessThanOrEqual(1);
    }
    const { standing, nextDebit } = row.summary;
    const waits = row.status === "On Hold" || standing !== "up_to_date" || nextDebit !== null;
    expect(["Completed", "Ended"].includes(row.status) || waits, `${checkoutId} ${row.status}`).toBe(true);
  }
}
