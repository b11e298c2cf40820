import { expect, it, type TestContext } from "vitest";
import { readPayouts } from "../../lib/settlements/read-payouts";
import { DAY_MS, MINUTE_MS } from "../../packages/dates/time";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { makeAccount } from "../support/accounts";
import { ok } from "../support/answer";
import { type Body, confirmBody, merge, payNowBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { advance, collecting, signedPlan } from "../support/collection";
import { PINCH_CREDENTIALS } from "../support/pinch";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { askRefund } from "../support/refunds";
import { startedPlan } from "../support/scenes";
import { openAlerts, problemsOf, settlements } from "../support/settlements";
import { startStripe, stripeToken } from "../support/stripe";

type Scene = Awaited<ReturnType<typeof atStripe>> | Awaited<ReturnType<typeof atPinch>>;

const TAKES = ["cards", "debits"];

/** A provider with an account at Stripe, whose clock goes with ours, and which pays out each day. */
async function atStripe(context: TestContext, takes = TAKES) {
  const stripe = await startStripe();
  context.onTestFinished(stripe.close);
  const scene = await collecting(context, {
    changes: { STRIPE_API_BASE: stripe.address.href },
    account: { kind: "stripe", takes },
    secrets: [stripe.secret, "whsec_ofTheStandIn"],
  });
  return {
    ...{ ...scene, stripe, db: scene.here.deps.db, token: stripeToken },
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

const paysByCard = async ({ client, provider, token }: Scene) =>
  checkoutIdOf(await client.create(merge(payNowBody(provider), { card_payment: { token: token() } })));

async function paysInEachWay(scene: Scene) {
  const { client, provider } = scene;
  ok(await askRefund(client, await paysByCard(scene), 20), 201);
  const paying = await signedPlan(scene, { count: 1 });
  const failing = await startedPlan(client, provider);
  ok(await client.authorise(failing.id, { test_account: "closed" }));
  ok(await client.confirm(failing.id, confirmBody(failing.answer.body)));
  return { paying, failing: async () => (await client.status(failing.id)).body.payment_plan };
}

async function areMatchedUntilSomebodyChargesByHand(scene: Scene) {
  const { paying, failing } = await paysInEachWay(scene);
  await scene.pass(26);
  const { status, instalments } = await paying.plan();
  expect(status).toBe("Completed");
  expect(await failing()).toMatchObject({ status: "On Hold" });
  const { debit_id } = instalments[0].debits[0];
  ok(await askRefund(scene.client, paying.id, 50, undefined, { debit_id }), 201);
  await scene.pass(3);
  const all = await settlements(scene);
  expect(problemsOf(all)).toEqual([]);
  expect(all.every(({ status }) => status === "matched")).toBe(true);
  const lines: Body[] = all.flatMap((one) => one.lines);
  const matched = lines.filter((line) => line.matched).map(({ kind, gross }) => ({ kind, gross }));
  const expected = [
    { kind: "charge", gross: 1500 },
    { kind: "debit", gross: 250 },
    { kind: "refund", gross: -20 },
    { kind: "refund", gross: -50 },
  ];
  expect(matched.sort((one, other) => one.kind.localeCompare(other.kind))).toEqual(expected);
  expect(
    lines.filter((line) => !line.matched).every(({ kind, gross }) => kind === "fee" && gross === 0),
  ).toBe(true);
  expect(await openAlerts(scene)).toEqual([]);

  scene.chargeByHand();
  await scene.pass(13);
  const wrong = (await settlements(scene)).filter(({ status }) => status === "needs_attention");
  expect(wrong).toMatchObject([{ problem: null }]);
  expect(problemsOf(wrong)).toEqual(["unknown"]);
  expect((await scene.client.get("/v1/settlements?status=needs_attention")).body.data).toHaveLength(1);
  expect(await openAlerts(scene)).toMatchObject([
    { kind: "settlement_problem", reference: wrong[0]!.settlement_id },
  ]);
}

it("payouts by Stripe with a card payment and a debit, refunds of both and a failed debit are matched, and one with a charge made by hand is not", async (context) => {
  await areMatchedUntilSomebodyChargesByHand(await atStripe(context));
});

it("payouts by Pinch with a card payment and a debit, refunds of both and a failed debit are matched, and one with a charge made by hand is not", async (context) => {
  await areMatchedUntilSomebodyChargesByHand(await atPinch(context));
});

it("an account that takes cards alone has settlements too", async (context) => {
  const scene = await atStripe(context, ["cards"]);
  const id = await paysByCard(scene);
  await scene.pass(1);
  const [paid] = await settlements(scene);
  expect(paid).toMatchObject({ status: "matched" });
  const { charge_id } = ok(await askRefund(scene.client, id, 20), 201).body;
  const charges = paid!.lines.filter(({ kind }: Body) => kind === "charge");
  expect(charges).toMatchObject([{ matched: { type: "charge", id, checkout_id: id, charge_id } }]);
});

it("an account whose processor says nothing does not hold up another's payouts", async (context) => {
  const { here } = await collecting(context);
  await makeAccount(here.deps, await makeProvider({}, here.deps.db), ["unused-secret"], { takes: ["cards"] });
  const asked: string[] = [];
  let speak = () => {};
  const silence = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const { byId } = here.deps.debits;
  here.deps.debits.byId = async (providerId, id) => ({
    ...(await byId(providerId, id))!,
    async payoutsSince() {
      asked.push(id);
      if (asked.length === 1) await silence;
      return { payouts: [], cursor: null, hasMore: false };
    },
  });
  const reading = readPayouts(here.deps, () => new Date(), { only: null });
  await until("the other account is asked", () => asked.length === 2);
  speak();
  expect(await reading).toBe(0);
});

it("an account whose key may not read payouts is told of once, asked less often, and read once it may", async (context) => {
  const scene = await atStripe(context, ["cards"]);
  const { deps } = scene.here;
  await paysByCard(scene);
  const told: unknown[] = [];
  deps.log = { ...deps.log, error: (_, words) => void told.push(words) };
  let asked = 0;
  scene.stripe.misbehave({ way: "403", when: "before", on: /payouts/, times: 1_000 });
  const { byId } = deps.debits;
  deps.debits.byId = (...about) => {
    asked++;
    return byId(...about);
  };
  let now = Date.now();
  const readAfter = (milliseconds: number) => {
    now += milliseconds;
    return readPayouts(deps, () => new Date(now), { only: null });
  };
  for (const wait of [0, 10 * MINUTE_MS, 10 * MINUTE_MS, DAY_MS, 10 * MINUTE_MS]) await readAfter(wait);
  expect([asked, told.length]).toEqual([2, 1]);
  expect(await openAlerts(scene)).toMatchObject([
    { kind: "settlement_problem", reference: scene.account, details: { reason: "refused_us" } },
  ]);
  scene.stripe.behave();
  await readAfter(DAY_MS);
  expect(await openAlerts(scene)).toEqual([]);
});

it("a payout of the other mode is one alert, and the account's others are read", async (context) => {
  const scene = await atStripe(context, ["cards"]);
  await paysByCard(scene);
  const { id } = scene.stripe.payouts.payOut({ livemode: true });
  await paysByCard(scene);
  await scene.pass(2);
  const all = await settlements(scene);
  expect(all.map(({ reference }) => reference)).not.toContain(id);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["matched"]));
  expect(await openAlerts(scene)).toMatchObject([
    { kind: "settlement_problem", reference: id, details: { mode: "live" } },
  ]);
});
