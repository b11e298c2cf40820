import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { WAYS } from "../stand-ins/stripe/faults";
import { attemptsAt } from "../support/charge-attempts";
import { freePort } from "../support/stack";
import { startStripe, stripeRequest, stripeToken } from "../support/stripe";

let stripe: Awaited<ReturnType<typeof startStripe>>;

beforeAll(async () => {
  stripe = await startStripe();
});
afterEach(() => {
  vi.restoreAllMocks();
  stripe.behave();
  Object.assign(stripe.days, { isLive: false, isSearchBehind: false });
});
afterAll(() => stripe.close());

const keeping = async () => true;
const statusesOf = (key: string) =>
  [...stripe.account.intents.values()]
    .filter(({ metadata }) => metadata.key === key)
    .map(({ status }) => status);

/** The error, which tells nothing that is secret; null without one. */
async function faultOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (fault) => fault,
  );
  expect(inspect(error, { depth: 9 })).not.toMatch(/sk_test|_secret_|3d_secure/);
  return error;
}

const STEPS = [/^POST \/v1\/payment_intents$/, /confirm$/, /cancel$/, /^GET/];
const BAD_DAYS = (["before", "after"] as const).flatMap((when) =>
  STEPS.flatMap((on) => ["visa", "visa_chargeDeclined"].map((card) => ({ when, on, card }))),
);

describe.concurrent("on a bad day of Stripe's", () => {
  it.each(WAYS)("a charge is told as it is (%s, at each step, before and after its effect)", async (way) => {
    const own = await startStripe();
    const [patient, hurried] = [own.adapter(), own.adapter({ timeoutMs: 300 })];
    // Only a call that is spoiled is given up: on a slow machine every one may take as long.
    let called = patient;
    const gateway: CardGateway = {
      ...patient,
      charge: (...given) => called.charge(...given),
      findCharge: (...given) => called.findCharge(...given),
      closeCharge: (...given) => called.closeCharge(...given),
    };
    for (const { card, ...day } of BAD_DAYS) {
      const { charge, findCharge, closeCharge } = attemptsAt(gateway);
      const settle = async () => (await findCharge(request.key)) ?? (await closeCharge(request.key));
      const request = stripeRequest(card);
      const spoiled = async (work: () => Promise<unknown>) => {
        called = way === "slow" ? hurried : patient;
        own.misbehave({ ...day, way, times: 2 });
        const error = await faultOf(work());
        own.behave();
        called = patient;
        return error;
      };
      let charged: unknown;
      const error = await spoiled(async () => {
        charged = await charge(request);
      });
      await spoiled(settle);
      const settled = await settle();
      const about = `${day.when} ${day.on} ${card}`;
      expect(settled.status, about).not.toBe("processing");
      expect(settled.status === "succeeded", about).toBe(own.paid(request.key).length === 1);
      if (error === null) expect(charged, about).toEqual(settled);
      else if (error instanceof GatewayNotReached) expect(settled.status, about).toBe("closed");
      else expect(error, about).toBeInstanceOf(GatewayOutcomeUnknown);
    }
    own.close();
  });
});

describe("Stripe's adapter", () => {
  it.each([
    ["the reference could not be kept", async () => false],
    ["there is nowhere to keep the reference", undefined],
  ])("confirms nothing if %s", async (_, keep) => {
    const request = stripeRequest();
    await expect(stripe.adapter().charge(request, keep)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(statusesOf(request.key)).toEqual(["canceled"]);
  });

  it("confirms nothing once the time limit has passed", async () => {
    const request = stripeRequest();
    const late = async () => {
      const passed = Date.now() + 121_000;
      vi.spyOn(Date, "now").mockReturnValue(passed);
      return true;
    };
    await expect(stripe.adapter().charge(request, late)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(statusesOf(request.key)).toEqual(["canceled"]);
  });

  it("confirms nothing in another mode, and believes no result of it", async () => {
    const request = stripeRequest();
    const live = stripe.adapter({ mode: "live" });
    await expect(live.charge(request, keeping)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(statusesOf(request.key)).toEqual(["requires_payment_method"]);
    const { charge, references } = attemptsAt(stripe.adapter());
    const paid = stripeRequest();
    await charge(paid);
    const reference = references.get(paid.key);
    await expect(live.findCharge(paid.key, reference)).rejects.toThrow(GatewayOutcomeUnknown);
    await expect(live.closeCharge(paid.key, reference)).rejects.toThrow(GatewayOutcomeUnknown);
  });

  it("takes no charges while its credentials are refused, and does again once they work", async () => {
    let secret = "sk_test_ofSomebodyElse";
    const gateway = stripe.adapter({ secret: () => secret });
    expect(await gateway.takesCharges()).toBe(true);
    const request = stripeRequest();
    expect(await faultOf(gateway.charge(request, keeping))).toMatchObject({
      name: "GatewayNotReached",
      refusedUs: true,
    });
    expect(await gateway.takesCharges()).toBe(false);
    secret = stripe.secret;
    expect(await gateway.takesCharges()).toBe(true);
    expect(await gateway.charge(request, keeping)).toMatchObject({ status: "succeeded" });
  });

  it("knows that nothing was charged where nobody listens, or its secret does not open", async () => {
    const closed: CardGateway = stripe.adapter({ baseUrl: new URL(`http://127.0.0.1:${await freePort()}`) });
    const sealed = stripe.adapter({
      secret() {
        throw new Error("It does not open");
      },
    });
    for (const gateway of [closed, sealed])
      await expect(gateway.charge(stripeRequest(), keeping)).rejects.toThrow(GatewayNotReached);
  });

  it.each([
    ["it is read, because its key had an intent before", "visa", true, /never/],
    ["it is ended, because its reference could not be kept", "visa", false, /never/],
    ["it is ended after a decline", "visa_chargeDeclined", true, /confirm$/],
  ])("does not know the outcome of a charge if Stripe is gone when %s", async (_, card, isKept, lastly) => {
    const own = await startStripe();
    const gateway = own.adapter();
    const request = stripeRequest(card);
    const isReplay = lastly.source === "never";
    if (isReplay) await gateway.charge(request, keeping);
    const charging = gateway.charge(request, async () => {
      if (isReplay) own.close();
      own.server.on("request", ({ url = "" }, response) => {
        if (lastly.test(url)) response.on("finish", own.close);
      });
      return isKept;
    });
    expect(await faultOf(charging)).toBeInstanceOf(GatewayOutcomeUnknown);
    expect(own.paid(request.key)).toHaveLength(isReplay ? 1 : 0);
  });

  it("finds a charge whose reference was lost before it calls its key closed", async () => {
    const gateway = stripe.adapter();
    const [paid, declined, waiting] = [
      stripeRequest(),
      stripeRequest("visa_chargeDeclined"),
      stripeRequest("threeDSecure2Required"),
    ];
    for (const request of [paid, declined, waiting]) await gateway.charge(request, keeping);
    expect(await gateway.closeCharge(paid.key, null)).toMatchObject({ status: "succeeded", key: paid.key });
    expect(await gateway.closeCharge(declined.key, null)).toMatchObject({ status: "declined" });
    expect(await gateway.closeCharge(waiting.key, null)).toMatchObject({ status: "closed" });
    expect(statusesOf(waiting.key)).toEqual(["canceled"]);
    expect(await gateway.closeCharge("a key without a charge", null)).toMatchObject({ status: "closed" });
  });

  it("calls no key closed where it cannot look for its charge", async () => {
    for (const way of WAYS.filter((one) => one !== "slow")) {
      stripe.misbehave({ way, when: "after", on: /^GET/, times: 2 });
      const closing = stripe.adapter().closeCharge("a key without a charge", null);
      expect(await faultOf(closing), way).toBeInstanceOf(GatewayOutcomeUnknown);
      stripe.behave();
    }
  });

  it.each([
    ["visa_chargeDeclinedInsufficientFunds", "insufficient_funds"],
    ["visa_chargeDeclinedLostCard", "lost_card"],
    ["visa_chargeDeclinedStolenCard", "stolen_card"],
    ["visa_chargeDeclinedFraudulent", "generic_decline"],
    ["visa_chargeDeclined", "generic_decline"],
    ["chargeDeclinedExpiredCard", "expired_card"],
    ["chargeDeclinedIncorrectCvc", "incorrect_cvc"],
    ["chargeDeclinedProcessingError", "processing_error"],
  ])("tells %s as %s, after which the charge can take no money", async (card, declineCode) => {
    const request = stripeRequest(card);
    expect(await stripe.adapter().charge(request, keeping)).toMatchObject({
      status: "declined",
      declineCode,
    });
    expect(statusesOf(request.key)).toEqual(["canceled"]);
  });

  it("refuses a token that is unknown or was used, after which the charge can take no money", async () => {
    const used = stripeToken();
    await stripe.adapter().charge({ ...stripeRequest(), token: used }, keeping);
    for (const [token, reason] of [
      [used, "token_already_used"],
      ["ctoken_nothing_1", "token_unknown"],
      ["pm_nothing", "token_unknown"],
      ["tok_test_visa", "token_unknown"],
    ] as const) {
      const request = { ...stripeRequest(), token };
      const result = await stripe.adapter().charge(request, keeping);
      expect(result).toMatchObject({ status: "refused", reason, amountCents: 1500 });
      expect(statusesOf(request.key)).toEqual(["canceled"]);
    }
  });

  it("charges nothing when a student completes a bank's page that was closed", async () => {
    const request = stripeRequest("threeDSecure2Required");
    const { charge, closeCharge, references } = attemptsAt(stripe.adapter());
    expect(await charge(request)).toMatchObject({ status: "action_required" });
    expect(await closeCharge(request.key)).toMatchObject({ status: "closed" });
    const back = stripe.account.act(references.get(request.key) ?? "", true);
    expect(back).toContain("redirect_status=failed");
    expect(stripe.paid(request.key)).toEqual([]);
  });

  it("finds the charges of an order, where search is behind too", async () => {
    const gateway = stripe.adapter();
    const request = { ...stripeRequest(), providerOrderId: `O'Brien \\ ${Math.random()}` };
    expect(await gateway.chargesOfOrder(request)).toBe("none_lately");
    await gateway.charge({ ...request, key: `${request.key}-2`, token: "pm_card_chargeDeclined" }, keeping);
    expect(await gateway.chargesOfOrder(request)).toBe("none_lately");
    const result = await gateway.charge(request, keeping);
    expect(await gateway.chargesOfOrder(request)).toEqual([result]);
    stripe.days.isSearchBehind = true;
    expect(await gateway.chargesOfOrder(request)).toEqual([result]);
  });

  it("cannot tell of an order while a charge of it is under way, nor where its list is too long", async () => {
    const own = await startStripe();
    onTestFinished(own.close);
    const gateway = own.adapter();
    const request = stripeRequest();
    await gateway.charge(request, async () => {
      expect(await gateway.chargesOfOrder(request)).toBeNull();
      return true;
    });
    const another = { ...request, providerOrderId: "ANOTHER" };
    expect(await gateway.chargesOfOrder(another)).toBe("none_lately");
    const [paid] = own.account.intents.values();
    for (let made = 0; made < 1_000; made++)
      own.account.intents.set(`pi_${made}`, { ...paid!, id: `pi_${made}` });
    expect(await gateway.chargesOfOrder(another)).toBeNull();
  });

  it("lists each charge of ours, oldest first, over several pages", async () => {
    const gateway = stripe.adapter();
    const made = [];
    const before = new Set((await gateway.listCharges(new Date(0))).map(({ key }) => key));
    // Somebody else's, which lacks what ours have.
    const foreign = stripe.account.create(new URLSearchParams({ amount: "1", currency: "aud" }));
    Object.assign(foreign, { status: "succeeded" });
    for (let index = 0; index < 210; index++) {
      const request = stripeRequest();
      await gateway.charge(request, keeping);
      made.push(request.key);
    }
    const listed = await gateway.listCharges(new Date(0));
    expect(listed.map(({ key }) => key).filter((key) => !before.has(key))).toEqual(made);
    expect(listed.at(-1)).toMatchObject({
      amountCents: 1500,
      status: "succeeded",
      reference: expect.stringMatching(/^pi_/),
    });
  });
});
