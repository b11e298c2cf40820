import { describe, expect, it, type TestContext } from "vitest";
import { declareNeverMade } from "../../lib/checkout/recover";
import { listAlerts } from "../../lib/db/alerts";
import type { Id } from "../../lib/domain/ids";
import type { CardGateway } from "../../lib/gateway/port";
import { tick } from "../../lib/jobs/tick";
import { alertReasons, jobsPlace, MINUTE } from "../jobs/place";
import { expectProblem } from "../support/api";
import { cardToken, merge, payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, eventsOf, makeDue } from "../support/charges";
import { foreignGateway } from "../support/foreign-gateway";
import { until } from "../support/poll";
import { payNow } from "../support/scenes";

describe("a gateway that cannot close a key", () => {
  async function lost(context: TestContext, when: "before" | "after", expiresAt?: Date) {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ expiresAt });
    place.deps.gateway = gateway;
    gateway.loses(when);
    const scene = await payNow(place.client, place.provider);
    expect(scene.answer.status).toBe(202);
    gateway.loses("never");
    const attempt = (await attemptOf(place.provider, scene.body, place.db))!;
    await makeDue(attempt.id, place.db);
    const status = async () => (await place.client.status(scene.id)).body.checkout_status;
    return { place, gateway, scene, attempt, status };
  }

  it("leaves the order taken, and after a time an operator is told, once", async (context) => {
    const { place, scene, attempt, status } = await lost(context, "before");
    const now = new Date();
    expect(await tick(place.deps, now)).toMatchObject({ recovered: 0, alerts: 0 });
    expect(await status()).toBe("Payment Pending");
    expectProblem(await place.client.create(scene.body), 409, "duplicate_order");
    await makeDue(attempt.id, place.db);
    const later = new Date(now.getTime() + 61 * MINUTE);
    await tick(place.deps, later);
    expect(await alertReasons(place)).toEqual([["outcome_unknown", "cannot_close"]]);
    await makeDue(attempt.id, place.db);
    await tick(place.deps, new Date(later.getTime() + MINUTE));
    expect(await alertReasons(place)).toHaveLength(1);
    expect(await status()).toBe("Payment Pending");
  });

  it("is asked again, and what it charged is paid", async (context) => {
    const { place, gateway, scene, attempt, status } = await lost(context, "before");
    await tick(place.deps, new Date());
    await gateway.charge({
      key: attempt.id,
      providerId: place.provider.id,
      providerOrderId: scene.orderId,
      amountCents: 150_000,
      token: "tok",
    });
    await makeDue(attempt.id, place.db);
    expect(await tick(place.deps, new Date())).toMatchObject({ recovered: 1 });
    expect(await status()).toBe("Payment Processing");
  });

  it("ends the wait itself when it lets the key expire, and the alert is over", async (context) => {
    const { place, gateway, attempt, status } = await lost(context, "before");
    const later = new Date(Date.now() + 61 * MINUTE);
    await tick(place.deps, later);
    expect(await alertReasons(place)).toHaveLength(1);
    gateway.expire(attempt.id);
    await makeDue(attempt.id, place.db);
    expect(await tick(place.deps, new Date(later.getTime() + 6 * MINUTE))).toMatchObject({ recovered: 1 });
    expect(await status()).toBe("Payment Failed");
    expect(await alertReasons(place)).toEqual([]);
  });

  it("leaves it to an operator, whose word frees the order", async (context) => {
    const { place, scene, attempt, status } = await lost(context, "before");
    await tick(place.deps, new Date(Date.now() + 61 * MINUTE));
    expect(await declareNeverMade(place.deps, attempt.id as Id<"cat">)).toBe("closed");
    expect(await status()).toBe("Payment Failed");
    expect((await place.client.create(scene.body)).status).toBe(201);
    expect(await declareNeverMade(place.deps, attempt.id as Id<"cat">)).toBeNull();
  });

  it("is believed before an operator", async (context) => {
    const { place, attempt, status } = await lost(context, "after");
    expect(await declareNeverMade(place.deps, attempt.id as Id<"cat">)).toBe("succeeded");
    expect(await status()).toBe("Payment Processing");
  });

  it("is not overruled by an operator while the request to it may still be under way", async (context) => {
    const { place, scene, body, release } = await underWay(context, foreignGateway());
    expect(await declareNeverMade(place.deps, scene.id)).toBe("processing");
    expectProblem(await place.client.create(body), 409, "duplicate_order");
    expect((await release()).status).toBe(201);
  });

  it("is waited for until the expiry that it names", async (context) => {
    const expiresAt = new Date(Date.now() + 180 * MINUTE);
    const { place, attempt } = await lost(context, "before", expiresAt);
    await tick(place.deps, new Date(Date.now() + 61 * MINUTE));
    expect(await alertReasons(place)).toEqual([]);
    await makeDue(attempt.id, place.db);
    await tick(place.deps, new Date(expiresAt.getTime() + 61 * MINUTE));
    expect(await alertReasons(place)).toHaveLength(1);
  });
});

/** A payment whose request to the gateway is held up on its way there. */
async function underWay(context: TestContext, instead?: CardGateway) {
  const place = await jobsPlace(context);
  const gateway = instead ?? place.deps.gateway;
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  place.deps.gateway = { ...gateway, charge: (request) => sent.then(() => gateway.charge(request)) };
  const body = payNowBody(place.provider);
  const answer = place.client.create(body);
  const scene = await until("it is claimed", () => attemptOf(place.provider, body, place.db));
  return {
    place,
    body,
    scene: { ...scene, id: scene.id as Id<"cat"> },
    release() {
      send();
      return answer;
    },
  };
}

it("an operator's word closes the key where the gateway can, so that a late request charges nothing", async (context) => {
  const { place, scene, body, release } = await underWay(context);
  await makeDue(scene.id, place.db);
  expect(await declareNeverMade(place.deps, scene.id)).toBe("closed");
  expectProblem(await release(), 503, "service_unavailable");
  expect(await chargedFor(place.client, body)).toEqual([]);
});

it("a success that comes after an operator's word is an alert at once, and no card of that order is charged again", async (context) => {
  const gateway = foreignGateway();
  const { place, scene, body, release } = await underWay(context, gateway);
  await makeDue(scene.id, place.db);
  expect(await declareNeverMade(place.deps, scene.id)).toBe("closed");
  const answer = await release();
  expectProblem(answer, 503, "service_unavailable");
  expect(answer.text).not.toMatch(/not made|not been charged|nothing was charged/i);
  expect(await listAlerts(place.db, { all: false })).toMatchObject([
    { kind: "orphan_charge", reference: scene.id, details: { gateway: "foreign", charged_cents: 150_000 } },
  ]);
  await place.client.create(merge(body, { card_payment: { token: cardToken("amex") } }));
  expect(await gateway.listCharges(new Date(0))).toHaveLength(1);
});

it("a charge that was given back pays for no other card's attempt, even where the gateway tells it", async (context) => {
  const place = await jobsPlace(context);
  const body = payNowBody(place.provider, { card_payment: { token: cardToken("declined_expired_card") } });
  place.deps.gateway = {
    ...place.deps.gateway,
    async chargesOfOrder() {
      const { id: key } = (await attemptOf(place.provider, body, place.db))!;
      const card = { scheme: "visa", lastFour: "4242" };
      const paid = { status: "succeeded", card, receiptNumber: "R-1", isRefunded: true } as const;
      return [{ key, amountCents: 150_000, ...paid }];
    },
  };
  expectProblem(await place.client.create(body), 402, "card_declined");
});

describe("a gateway that sends the student to the bank", () => {
  async function sent(context: TestContext, closes = false) {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ asksStudent: true, closes });
    place.deps.gateway = gateway;
    const body = payNowBody(place.provider);
    const answer = await place.client.createOnce("to-the-bank", body);
    const attempt = (await attemptOf(place.provider, body, place.db))!;
    const recover = async (now = new Date()) => {
      await makeDue(attempt.id, place.db);
      return tick(place.deps, now);
    };
    return { place, gateway, body, answer, attempt, recover, url: `https://bank.test/${attempt.id}` };
  }

  it("is a 202 with the address, which no event and no list shows", async (context) => {
    const { place, body, answer, attempt, url, recover } = await sent(context);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({
      checkout_status: "Payment Pending",
      card_payment: { success: false, status: "pending" },
      next_action: { type: "wait", url },
    });
    expect(await recover()).toMatchObject({ recovered: 0, alerts: 0 });
    const status = await place.client.status(attempt.checkoutId);
    expect(status.body).toMatchObject({
      checkout_status: "Payment Pending",
      next_action: { type: "wait", url },
    });
    expect((await place.client.createOnce("to-the-bank", body)).status).toBe(202);
    const refused = await place.client.create(body);
    expectProblem(refused, 409, "duplicate_order");
    expect(refused.body.next_action).toEqual({ type: "wait", url });
    for (const path of ["/v1/provider-checkouts", "/v1/events"])
      expect((await place.client.get(path)).text).not.toContain("bank.test");
  });

  it("is paid once the student has acted", async (context) => {
    const { place, gateway, body, attempt, recover } = await sent(context);
    gateway.act(attempt.id, "succeeded");
    expect(await recover()).toMatchObject({ recovered: 1 });
    const { body: paid } = await place.client.status(attempt.checkoutId);
    expect([paid.checkout_status, paid.next_action]).toEqual(["Payment Processing", { type: "none" }]);
    expect((await place.client.createOnce("to-the-bank", body)).status).toBe(201);
    expect(await eventsOf(attempt.checkoutId, place.db)).toEqual([
      "checkout.created",
      "card_payment.succeeded",
    ]);
  });

  it("is declined where the bank says so, and the order is free", async (context) => {
    const { place, gateway, body, attempt, recover } = await sent(context);
    gateway.act(attempt.id, "declined");
    expect(await recover()).toMatchObject({ recovered: 1 });
    expect((await place.client.status(attempt.checkoutId)).body.checkout_status).toBe("Payment Failed");
    expect((await place.client.createOnce("to-the-bank", body)).status).toBe(402);
  });

  it("is closed 30 minutes after the student left it, and the order can be paid", async (context) => {
    const { place, gateway, body, attempt, recover } = await sent(context, true);
    const sentAt = Date.now();
    expect(await recover(new Date(sentAt + 29 * MINUTE))).toMatchObject({ recovered: 0 });
    expect(await recover(new Date(sentAt + 31 * MINUTE))).toMatchObject({ recovered: 1, alerts: 0 });
    expect((await place.client.status(attempt.checkoutId)).body.checkout_status).toBe("Payment Failed");
    gateway.act(attempt.id, "succeeded");
    expect(await gateway.listCharges(new Date(0)), "the page was closed").toEqual([]);
    const again = await place.client.createOnce(
      "again",
      merge(body, { card_payment: { token: cardToken() } }),
    );
    expect(again.status, again.text).toBe(202);
  });

  it("is waited for after 30 minutes too where it cannot close the page", async (context) => {
    const { place, gateway, attempt, recover } = await sent(context);
    const now = Date.now() + 31 * MINUTE;
    expect(await recover(new Date(now))).toMatchObject({ recovered: 0 });
    const { body } = await place.client.status(attempt.checkoutId);
    expect([body.checkout_status, body.next_action.type]).toEqual(["Payment Pending", "wait"]);
    gateway.act(attempt.id, "succeeded");
    expect(await recover(new Date(now))).toMatchObject({ recovered: 1 });
  });

  it.for([true, false])(
    "ends by an operator's word, whether it can close the page or not: %s",
    async (closes, context) => {
      const { place, attempt } = await sent(context, closes);
      expect(await declareNeverMade(place.deps, attempt.id as Id<"cat">)).toBe("closed");
      expect((await place.client.status(attempt.checkoutId)).body.checkout_status).toBe("Payment Failed");
    },
  );

  it("is learnt of by recovery where the answer was lost", async (context) => {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ asksStudent: true });
    place.deps.gateway = gateway;
    gateway.loses("after");
    const scene = await payNow(place.client, place.provider);
    expect(scene.answer.body.next_action).toEqual({ type: "wait" });
    const attempt = (await attemptOf(place.provider, scene.body, place.db))!;
    await makeDue(attempt.id, place.db);
    await tick(place.deps, new Date());
    expect((await place.client.status(scene.id)).body.next_action).toEqual({
      type: "wait",
      url: `https://bank.test/${attempt.id}`,
    });
  });
});
