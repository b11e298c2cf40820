import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { bankPageOf } from "../../lib/checkout/bank-page";
import { findPlanCharges } from "../../lib/db/charge-attempts";
import { type Id, newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { MINUTE_MS, timed } from "../../packages/dates/time";
import { checkIntegrity } from "../../tools/integrity/check";
import { ok } from "../support/answer";
import { expectProblem } from "../support/api";
import { cardToken } from "../support/bodies";
import { payWithCard } from "../support/card-payment";
import { makeDue } from "../support/charges";
import { advance, collecting, eventTypes, signedPlan } from "../support/collection";
import { askRefund } from "../support/refunds";
import { startStripe, stripeToken } from "../support/stripe";

/** A plan of four payments, and a card that pays some of them. */
async function payable(
  context: Parameters<typeof collecting>[0],
  options: Parameters<typeof collecting>[1] = {},
) {
  const scene = await collecting(context, options);
  const { here, client, provider } = scene;
  const deps = timed(here.deps, () => new Date());
  const made = await signedPlan(scene, { count: 4, amount: 100, frequency: "Monthly" });
  const key = { providerId: provider.id, checkoutId: made.id as Id<"chk"> };
  return {
    ...{ ...made, client, deps },
    card: (numbers: number[], token = cardToken()) =>
      payWithCard(here.deps, provider, made.id, numbers, token),
    refund: (cents: number, charge_id?: string) =>
      askRefund(client, made.id, cents, undefined, { charge_id }),
    last: async () => (await findPlanCharges(deps.db, key.providerId, key.checkoutId))[0]!,
    async recover(ageMinutes = 0) {
      const [last] = await findPlanCharges(deps.db, key.providerId, key.checkoutId);
      const createdAt = new Date(Date.now() - ageMinutes * MINUTE_MS);
      await deps.db.update(chargeAttempt).set({ createdAt }).where(eq(chargeAttempt.id, last!.id));
      await makeDue(last!.id, deps.db);
      await tick(here.deps, new Date());
    },
    /** What breaks a promise, if anything does. */
    faults: async () => (await checkIntegrity(deps)).filter(({ violations }) => violations > 0),
  };
}

it("a card payment is told of in the plan and in events, and can be refunded up to what it paid", async (context) => {
  const { card, client, id, plan, refund, faults } = await payable(context);
  expect(await card([2, 3])).toEqual({ status: "sent", isDeclined: false });
  const { instalments, ...paid } = await plan();
  expect(paid).toMatchObject({ status: "Active", paid: 200, outstanding: 200 });
  const payment = { charge_id: expect.stringMatching(/^cat_/), paid_at: expect.any(String) };
  expect(instalments).toMatchObject([
    { card_payment: null },
    { card_payment: payment, can_change_until: null, debits: [] },
    { card_payment: payment },
    { card_payment: null },
  ]);
  expect((await eventTypes(client, id)).at(-1)).toBe("payment_plan.changed");
  expect((await client.status(id)).body, "the checkout's own card").toMatchObject({ card_payment: null });

  const { charge_id } = instalments[1].card_payment;
  expectProblem(await refund(10), 409, "refund_not_applicable");
  expectProblem(await refund(10, newId("cat")), 409, "refund_not_applicable");
  const answers = await Promise.all([refund(120, charge_id), refund(120, charge_id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  ok(await refund(80, charge_id), 201);
  expectProblem(await refund(0.01, charge_id), 409, "refund_exceeds_paid");
  expect((await plan()).paid, "it is not owed again").toBe(200);
  await advance(client, 150);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 400 });
  expect(await faults()).toEqual([]);
});

it("what cannot be paid now is refused, and nothing is charged", async (context) => {
  const { card, client, plan, change, faults } = await payable(context);
  for (const numbers of [[], [5], [1, 5]]) expect(await card(numbers)).toEqual({ status: "changed" });
  await advance(client, 14);
  expect(await card([1, 2]), "the first is on its way").toEqual({ status: "changed" });
  expect(await card([2], cardToken("declined_generic_decline"))).toMatchObject({ isDeclined: true });
  ok(await change({ kind: "end" }));
  expect(await card([2])).toEqual({ status: "changed" });
  expect((await plan()).paid).toBe(0);
  expect(await faults()).toEqual([]);
});

it("a bank that asks the student first is waited for, and what the student abandons is free again", async (context) => {
  const stripe = await startStripe();
  context.onTestFinished(stripe.close);
  const { card, plan, last, recover, deps } = await payable(context, {
    changes: { STRIPE_API_BASE: stripe.address.href },
    account: { kind: "stripe", takes: ["cards", "debits"] },
    secrets: [stripe.secret],
  });
  const asked = () => card([1, 2], stripeToken("threeDSecure2Required"));
  expect(await asked()).toEqual({ status: "sent", isDeclined: false });
  expect(await plan()).toMatchObject({ standing: "in_flight", paid: 0, next_debit: { number: 3 } });
  expect(await asked(), "another window").toEqual({ status: "not_awaited" });
  await recover(31);
  expect(await last()).toMatchObject({ status: "closed", isOrderUncharged: true });
  expect(await plan()).toMatchObject({ standing: "up_to_date", paid: 0, next_debit: { number: 1 } });

  await asked();
  const body = new URLSearchParams({ outcome: "complete" });
  await fetch(bankPageOf(deps.vault, await last())!, { method: "POST", body, redirect: "manual" });
  await recover();
  expect(await last()).toMatchObject({ status: "succeeded", amountCents: 20_000 });
  expect(await plan()).toMatchObject({ standing: "up_to_date", paid: 200, next_debit: { number: 3 } });
  expect(stripe.paid((await last()).id)).toHaveLength(1);
});
