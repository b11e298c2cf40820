import { describe, expect, it } from "vitest";
import { type ChargeRequest, type ChargeResult, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { orderId } from "./bodies";
import { type Attempts, attemptsAt } from "./charge-attempts";
import { keepsRefundPromises, leaveOut, type RefundCandidate } from "./refund-promises";

/** A gateway that is to keep the port's promises, with what a test cannot know of it. */
export interface Candidate extends RefundCandidate {
  /** A fresh card token that the gateway charges, or declines. */
  token(outcome: "succeeds" | "declines"): string | Promise<string>;
  /** What an order is called whose charge it declines, where the token does not decide. */
  declinedOrder?: string;
  /** Does at the bank what the gateway has asked the student to do. */
  act?(key: string): void | Promise<void>;
}

/** The provider of all charges that the suite makes. */
export const OF_SUITE = "provider";

const SETTLED = ["succeeded", "declined", "refused", "closed"];

/** What the service relies on, for any gateway: an adapter to a real one is run through it too. */
export function keepsItsPromises(candidate: () => Candidate): void {
  const requestOf = async (outcome: "succeeds" | "declines" = "succeeds"): Promise<ChargeRequest> => ({
    key: `key-${orderId()}`,
    providerId: OF_SUITE,
    providerOrderId: orderId() + ((outcome === "declines" && candidate().declinedOrder) || ""),
    amountCents: 1500,
    token: await candidate().token(outcome),
    returnUrl: "https://enrol.example/card-payment/return",
  });

  /** Charges that are older are not looked for. */
  const since = () => candidate().rehearsesSince ?? new Date(0);

  /** Its gateway, used as the service uses it. */
  const opened = () => ({ ...candidate(), ...attemptsAt(candidate().gateway) });

  /** Charges, and goes to the bank where that is asked for. */
  async function charged(
    request: ChargeRequest,
    { charge, findCharge, closeCharge }: Attempts = opened(),
  ): Promise<ChargeResult> {
    const first = await charge(request).catch(async (error) => {
      if (!(error instanceof GatewayOutcomeUnknown)) throw error;
      // As the service goes on; a closing at the same time may not be over yet.
      const known = (await findCharge(request.key)) ?? (await closeCharge(request.key));
      if (known.status !== "closed") throw error;
      return known;
    });
    if (first.status !== "action_required") return first;
    expect(first.url).toMatch(/^https?:\/\//);
    await candidate().act?.(request.key);
    const result = (await findCharge(request.key)) ?? (await closeCharge(request.key));
    if (!("key" in result)) throw new Error(`The charge is ${result.status}`);
    return result;
  }

  async function timesListed({ key }: ChargeRequest, from = since()): Promise<number> {
    return (await candidate().gateway.listCharges(from)).filter((one) => one.key === key).length;
  }

  describe("keeps the port's promises:", () => {
    it("a key charges once, however often it is asked, and gives the same result", async () => {
      const { gateway, ...attempts } = opened();
      const { charge, findCharge, closeCharge } = attempts;
      const request = await requestOf();
      const first = await charge(request);
      expect(await charge(request), "asked again").toEqual(first);
      expect(await findCharge(request.key)).toEqual(first);
      const result = await charged(request, attempts);
      expect(result).toMatchObject({
        key: request.key,
        amountCents: 1500,
        status: "succeeded",
        card: { lastFour: expect.stringMatching(/^\d{4}$/) },
      });
      const again = await Promise.all(Array.from({ length: 20 }, () => charge(request)));
      for (const one of [...again, await findCharge(request.key)]) expect(one).toEqual(result);
      expect(await closeCharge(request.key)).toEqual(result);
      expect(await timesListed(request)).toBe(1);
      expect(await timesListed(request, new Date(Date.now() + 86_400_000))).toBe(0);
      const [listed] = (await gateway.listCharges(since())).filter(({ key }) => key === request.key);
      expect(listed).toMatchObject({ amountCents: 1500, providerOrderId: request.providerOrderId });
    });

    it("a decline stays one, also for another token under its key", async () => {
      const { token, ...attempts } = opened();
      const request = await requestOf("declines");
      const result = await charged(request, attempts);
      expect(result).toMatchObject({ key: request.key, amountCents: 1500, status: "declined" });
      expect(await attempts.charge({ ...request, token: await token("succeeds") })).toEqual(result);
      expect(await attempts.closeCharge(request.key)).toEqual(result);
    });

    it("a key that it never saw is closed for ever, or it says that it cannot close one", async () => {
      const attempts = opened();
      const request = await requestOf();
      expect(await attempts.findCharge(request.key)).toBeNull();
      const closed = await attempts.closeCharge(request.key);
      expect(["closed", "cannot_close"]).toContain(closed.status);
      const late = await charged(request, attempts);
      expect(late.status).toBe(closed.status === "closed" ? "closed" : "succeeded");
      expect(await attempts.findCharge(request.key)).toEqual(late);
      expect(await timesListed(request)).toBe(closed.status === "closed" ? 0 : 1);
    });

    it("of a charge and a closing at once one wins, and all agree on it", async () => {
      const attempts = opened();
      for (let round = 0; round < 10; round++) {
        const request = await requestOf();
        const both = [charged(request, attempts), attempts.closeCharge(request.key)] as const;
        const [result, closing] = await Promise.all(both);
        expect(SETTLED).toContain(result.status);
        if (closing.status === "closed") expect(result).toEqual(closing);
        else expect(result.status).toBe("succeeded");
        expect(await attempts.findCharge(request.key)).toEqual(result);
      }
    });

    it("of an order it knows each charge, or says that it cannot tell: none declined", async (context) => {
      const { gateway, token } = candidate();
      const request = await requestOf();
      const order = { providerId: request.providerId, providerOrderId: request.providerOrderId };
      const known = await gateway.chargesOfOrder(order);
      if (known === null) return leaveOut(candidate(), context, "it cannot tell of an order");
      const none = [[], "none_lately"];
      expect(none).toContainEqual(known);
      const declined = { ...request, key: `key-${orderId()}`, token: await token("declines") };
      await charged(declined);
      expect(none).toContainEqual(await gateway.chargesOfOrder(order));
      const [result] = await Promise.all([charged(request), gateway.chargesOfOrder(order)]);
      const other = { ...request, key: `key-${orderId()}`, token: await token("succeeds"), amountCents: 1 };
      await charged(other);
      expect(await gateway.chargesOfOrder(order)).toEqual([
        result,
        expect.objectContaining({ key: other.key, amountCents: 1, status: "succeeded" }),
      ]);
      expect(none).toContainEqual(await gateway.chargesOfOrder({ ...order, providerId: "another" }));
    });

    keepsRefundPromises(candidate, async (outcome) => {
      const request = await requestOf(outcome);
      const attempts = attemptsAt(candidate().gateway);
      await charged(request, attempts);
      return { key: request.key, reference: attempts.references.get(request.key) ?? null };
    });
  });
}
