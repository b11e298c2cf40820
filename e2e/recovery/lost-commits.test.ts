import { sql } from "drizzle-orm";
import { describe, expect, it, type TestContext } from "vitest";
import { declareNeverMade } from "../../lib/checkout/recover";
import { resetProvider } from "../../lib/checkout/reset";
import { listAlerts, raiseAlert, resolveAlert } from "../../lib/db/alerts";
import { isId, newId } from "../../lib/domain/ids";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { lostPayment, withCard } from "../jobs/lost";
import { jobsPlace, type Place } from "../jobs/place";
import { BY_CARD, begin } from "../portal/student";
import type { Answer } from "../support/answer";
import { expectProblem } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  eventsOf,
  giveBack,
  loseCommits,
  makeDue,
} from "../support/charges";
import { foreignGateway } from "../support/foreign-gateway";
import { until } from "../support/poll";
import { payNow } from "../support/scenes";

/** As if reconciliation had found a charge of the order. */
const raiseOrphan = ({ db, provider }: Place, body: Body) =>
  raiseAlert(
    db,
    {
      kind: "orphan_charge",
      reference: orderId(),
      details: { provider_id: provider.id, provider_order_id: body.provider.provider_order_id },
    },
    new Date(),
  );

const NOT_CHARGED = /not been charged|nothing was charged/i;

/** The order is paid by the charge that was lost, and is never charged again. */
async function expectTakenUp(
  { place, body, key }: Awaited<ReturnType<typeof lostPayment>>,
  answer: Answer,
): Promise<void> {
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.card_payment).toMatchObject({ success: true, card: { last4: "4242" } });
  const id = checkoutIdOf(answer);
  const attempt = await attemptOf(place.provider, body, place.db);
  expect(attempt).toMatchObject({ id: key, checkoutId: id, status: "succeeded" });
  expect(await eventsOf(id, place.db)).toEqual(["checkout.created", "card_payment.succeeded"]);
  expectProblem(await place.client.create(withCard(body, "visa")), 409, "duplicate_order");
  expect(await chargedFor(place.client, body)).toEqual([1500]);
  await reconcile(place.deps, new Date());
  expect(await listAlerts(place.db, { all: false })).toEqual([]);
}

describe("a charge that the records have lost is taken up, never repeated:", () => {
  it("by the same token, which the gateway calls used", async (context) => {
    const lost = await lostPayment(context);
    await expectTakenUp(lost, await lost.place.client.createOnce("again", lost.body));
  });

  it("by another card that is declined", async (context) => {
    const lost = await lostPayment(context);
    const answer = await lost.place.client.create(withCard(lost.body, "declined_expired_card"));
    await expectTakenUp(lost, answer);
  });

  it("by any card after reconciliation has found it, and its alert is over", async (context) => {
    const lost = await lostPayment(context);
    await reconcile(lost.place.deps, new Date());
    expect(await listAlerts(lost.place.db, { all: false })).toMatchObject([{ kind: "orphan_charge" }]);
    await expectTakenUp(lost, await lost.place.client.create(withCard(lost.body, "amex")));
  });

  it("where a decline before it was lost too: it is found as the call that it was", async (context) => {
    const place = await jobsPlace(context);
    const { body } = await payNow(place.client, place.provider, "declined_lost_card");
    expect((await place.client.create(withCard(body, "visa"))).status).toBe(201);
    const charges = await place.gateway.listCharges(new Date(0));
    const key = charges.find(({ status }) => status === "succeeded")?.key;
    if (!key || !isId("cat", key)) throw new Error("The second card was not charged");
    await loseCommits(place.db, body.provider.provider_order_id);
    await expectTakenUp({ place, body, key }, await place.client.create(withCard(body, "amex")));
  });

  it("and a decline that was lost is told once more, then the next card is charged", async (context) => {
    const { client, provider, db } = await jobsPlace(context);
    const { body } = await payNow(client, provider, "declined_lost_card");
    await loseCommits(db, body.provider.provider_order_id);
    expectProblem(await client.create(withCard(body, "visa")), 402, "card_declined");
    expect((await client.create(withCard(body, "amex"))).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("unless the sandbox was reset: then keys begin anew", async (context) => {
    const { client, deps, provider, db } = await jobsPlace(context);
    const { body } = await payNow(client, provider);
    const before = (await attemptOf(provider, body, db))?.id;
    await resetProvider(deps, provider.id);
    expect((await client.create(withCard(body, "amex"))).status).toBe(201);
    expect((await attemptOf(provider, body, db))?.id).not.toBe(before);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("by recovery, where the next charge's answer was lost too", async (context) => {
    const lost = await lostPayment(context);
    const { client, deps, db, provider } = lost.place;
    const { charge } = deps.gateway;
    deps.gateway.charge = () => Promise.reject(new GatewayOutcomeUnknown("it never arrived"));
    const body = withCard(lost.body, "amex");
    expect((await client.createOnce("second", body)).status).toBe(202);
    deps.gateway.charge = charge;
    await makeDue((await attemptOf(provider, body, db))!.id, db);
    expect(await tick(deps, new Date())).toMatchObject({ recovered: 1 });
    await expectTakenUp(lost, await client.createOnce("second", body));
  });

  it("where an earlier gateway made it", async (context) => {
    const lost = await lostPayment(context);
    const { deps, client } = lost.place;
    deps.earlierGateways = new Map([[deps.gateway.id, deps.gateway]]);
    deps.gateway = foreignGateway();
    await reconcile(deps, new Date());
    await expectTakenUp(lost, await client.create(withCard(lost.body, "amex")));
    expect(await deps.gateway.listCharges(new Date(0))).toEqual([]);
  });

  it("while the student is still asked by the bank: it is waited for", async (context) => {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ asksStudent: true });
    place.deps.gateway = gateway;
    const { body } = await payNow(place.client, place.provider);
    const { id: key } = (await attemptOf(place.provider, body, place.db))!;
    await loseCommits(place.db, body.provider.provider_order_id);
    const again = await place.client.create(withCard(body, "amex"));
    expect([again.status, again.body.next_action]).toMatchObject([
      202,
      { type: "wait", url: expect.any(String) },
    ]);
    gateway.act(key);
    await makeDue(key, place.db);
    expect(await tick(place.deps, new Date())).toMatchObject({ recovered: 1 });
    expect((await gateway.listCharges(new Date(0))).map((one) => one.key)).toEqual([key]);
    expect((await place.client.status(checkoutIdOf(again))).body.authorisation_status).toBe("Paid Upfront");
  });
});

describe("a charge under way", () => {
  it("is waited for when its order is asked for", async (context) => {
    const { db, deps, provider } = await jobsPlace(context);
    const order = { providerId: provider.id, providerOrderId: orderId() };
    const request = { ...order, key: newId("cat"), amountCents: 100, token: cardToken() };
    const charging = createSandboxGateway(db, { chargeDelayMs: 500 }).charge(request);
    await until("The charge is under way", async () => {
      const held = await db.execute(
        sql`select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`,
      );
      return held.length > 0;
    });
    expect(await deps.gateway.chargesOfOrder(order)).toMatchObject([{ key: request.key }]);
    expect((await charging).status).toBe("succeeded");
  });
});

describe("a student whose payment was lost", () => {
  it("is done with the same card or another, and never reads that nothing was charged", async (context) => {
    const place = await jobsPlace(context);
    await reconcile(place.deps, new Date());
    for (const card of [null, cardToken("declined_expired_card")]) {
      const student = await begin({ over: place.deps, db: place.db });
      await student.saveDetails();
      await student.choose(BY_CARD);
      const token = cardToken();
      expect((await student.pay(token)).status).toBe("moved");
      await loseCommits(place.db, student.reference);
      expect(await student.view()).toMatchObject({ step: "card", lastFailure: null });
      expect(await student.pay(card ?? token)).toEqual({ status: "moved", step: "done" });
      expect(await student.view()).toMatchObject({ payment: { lastFour: "4242" }, lastFailure: null });
      const charges = (await student.charges()).filter((one) => one.startsWith("succeeded"));
      expect(charges).toEqual(["succeeded 150000"]);
    }
  });
});

describe("a charge that cannot be the checkout's is never followed by another", () => {
  const cheaper = (body: Body): Body => {
    const fee = { course_price: 1400, amount_to_finance: 1400, upfront_payment: 1400 };
    return merge(body, {
      pricing: fee,
      plan: { instalment_amount: 1400 },
      card_payment: { token: cardToken("amex"), amount_to_charge_now: 1400 },
    });
  };

  async function otherAmount(context: TestContext) {
    const lost = await lostPayment(context);
    const { client, provider, db } = lost.place;
    const answer = await client.createOnce("cheaper", cheaper(lost.body));
    expect(answer.status, answer.text).toBe(202);
    expect(answer.text).not.toMatch(NOT_CHARGED);
    expect(await chargedFor(client, lost.body)).toEqual([1500]);
    const attempt = (await attemptOf(provider, lost.body, db))!;
    const status = async () => (await client.status(attempt.checkoutId)).body.checkout_status;
    return { ...lost, attempt, status };
  }

  it("as of another amount: it is an operator's alert, and the order waits until it is given back", async (context) => {
    const { place, key, attempt, status, body } = await otherAmount(context);
    const alerts = await listAlerts(place.db, { all: false });
    expect(alerts).toMatchObject([{ kind: "outcome_unknown", reference: key }]);
    expect(alerts[0]?.details).toMatchObject({ reason: "another_charge", recorded_cents: 140_000 });
    await makeDue(attempt.id, place.db);
    expect(await tick(place.deps, new Date())).toMatchObject({ recovered: 0 });
    expect(await status()).toBe("Payment Pending");

    await giveBack(place.db, key);
    await makeDue(attempt.id, place.db);
    expect(await tick(place.deps, new Date())).toMatchObject({ recovered: 1 });
    expect(await status()).toBe("Payment Failed");
    expect((await place.client.createOnce("cheaper", cheaper(body))).status).toBe(201);
    expect(await chargedFor(place.client, body)).toEqual([1500, 1400]);
  });

  it("and an operator's word does not end the wait until it is given back", async (context) => {
    const { place, attempt, status, body, key } = await otherAmount(context);
    expect(await declareNeverMade(place.deps, attempt.id)).toBe("another_charge");
    expect(await status()).toBe("Payment Pending");
    await giveBack(place.db, key);
    expect(await declareNeverMade(place.deps, attempt.id)).toBe("closed");
    expect(await status()).toBe("Payment Failed");
    expect((await place.client.create(cheaper(body))).status).toBe(201);
  });

  it("as of one that came late: an operator who has dealt with its silence has not accounted for it", async (context) => {
    const { client, db, deps, provider } = await jobsPlace(context);
    const gateway = foreignGateway();
    deps.gateway = gateway;
    await reconcile(deps, new Date());
    gateway.loses("before");
    const { body } = await payNow(client, provider);
    const { id: key, checkoutId } = (await attemptOf(provider, body, db))!;
    const id = await raiseAlert(db, { kind: "outcome_unknown", reference: key, details: {} }, new Date());
    expect(await declareNeverMade(deps, key)).toBe("closed");
    await resolveAlert(db, id!, "operator", new Date());
    gateway.loses("never");
    const order = { providerId: provider.id, providerOrderId: body.provider.provider_order_id };
    await gateway.charge({ ...order, key, amountCents: 150_000, token: cardToken() });
    await reconcile(deps, new Date());
    expect(await listAlerts(db, { all: false })).toMatchObject([{ kind: "orphan_charge", reference: key }]);

    const again = await client.create(withCard(body, "amex"));
    expect(again.status, again.text).toBe(202);
    expect(checkoutIdOf(again)).not.toBe(checkoutId);
    expect(await gateway.listCharges(new Date(0))).toHaveLength(1);
  });
});

describe("nobody says that nothing was charged", () => {
  it("where the gateway cannot tell: a decline is one, and an order with a charge on alert is not charged", async (context) => {
    const place = await jobsPlace(context);
    place.deps.gateway.chargesOfOrder = async () => null;
    await reconcile(place.deps, new Date());
    const declined = await payNow(place.client, place.provider, "declined_expired_card");
    expectProblem(declined.answer, 402, "card_declined");
    expect(declined.answer.text).not.toMatch(NOT_CHARGED);
    const body = payNowBody(place.provider);
    await raiseOrphan(place, body);
    const refused = await place.client.create(body);
    expectProblem(refused, 503, "service_unavailable");
    expect(refused.text).not.toMatch(NOT_CHARGED);
    expect(await chargedFor(place.client, body)).toEqual([]);
  });

  it("where it can tell of the last two days, of an order with a charge on alert: it is not charged", async (context) => {
    const place = await jobsPlace(context);
    place.deps.gateway.chargesOfOrder = async () => "none_lately";
    await reconcile(place.deps, new Date());
    const { answer } = await payNow(place.client, place.provider, "declined_expired_card");
    expect(answer.text).toMatch(NOT_CHARGED);
    const body = payNowBody(place.provider);
    await raiseOrphan(place, body);
    const refused = await place.client.create(body);
    expectProblem(refused, 503, "service_unavailable");
    expect(await chargedFor(place.client, body)).toEqual([]);
  });

  it("where it has no time to: what was declined is told without that", async (context) => {
    const place = await jobsPlace(context);
    await reconcile(place.deps, new Date());
    place.deps.gateway.chargesOfOrder = () => Promise.reject(new GatewayOutcomeUnknown("too slow"));
    const { answer } = await payNow(place.client, place.provider, "declined_expired_card");
    expectProblem(answer, 402, "card_declined");
    expect(answer.body.user_message).toBe("This card has expired. Use another card.");
  });
});
