import { describe, expect, it } from "vitest";
import { keepsItsPromises } from "../../e2e/support/gateway-promises";
import { pinchScene } from "../../e2e/support/pinch";

const HOUR_MS = 3_600_000;

const { gateway, gatewayTo, ledger, now, pass, requestOf, sendBack } = pinchScene();

describe("Pinch", () => {
  keepsItsPromises(() => ({
    failsLate: 700,
    sendBack,
    gateway: gateway(),
    token: (outcome) => ledger().tokenFor(outcome === "succeeds" ? "approved" : "insufficient-funds"),
  }));
});

describe("closing a key at Pinch", () => {
  it("is certain where nothing was sent, and else once the bearer of its request has expired", async () => {
    const key = requestOf().key;
    expect(await gateway().closeCharge(key, null)).toEqual({ key, amountCents: null, status: "closed" });
    expect(await gateway().closeCharge(key)).toEqual({ status: "cannot_close", expiresAt: undefined });
    expect(await gateway().closeCharge(key, "ch_other")).toEqual({
      status: "cannot_close",
      expiresAt: undefined,
    });
    const expiresAt = new Date(now().getTime() + HOUR_MS);
    const reference = `until:${expiresAt.toISOString()}`;
    expect(await gateway().closeCharge(key, reference)).toEqual({ status: "cannot_close", expiresAt });
    pass(HOUR_MS + 1_000);
    expect(await gateway().closeCharge(key, reference)).toMatchObject({ status: "closed" });
  });

  it("waits for the clock that is behind, Pinch's or ours", async () => {
    const ours = new Date(now().getTime() + 2 * HOUR_MS);
    const ahead = gatewayTo({ now: () => ours });
    const reference = `until:${new Date(now().getTime() + HOUR_MS).toISOString()}`;
    expect(await ahead.closeCharge(requestOf().key, reference)).toMatchObject({ status: "cannot_close" });
  });
});

describe("the list of Pinch's charges", () => {
  it.each([{}, { listIsBare: true }, { amountsAreStrings: true }])(
    "has ours alone, the oldest first: %o",
    async (settings) => {
      pass(HOUR_MS);
      const since = now();
      const requests = [requestOf(), requestOf("insufficient-funds"), requestOf()];
      for (const request of requests) {
        pass(1_000);
        await gateway().charge(request);
      }
      for (const made of [...ledger().payments.values()].slice(0, 2)) made.metadata = "somebody else's";
      Object.assign(ledger().settings, settings);
      const listed = await gateway().listCharges(since);
      expect(
        listed.map(({ key, status, amountCents, providerOrderId }) => ({
          key,
          status,
          amountCents,
          providerOrderId,
        })),
      ).toEqual(
        requests.map(({ key, providerOrderId }, index) => ({
          key,
          status: index === 1 ? "declined" : "succeeded",
          amountCents: 1500,
          providerOrderId,
        })),
      );
      expect(await gateway().listCharges(new Date(now().getTime() + 1))).toEqual([]);
    },
  );

  it("of an order it does not tell without its next keys, because its lists may lag behind", async () => {
    expect(await gateway().chargesOfOrder({ providerId: "provider", providerOrderId: "ORD-1" })).toBeNull();
  });
});
