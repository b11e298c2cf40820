import { expect, it } from "vitest";
import { chargeAttempt, dda, debit, instalment, paymentPlan, settlement } from "../../drizzle/schema";
import { findCheckout } from "../../lib/db/checkouts";
import { changePlan, findPlan } from "../../lib/db/plans";
import { type Id, newId } from "../../lib/domain/ids";
import { addDays } from "../../packages/dates/calendar";
import { ok } from "../support/answer";
import { cardToken } from "../support/bodies";
import { payWithCard } from "../support/card-payment";
import { advance, collecting, signedPlan } from "../support/collection";
import { settlementOf } from "../support/settlements";

it("the database itself refuses what would debit twice, or lose a debit", async (context) => {
  const { here, client, provider } = await collecting(context);
  const { db } = here.deps;
  const { id } = await signedPlan({ client, provider }, { count: 3, amount: 100 });
  await advance(client, 14);
  await payWithCard(here.deps, provider, id, [3], cardToken("answer_lost"));
  await settlementOf(provider, db);
  const [[sent], [card], [live], [payout]] = await Promise.all([
    db.select().from(debit),
    db.select().from(chargeAttempt),
    db.select().from(dda),
    db.select().from(settlement),
  ]);
  if (!sent || !card || !live || !payout) throw new Error("Not everything is there");
  const again = { id: newId("dbt"), attempt: 2 };
  const second = { id: newId("cat"), callNumber: card.callNumber + 1 };
  const refused: [string, () => PromiseLike<unknown>][] = [
    ["debit_one_live", () => db.insert(debit).values({ ...sent, ...again })],
    [
      "debit_one_per_attempt",
      () => db.insert(debit).values({ ...sent, id: again.id, status: "Refused", reason: "technical" }),
    ],
    ["debit_unknown_is_due", () => db.update(debit).set({ status: "Sending", dueAt: null })],
    ["charge_attempt_one_open_of_plan", () => db.insert(chargeAttempt).values({ ...card, ...second })],
    ["dda_one_live", () => db.insert(dda).values({ ...live, id: newId("dda") })],
    ["dda_is_registered_whole", () => db.update(dda).set({ debitReference: null })],
    ["payment_plan_hold_has_reason", () => db.update(paymentPlan).set({ status: "On Hold" })],
    ["payment_plan_pause_has_end", () => db.update(paymentPlan).set({ status: "Paused" })],
    ["instalment_amount_positive", () => db.update(instalment).set({ amountCents: 0 })],
    ["settlement_once", () => db.insert(settlement).values({ ...payout, id: newId("stl") })],
  ];
  for (const [constraint_name, write] of refused)
    await expect(write(), constraint_name).rejects.toMatchObject({ cause: { constraint_name } });
});

it("a plan that somebody has changed since it was read is not written", async (context) => {
  const scene = await collecting(context);
  const { db } = scene.here.deps;
  const { id, change } = await signedPlan(scene);
  const key = { providerId: scene.provider.id, checkoutId: id as Id<"chk"> };
  const read = await findPlan(db, key);
  const { today } = await advance(scene.client, 1);
  ok(await change({ kind: "pause", until: addDays(today, 60) }));
  const record = await findCheckout(db, key.providerId, key.checkoutId);
  if (!read || !record) throw new Error("The plan is gone");
  const { checkout } = record;
  const now = { ...read, row: { ...read.row, revision: read.row.revision + 1 } };
  expect(await changePlan(db, { checkout, read, now, today, events: [], mails: [] })).toBe(false);
  expect((await findPlan(db, key))?.row.status).toBe("Paused");
});
