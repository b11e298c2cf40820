import { expect, it, type TestContext } from "vitest";
import { DAY_MS } from "../../packages/dates/time";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { ok } from "../support/answer";
import { type Body, confirmBody, merge, payNowBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { advance, collecting, signedPlan } from "../support/collection";
import { PINCH_CREDENTIALS } from "../support/pinch";
import { askRefund } from "../support/refunds";
import { startedPlan } from "../support/scenes";
import { openAlerts, problemsOf, settlements } from "../support/settlements";
import { startStripe, stripeToken } from "../support/stripe";

type Scene = Awaited<ReturnType<typeof atStripe>> | Awaited<ReturnType<typeof atPinch>>;

const TAKES = ["cards", "debits"];

/** A provider with an account at Stripe, whose clock goes with ours, and which pays out each day. */
async function atStripe(context: TestContext) {
  const stripe = await startStripe();
  context.onTestFinished(stripe.close);
  const scene = await collecting(context, {
    changes: { STRIPE_API_BASE: stripe.address.href },
    account: { kind: "stripe", takes: TAKES },
    secrets: [stripe.secret, "whsec_ofTheStandIn"],
  });
  return {
    ...{ ...scene, db: scene.here.deps.db, token: stripeToken },
    async pass(days: number) {
      for (let day = 0; day < days; day++) {
        stripe.days.aheadMs += DAY_MS;
        stripe.debits.happen();
        stripe.payouts.payOut();
        await advance(scene.client, 1);
      }
    },
    /** Somebody charges a card at the processor by hand. */
    chargeByHand() {
      const { id } = stripe.account.create(new URLSearchParams({ amount: "4200", currency: "aud" }));
      stripe.account.confirm(id, new URLSearchParams({ payment_method: "pm_card_visa" }));
    },
  };
}

async function atPinch(context: TestContext) {
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  context.onTestFinished(() => pinch.close());
  const ledger = pinch.ledgers.test;
  const scene = await collecting(context, {
    changes: { PINCH_API_BASE: pinch.bases.api.href, PINCH_AUTH_BASE: pinch.bases.auth.href },
    account: { kind: "pinch", takes: TAKES },
    secrets: [PINCH_CREDENTIALS, "whsec_ofTheAccountAtPinch"],
  });
  return {
    ...{ ...scene, db: scene.here.deps.db, token: () => ledger.tokenFor("approved") },
    async pass(days: number) {
      for (let day = 0; day < days; day++) {
        for (const { payer, outcomes } of ledger.debits.values())
          if (payer.sources[0]?.bankAccountNumber === "111111113") outcomes[0] = "invalid-account";
        await advance(scene.client, 1);
      }
    },
    chargeByHand() {
      const [made] = ledger.payments.values();
      const transactionDate = new Date(Date.now() + 40 * DAY_MS).toISOString();
      ledger.payments.set("pmt_byHand", { ...made!, id: "pmt_byHand", metadata: null, transactionDate });
    },
  };
}

async function paysInEachWay(scene: Scene) {
  const { client, provider, token } = scene;
  const body = merge(payNowBody(provider), { card_payment: { token: token() } });
  ok(await askRefund(client, checkoutIdOf(await client.create(body)), 20), 201);
  const paying = await signedPlan(scene, { count: 1 });
  const failing = await startedPlan(client, provider);
  ok(await client.authorise(failing.id, { test_account: "closed" }));
  ok(await client.confirm(failing.id, confirmBody(failing.answer.body)));
  return { paying, failing: async () => (await client.status(failing.id)).body.payment_plan };
}

async function areMatchedUntilSomebodyChargesByHand(scene: Scene) {
  const { paying, failing } = await paysInEachWay(scene);
  await scene.pass(26);
  expect(await paying.plan()).toMatchObject({ status: "Completed" });
  expect(await failing()).toMatchObject({ status: "On Hold" });
  const all = await settlements(scene);
  expect(problemsOf(all)).toEqual([]);
  expect(all.every(({ status }) => status === "matched")).toBe(true);
  const lines: Body[] = all.flatMap((one) => one.lines);
  const matched = lines.filter((line) => line.matched).map(({ kind, gross }) => ({ kind, gross }));
  const expected = [
    { kind: "charge", gross: 1500 },
    { kind: "debit", gross: 250 },
    { kind: "refund", gross: -20 },
  ];
  expect(matched.sort((one, other) => one.kind.localeCompare(other.kind))).toEqual(expected);
  expect(
    lines.filter((line) => !line.matched).every(({ kind, gross }) => kind === "fee" && gross === 0),
  ).toBe(true);
  expect(await openAlerts(scene)).toEqual([]);

  scene.chargeByHand();
  await scene.pass(16);
  const wrong = (await settlements(scene)).filter(({ status }) => status === "needs_attention");
  expect(wrong).toMatchObject([{ problem: null }]);
  expect(problemsOf(wrong)).toEqual(["unknown"]);
  expect((await scene.client.get("/v1/settlements?status=needs_attention")).body.data).toHaveLength(1);
  expect(await openAlerts(scene)).toMatchObject([
    { kind: "settlement_problem", reference: wrong[0]!.settlement_id },
  ]);
}

it("payouts by Stripe with a card payment, its refund, a debit and a failed one are matched, and one with a charge made by hand is not", async (context) => {
  await areMatchedUntilSomebodyChargesByHand(await atStripe(context));
});

it("payouts by Pinch with a card payment, its refund, a debit and a failed one are matched, and one with a charge made by hand is not", async (context) => {
  await areMatchedUntilSomebodyChargesByHand(await atPinch(context));
});
