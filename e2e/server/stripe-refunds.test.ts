import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { orderId } from "../support/bodies";
import { attemptsAt } from "../support/charge-attempts";
import { startStripe, stripeRequest } from "../support/stripe";

let stripe: Awaited<ReturnType<typeof startStripe>>;

beforeAll(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.behave());
afterAll(() => stripe.close());

/** A charge of 1,500 cents, and a refund of a part of it. */
async function charged(amountCents = 500, card = "visa") {
  const gateway = stripe.adapter();
  const { charge, references } = attemptsAt(gateway);
  const request = stripeRequest(card);
  await charge(request);
  const reference = references.get(request.key) ?? null;
  const refund = (cents: number) => ({
    key: `refund-${orderId()}`,
    charge: { key: request.key, reference },
    amountCents: cents,
  });
  const given = () => stripe.paid(request.key).map((one) => one.amount_refunded);
  return { ...gateway, request: refund(amountCents), refund, given, send: gateway.refund, key: request.key };
}

it("a key refunds once, also after Stripe has forgotten it", async () => {
  const { send, request, findRefund, given } = await charged();
  expect(await findRefund(request)).toBeNull();
  const made = await send(request);
  expect(made).toMatchObject({ key: request.key, amountCents: 500, status: "succeeded" });
  stripe.forgetKeys();
  expect(await send(request)).toEqual(made);
  expect(await findRefund(request)).toEqual(made);
  expect(await findRefund(request, made.reference)).toEqual(made);
  expect(given()).toEqual([500]);
});

it("refunds never exceed what was paid, and one in full shows at the charge", async () => {
  const { send, refund, given, findCharge, key, request } = await charged(1000);
  const both = await Promise.all([send(request), send(refund(1000))]);
  expect(both.map(({ status }) => status).sort()).toEqual(["refused", "succeeded"]);
  expect(await send(refund(501))).toMatchObject({ status: "refused", reason: "exceeds_paid" });
  expect(await send(refund(500))).toMatchObject({ status: "succeeded" });
  expect(given()).toEqual([1500]);
  expect(await findCharge(key, request.charge.reference)).toMatchObject({ isRefunded: true });
});

it.each([
  ["visa_chargeDeclined", true],
  ["visa", false],
])("what took no money or has no reference cannot be refunded (%s)", async (card, hasReference) => {
  const { send, request, findRefund } = await charged(500, card);
  const asked = hasReference ? request : { ...request, charge: { ...request.charge, reference: null } };
  expect(await send(asked)).toMatchObject({ status: "refused", reason: "not_applicable" });
  expect(await findRefund(asked)).toBeNull();
});

it("a refund that fails days later says so, and its amount can be refunded again", async () => {
  const { send, request, refund, findRefund } = await charged(1500);
  stripe.days.refundsPend = true;
  const made = await send(request);
  stripe.days.refundsPend = false;
  expect(made.status).toBe("pending");
  stripe.account.failRefund(made.reference ?? "");
  const failed = { key: request.key, status: "failed", reason: "lost_or_stolen_card" };
  expect(await findRefund(request, made.reference)).toMatchObject(failed);
  expect(await send(request)).toMatchObject(failed);
  expect(await send(refund(1500))).toMatchObject({ status: "succeeded" });
});

it.each([
  ["before", []],
  ["after", [{ status: "succeeded" }]],
] as const)("a response that is lost %s its effect is unknown, and found out later", async (when, found) => {
  const { send, request, findRefund, given } = await charged();
  for (const way of ["reset", "500", "html", "409"] as const) {
    stripe.misbehave({ way, when, on: /POST .*refunds/, times: 2 });
    await expect(send({ ...request, key: `${request.key}-${way}`, amountCents: 100 })).rejects.toThrow(
      GatewayOutcomeUnknown,
    );
    stripe.behave();
    const told = await findRefund({ ...request, key: `${request.key}-${way}`, amountCents: 100 });
    expect(told === null ? [] : [told]).toMatchObject(found);
  }
  expect(given()).toEqual([found.length * 400]);
});

it("credentials that Stripe refuses before anything is sent mean that nothing was refunded", async () => {
  const { send, request, given } = await charged();
  stripe.misbehave({ way: "401", when: "before", on: /GET .*refunds/, times: 1 });
  const error = await send(request).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(GatewayNotReached);
  expect(error.refusedUs).toBe(true);
  expect(given()).toEqual([0]);
});

it("a process that slept after it had looked at the charge refunds nothing any more", async () => {
  const { request, given } = await charged();
  const { now } = Date;
  let asked = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Date, "now").mockImplementation(() => now() + (asked < 2 ? 0 : 86_400_000));
  const secret = () => {
    asked += 1;
    return stripe.secret;
  };
  await expect(stripe.adapter({ secret }).refund(request)).rejects.toThrow(GatewayOutcomeUnknown);
  expect(given()).toEqual([0]);
});

it("a refund that Stripe refuses is unknown if Stripe is gone before it tells what there is", async () => {
  const own = await startStripe();
  onTestFinished(own.close);
  const { charge, references, refund } = { ...own.adapter(), ...attemptsAt(own.adapter()) };
  const request = stripeRequest();
  await charge(request);
  const reference = references.get(request.key) ?? "";
  own.server.on("request", ({ method, url = "" }, response) => {
    if (!url.startsWith("/v1/refunds")) return;
    const refundAll = () =>
      own.account.refund(new URLSearchParams({ payment_intent: reference }), "succeeded");
    response.on("finish", method === "GET" ? refundAll : own.close);
  });
  const sent = refund({
    key: `refund-${orderId()}`,
    charge: { key: request.key, reference },
    amountCents: 500,
  });
  await expect(sent).rejects.toThrow(GatewayOutcomeUnknown);
});

it("a charge that Stripe does not know refunds nothing", async () => {
  const { send, request } = await charged();
  const unknown = { ...request, charge: { ...request.charge, reference: "pi_ofSomebodyElse" } };
  await expect(send(unknown)).rejects.toThrow(GatewayNotReached);
});
