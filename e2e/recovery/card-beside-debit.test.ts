import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { advanceClock } from "../../lib/db/collection";
import { findPlan } from "../../lib/db/plans";
import type { Id } from "../../lib/domain/ids";
import { advance } from "../../lib/plans/collect";
import { handOverDue } from "../../lib/plans/hand-over";
import { DAY_MS, timed } from "../../packages/dates/time";
import { expectAlwaysTrue, todayOf } from "../support/always-true";
import { payWithCard } from "../support/card-payment";
import { collecting, signedPlan } from "../support/collection";
import { turns } from "../support/moments";

const PAYMENTS = 104;

const daysUntil = (day: string, today: string) => (Date.parse(day) - Date.parse(today)) / DAY_MS;

it("a card payment that races the hand-over of the same payment ends in exactly one of charged and debited", async (context) => {
  const { here, provider, client } = await collecting(context);
  const { db } = here.deps;
  const deps = timed(here.deps, () => new Date());
  const { id } = await signedPlan({ client, provider }, { count: PAYMENTS, amount: 50, frequency: "Weekly" });
  const key = { providerId: provider.id, checkoutId: id as Id<"chk"> };
  const scene = { db, provider };
  const became: string[] = [];
  for (let number = 1; number <= PAYMENTS; number++) {
    const before = (await findPlan(db, key))!.plan;
    const day = before.instalments[number - 1]!.handOverOn!;
    await advanceClock(db, provider.id, daysUntil(day, await todayOf(scene)) - 1);
    // An order has five calls an hour.
    await db.update(chargeAttempt).set({ createdAt: sql`created_at - interval '2 hours'` });
    const [, sent] = await Promise.all([
      turns((number * 7) % 40).then(async () => {
        await advanceClock(db, provider.id, 1);
        await handOverDue({
          deps,
          clock: deps.now,
          goesOn: () => true,
          only: provider.id,
          silent: new Set(),
        });
      }),
      turns((number * 5) % 60).then(() => payWithCard(here.deps, provider, id, [number])),
    ]);
    const after = (await findPlan(db, key))!.plan;
    const isDebited = after.debits.some((debit) => debit.number === number);
    const isCharged = after.cardPayments.some(({ numbers }) => numbers.includes(number));
    expect([isDebited, isCharged, sent.status], `payment ${number}`).toEqual(
      sent.status === "sent" ? [false, true, "sent"] : [true, false, "changed"],
    );
    became.push(sent.status);
  }
  expect(new Set(became), "each comes first at times").toEqual(new Set(["sent", "changed"]));
  await advance(deps, provider.id, 30);
  await expectAlwaysTrue(scene, [key.checkoutId]);
});
