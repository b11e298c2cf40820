import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WAYS } from "../../e2e/stand-ins/pinch/days";
import { authorityFor } from "../../e2e/support/debit-promises";
import { pinchScene } from "../../e2e/support/pinch";
import { GatewayNotReached, GatewayOutcomeUnknown, GatewayRefusedUs } from "../../lib/gateway/port";

const { debitsTo, gateway, gatewayTo, ledger, pinch, requestOf, sendBack } = pinchScene();

const ENDING_WAYS = WAYS.filter((way) => way !== "silent");

let keys = 0;
/** A charge of 1,500 cents, and a refund of a part of it. */
async function charged(amountCents = 500, outcome?: string) {
  const { key } = requestOf();
  await gateway().charge({ ...requestOf(outcome), key });
  return { key: `ref-${++keys}`, charge: { key, reference: null }, amountCents };
}
const timesMade = (key: string) => [...ledger().refunds.values()].filter(({ nonce }) => nonce === key).length;

describe("a refund at Pinch", () => {
  it("is made once, pending until it is through, and never more than was paid", async () => {
    const request = await charged();
    expect(await gateway().findRefund(request)).toBeNull();
    const all = await Promise.all([1, 2, 3].map(() => gateway().refund(request)));
    const [made] = all;
    expect(made).toEqual({
      key: request.key,
      amountCents: 500,
      reference: expect.stringMatching(/^ref_/),
      status: "pending",
    });
    expect(all).toEqual([made, made, made]);
    expect(await gateway().findRefund(request, made?.reference)).toEqual(made);
    const more = (amountCents: number) => ({ ...request, key: `ref-${++keys}`, amountCents });
    expect(await gateway().refund(more(1001))).toMatchObject({ status: "refused", reason: "exceeds_paid" });
    expect(await gateway().findCharge(request.charge.key)).not.toHaveProperty("isRefunded");
    expect(await gateway().refund(more(1000))).toMatchObject({ status: "pending" });
    expect(await gateway().findCharge(request.charge.key)).toMatchObject({ isRefunded: true });
    expect(timesMade(request.key)).toBe(1);
  });

  it.each([
    ["requested", "pending"],
    ["pending-return", "pending"],
    ["pending-clearance", "pending"],
    ["processing", "pending"],
    ["a-status-of-tomorrow", "pending"],
    ["completed", "succeeded"],
    ["failed", "failed"],
    ["cancelled-declined", "failed"],
  ])("whose status is %s is %s", async (status, ours) => {
    const request = await charged();
    const { reference } = await gateway().refund(request);
    for (const one of ledger().refunds.values()) if (one.nonce === request.key) one.status = status;
    expect(await gateway().findRefund(request)).toMatchObject({ status: ours, reference });
    expect(await gateway().refund(request)).toMatchObject({ status: ours });
  });

  it("that failed late leaves its amount to be refunded again", async () => {
    const request = await charged(1500);
    await gateway().refund(request);
    sendBack(request.key);
    expect(await gateway().findCharge(request.charge.key)).not.toHaveProperty("isRefunded");
    expect(await gateway().refund({ ...request, key: "ref-again" })).toMatchObject({ status: "pending" });
  });

  it("is refused for what was declined or is not known, and too early", async () => {
    const notApplicable = { status: "refused", reason: "not_applicable", amountCents: 500 };
    const declined = await charged(500, "insufficient-funds");
    expect(await gateway().refund(declined)).toMatchObject(notApplicable);
    expect(await gateway().findRefund(declined)).toBeNull();
    const unknown = { ...declined, charge: { key: "none", reference: null } };
    expect(await gateway().refund(unknown)).toMatchObject(notApplicable);
    ledger().settings.refundsAreEarly = true;
    expect(await gateway().refund(await charged())).toMatchObject({ status: "refused", reason: "not_yet" });
    const processing = await charged();
    for (const one of ledger().payments.values())
      if (one.nonce === processing.charge.key) one.status = "processing";
    expect(await gateway().refund(processing)).toMatchObject({
      reason: "not_yet",
      possibleFrom: expect.any(Date),
    });
  });

  it("is found under either of the paths that Pinch's documents name, and by its nonce alone", async () => {
    const request = await charged();
    const { reference = "" } = await gateway().refund(request);
    pinch().misbehave(`refunds/${reference}`, "404");
    expect(await gateway().findRefund(request)).toMatchObject({ status: "pending", reference });
    expect(pinch().calls.at(-1)?.pathname).toBe(`/test/refund/${reference}`);
    pinch().misbehave(`refunds/${reference}`, "404");
    pinch().misbehave(`refund/${reference}`, "404");
    expect(await gateway().findRefund(request)).toMatchObject({ status: "pending", reference });
  });

  it("was not sent if the credentials are refused, and is refused by a 403", async () => {
    const request = await charged();
    pinch().misbehave("refunds", "403");
    await expect(gateway().refund(request)).rejects.toThrow(GatewayRefusedUs);
    pinch().refuseCredentials(true);
    await expect(gatewayTo().refund(request)).rejects.toThrow(GatewayNotReached);
    expect(timesMade(request.key)).toBe(0);
  });

  it("is not sent by a process that slept after it had looked at the payment", async () => {
    const request = await charged();
    const { now } = Date;
    const since = pinch().calls.length;
    const hasLooked = () =>
      pinch()
        .calls.slice(since)
        .some(({ pathname }) => pathname.endsWith("payments/nonce"));
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(Date, "now").mockImplementation(() => now() + (hasLooked() ? 86_400_000 : 0));
    await expect(gateway().refund(request)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(timesMade(request.key)).toBe(0);
  });

  it.each(["before", "after"] as const)(
    "is never made twice on a bad day, %s Pinch has done its work",
    async (when) => {
      for (const way of ENDING_WAYS) {
        const own = gatewayTo();
        const request = await charged();
        pinch().misbehave("refunds", way, when);
        const made = await own.refund(request).catch((error) => {
          expect(error, way).toBeInstanceOf(GatewayOutcomeUnknown);
          return null;
        });
        const truth = await own.findRefund(request);
        if (made && way !== "another amount") expect(made.status, way).toBe(truth?.status);
        expect(truth === null ? 0 : 1, way).toBe(timesMade(request.key));
        pinch().misbehave("refunds/nonce", way, when);
        const told = await own.findRefund(request).catch(() => "unknown");
        if (timesMade(request.key) === 1) expect(told, way).not.toBeNull();
        pinch().behave();
        await own.refund(request);
        expect(timesMade(request.key), way).toBe(1);
      }
    },
  );
});

describe("a refund of a debit at Pinch", () => {
  const day = (date: string) => new Date(`${date}T01:00:00Z`);
  const debited = async (description = "Payment 1 of 4") => {
    const [processor, key] = [debitsTo(), `dbt-${++keys}`];
    const account = { accountName: "M Chen", bsb: "062000", accountNumber: "12345678" };
    const about = { providerId: "provider", authority: await authorityFor(processor, account), key };
    const submitted = { ...about, amountCents: 15_000, date: "2030-12-10", description };
    const { reference = null } = await processor.submit(submitted, day("2030-12-01"));
    const refunds = processor.refunds!;
    return { refunds, request: { key: `ref-${++keys}`, charge: { key, reference }, amountCents: 5_000 } };
  };

  it("is made once, from the day on which its money was transferred", async () => {
    const { refunds, request } = await debited();
    for (const early of ["2030-12-09", "2030-12-12", "2030-12-15"])
      expect(await refunds.refund(request, day(early))).toMatchObject({
        status: "refused",
        reason: "not_yet",
      });
    const settled = day("2030-12-16");
    const made = await refunds.refund(request, settled);
    expect(made).toMatchObject({ status: "pending", amountCents: 5_000 });
    expect(await refunds.refund(request, settled)).toEqual(made);
    expect(await refunds.find(request, null, settled)).toEqual(made);
    expect(timesMade(request.key)).toBe(1);
    const more = { ...request, key: `ref-${++keys}`, amountCents: 10_001 };
    expect(await refunds.refund(more, settled)).toMatchObject({ reason: "exceeds_paid" });
  });

  it("is made of one whose nonce Pinch has forgotten, and of none that failed", async () => {
    const { refunds, request } = await debited();
    for (const made of ledger().debits.values()) if (made.nonce === request.charge.key) made.nonce = null;
    expect(await refunds.refund(request, day("2030-12-16"))).toMatchObject({ status: "pending" });
    const failed = await debited("#insufficient-funds");
    const refused = await failed.refunds.refund(failed.request, day("2030-12-16"));
    expect(refused).toMatchObject({ status: "refused", reason: "not_applicable" });
  });
});
