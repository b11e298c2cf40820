import { describe, expect, it, vi } from "vitest";
import { pinchScene } from "../../e2e/support/pinch";
import { freePort } from "../../e2e/support/stack";
import { GatewayNotReached, GatewayOutcomeUnknown, GatewayRefusedUs } from "../../lib/gateway/port";

const { gateway, gatewayTo, ledger, now, pinch, requestOf, timesCharged } = pinchScene();

const sent = () => pinch().calls.filter(({ pathname }) => pathname === "/test/payments/realtime").length;

describe("a charge at Pinch", () => {
  it("names card, receipt and order, and no fee, surcharge or email", async () => {
    const request = requestOf("approved", "378282246310005");
    const result = await gateway().charge(request);
    expect(result).toEqual({
      key: request.key,
      amountCents: 1500,
      status: "succeeded",
      card: { scheme: "amex", lastFour: "0005" },
      receiptNumber: expect.stringMatching(/^pmt_/),
    });
    const call = pinch().calls.findLast(({ pathname }) => pathname === "/test/payments/realtime");
    expect(call?.body).toEqual({
      amount: 1500,
      fullName: `Order ${request.providerOrderId}`,
      description: `Order ${request.providerOrderId}`,
      token: request.token,
      nonce: request.key,
      metadata: expect.stringContaining(request.key),
    });
    expect(call?.headers).toMatchObject({ "pinch-version": "2020.1" });
    expect(call?.headers).not.toHaveProperty("current-merchant");
  });

  it("goes to the live path only in live mode, for the merchant that the account names", async () => {
    const live = gatewayTo({ mode: "live", externalAccount: "mch_123" });
    const token = pinch().ledgers.live.tokenFor("approved");
    expect(await live.charge({ ...requestOf(), token })).toMatchObject({ status: "succeeded" });
    expect(pinch().calls.at(-1)).toMatchObject({
      pathname: "/live/payments/realtime",
      headers: { "current-merchant": "mch_123" },
    });
    expect(
      await gateway().charge({ ...requestOf(), token: pinch().ledgers.live.tokenFor("approved") }),
    ).toMatchObject({
      status: "refused",
      reason: "token_unknown",
    });
  });

  it.each([
    ["insufficient-funds", "insufficient_funds"],
    ["temporary-problem", "processing_error"],
    ["technical-error", "processing_error"],
    ["blocked-by-bank", "generic_decline"],
    ["a-code-of-tomorrow", "generic_decline"],
  ])("that is dishonoured for %s is declined: %s", async (dishonour, declineCode) => {
    const request = requestOf(dishonour);
    expect(await gateway().charge(request)).toEqual({
      key: request.key,
      amountCents: 1500,
      status: "declined",
      declineCode,
    });
  });

  it.each([true, false])(
    "whose decline is an error is declined, nonce kept: %s",
    async (dishonourKeepsNonce) => {
      Object.assign(ledger().settings, { dishonoursAs: 400, dishonourKeepsNonce });
      expect(await gateway().charge(requestOf("insufficient-funds"))).toMatchObject({
        status: "declined",
        declineCode: "insufficient_funds",
      });
    },
  );

  it("with a token that cannot be used is refused, and no message quotes what was sent", async () => {
    const request = { ...requestOf(), token: "tkn_of_somebody" };
    expect(await gateway().charge(request)).toMatchObject({ status: "refused", reason: "token_unknown" });
    pinch().misbehave("payments/realtime", "400 without a reason");
    const error = await gateway()
      .charge(request)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
    expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain("tkn_of_somebody");
  });

  it("says that its bearer ends later than the bearer does, before anything is sent", async () => {
    const before = sent();
    const kept: string[] = [];
    const ended = gateway().charge(requestOf(), async (reference) => {
      kept.push(reference);
      expect(sent()).toBe(before);
      return false;
    });
    await expect(ended).rejects.toThrow(GatewayOutcomeUnknown);
    expect(sent()).toBe(before);
    expect(Date.parse(kept[0]?.replace("until:", "") ?? "")).toBeGreaterThan(now().getTime());
  });

  it("is sent again with another bearer after a 401, if the attempt is still its own", async () => {
    await gateway().takesCharges(true);
    const kept = vi.fn(async (_reference: string) => true);
    pinch().expireBearers();
    const request = requestOf();
    expect(await gateway().charge(request, kept)).toMatchObject({ status: "succeeded" });
    expect(kept.mock.calls).toEqual([[expect.stringMatching(/^until:/)], kept.mock.calls[0]]);
    pinch().expireBearers();
    const own = vi
      .fn(async () => true)
      .mockResolvedValueOnce(true)
      .mockResolvedValueOnce(false);
    const other = requestOf();
    await expect(gateway().charge(other, own)).rejects.toThrow(GatewayOutcomeUnknown);
    expect([timesCharged(request), timesCharged(other)]).toEqual([1, 0]);
  });
});

describe("a charge that Pinch's answer leaves open", () => {
  it("was not sent when nobody listens, or the credentials are refused", async () => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
    await expect(gatewayTo({ bases: { api: nobody, auth: nobody } }).charge(requestOf())).rejects.toThrow(
      GatewayNotReached,
    );
    const own = gatewayTo();
    pinch().refuseCredentials(true);
    const error = await own.charge(requestOf()).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(GatewayNotReached);
    expect(error.refusedUs).toBe(true);
    expect(await own.takesCharges()).toBe(false);
    pinch().refuseCredentials(false);
    expect(await own.takesCharges()).toBe(true);
  });

  it.each(["lost", "reset", "500", "429", "HTML"] as const)(
    "is unknown if the bearer's answer is: %s",
    async (way) => {
      pinch().misbehave("token", way);
      await expect(gatewayTo().charge(requestOf())).rejects.toThrow(GatewayOutcomeUnknown);
    },
  );

  it("is unknown after the time that Pinch has to answer", async () => {
    const own = gatewayTo({ timeoutMs: 500 });
    await own.takesCharges(true);
    const request = requestOf();
    pinch().misbehave("payments/realtime", "silent", "after");
    await expect(own.charge(request)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(timesCharged(request)).toBe(1);
  });

  it("is refused by a 403 or by two 401, and takes no more until a harmless request is accepted", async () => {
    for (const [way, times] of [
      ["403", 1],
      ["403 of a proxy", 1],
      ["401", 2],
    ] as const) {
      const own = gatewayTo();
      pinch().misbehave("payments/realtime", way, "before", times);
      await expect(own.charge(requestOf())).rejects.toThrow(GatewayRefusedUs);
      pinch().misbehave("health/auth", "404");
      expect(await own.takesCharges()).toBe(false);
      expect(await own.takesCharges()).toBe(true);
    }
  });

  it("of a nonce that was used is the original's, with its card", async () => {
    const request = requestOf();
    const result = await gateway().charge(request);
    pinch().misbehave("payments/realtime", "lost", "after");
    const lost = requestOf();
    await expect(gateway().charge(lost)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(await gateway().charge(request)).toEqual(result);
    expect(await gateway().findCharge(lost.key)).toMatchObject({
      status: "succeeded",
      card: { lastFour: "4242" },
    });
    expect([timesCharged(request), timesCharged(lost)]).toEqual([1, 1]);
  });
});
