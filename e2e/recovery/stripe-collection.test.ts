import { expect, it, type TestContext } from "vitest";
import { collectDue } from "../../lib/plans/collect";
import { DAY_MS } from "../../packages/dates/time";
import { ok } from "../support/answer";
import { type Body, confirmBody } from "../support/bodies";
import { advance, collecting, eventTypes, signedPlan } from "../support/collection";
import { postEvent } from "../support/processor-events";
import { startedPlan } from "../support/scenes";
import { startStripe } from "../support/stripe";

const WEBHOOK = "whsec_ofTheStandIn";

/** A provider whose plans are collected by an account at Stripe, with the clocks of both going together. */
async function atStripe(context: TestContext) {
  const stripe = await startStripe();
  context.onTestFinished(stripe.close);
  const scene = await collecting(context, {
    changes: { STRIPE_API_BASE: stripe.address.href },
    account: { kind: "stripe" },
    secrets: [stripe.secret, WEBHOOK],
  });
  return {
    ...{ ...scene, stripe },
    async pass(days: number) {
      for (let day = 0; day < days; day++) {
        stripe.days.aheadMs += DAY_MS;
        await advance(scene.client, 1);
      }
    },
    intents: () => [...stripe.account.intents.values()].map(({ status, amount }) => ({ status, amount })),
  };
}

it("a plan signed with an account at Stripe is debited on its dates, each payment once, until it is completed", async (context) => {
  const scene = await atStripe(context);
  const { plan } = await signedPlan(scene);
  const [first] = (await plan()).instalments;
  await scene.pass(14);
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Sent", date: first.debit_date }]);
  expect(scene.intents()).toEqual([{ status: "processing", amount: 25_000 }]);
  await scene.pass(30);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 500, outstanding: 0 });
  const paid = { status: "succeeded", amount: 25_000 };
  expect(scene.intents()).toEqual([paid, paid]);
});

it("a debit that Stripe fails puts the plan on hold, and its intent never takes money again", async (context) => {
  const scene = await atStripe(context);
  const { client, provider } = scene;
  const { id, answer } = await startedPlan(client, provider);
  ok(await client.authorise(id, { test_account: "closed" }));
  ok(await client.confirm(id, confirmBody(answer.body)));
  await scene.pass(25);
  const { body }: { body: Body } = ok(await client.get(`/v1/provider-checkouts/${id}/payment-plan`));
  expect(body).toMatchObject({ status: "On Hold", hold_reason: "authority_ended", paid: 0 });
  expect(body.instalments[0].debits).toMatchObject([{ status: "Dishonoured", reason: "account_closed" }]);
  expect(scene.intents()).toMatchObject([{ status: "canceled" }]);
});

it("Stripe's event of a dispute reverses a payment without waiting for the next reading", async (context) => {
  const scene = await atStripe(context);
  const { id, plan } = await signedPlan(scene, { count: 3 });
  const collect = () =>
    collectDue(
      scene.here.deps,
      () => new Date(),
      () => true,
    );
  await scene.pass(22);
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Paid" }]);
  const [intent] = scene.stripe.account.intents.values();
  scene.stripe.debits.dispute(intent!);
  await collect();
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Paid" }]);
  const event = { id: "evt_1", livemode: false, data: { object: { payment_intent: intent!.id } } };
  expect(await postEvent(WEBHOOK)(scene, scene.account, event)).toMatchObject({ status: 200 });
  await collect();
  expect((await plan()).instalments[0].debits).toMatchObject([
    { status: "Reversed", reason: "bank_stopped" },
  ]);
  expect(await plan()).toMatchObject({ status: "On Hold", hold_reason: "bank_stopped", paid: 0 });
  expect(await eventTypes(scene.client, id)).toContain("debit.reversed");
});
