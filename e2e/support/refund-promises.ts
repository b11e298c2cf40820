import { expect, it, type TestContext } from "vitest";
import type { CardGateway, RefundRequest, RefundResult } from "../../lib/gateway/port";
import { orderId } from "./bodies";

export interface RefundCandidate {
  gateway: CardGateway;
  /** A refund of this amount fails after it was accepted: by itself, or once `sendBack` was called. */
  failsLate?: number;
  sendBack?(key: string): void | Promise<void>;
  /** It is an account at a processor, which is rehearsed: what it did before is not looked for. */
  rehearsesSince?: Date;
}

/** A rehearsal says what it leaves out. */
export function leaveOut({ rehearsesSince }: RefundCandidate, { skip }: TestContext, why: string): void {
  if (rehearsesSince) skip(why);
}

type Charge = RefundRequest["charge"];

const ACCEPTED = ["pending", "succeeded"];

/** @param charge makes a charge of 1,500 cents */
export function keepsRefundPromises(
  candidate: () => RefundCandidate,
  charge: (outcome?: "declines") => Promise<Charge>,
): void {
  const requestOf = (charge: Charge, amountCents = 500): RefundRequest => ({
    key: `refund-${orderId()}`,
    charge,
    amountCents,
  });
  const find = (request: RefundRequest, { reference }: Pick<RefundResult, "reference"> = {}) =>
    candidate().gateway.findRefund(request, reference);

  it("a refund is made once, however often it is asked", async () => {
    const { gateway } = candidate();
    const request = requestOf(await charge());
    expect(await find(request)).toBeNull();
    const asked = await Promise.all(Array.from({ length: 5 }, () => gateway.refund(request)));
    for (const one of asked) {
      expect(one).toMatchObject({ key: request.key, amountCents: 500 });
      expect(ACCEPTED).toContain(one.status);
    }
    expect(ACCEPTED).toContain((await find(request))?.status);
    expect(ACCEPTED).toContain((await find(request, asked[0]))?.status);
    const rest = await gateway.refund(requestOf(request.charge, 1000));
    expect(ACCEPTED, "it took the rest, so that the first was made once").toContain(rest.status);
  });

  it("refunds at once never give back more than was paid, and a charge that was given back in full pays for nothing", async () => {
    const { gateway } = candidate();
    const made = await charge();
    const found = () => gateway.findCharge(made.key, made.reference);
    const requests = [requestOf(made, 1000), requestOf(made, 1000)];
    const results = await Promise.all(requests.map((request) => gateway.refund(request)));
    const refused = results.filter(({ status }) => status === "refused");
    expect(refused).toEqual([expect.objectContaining({ reason: "exceeds_paid", amountCents: 1000 })]);
    expect(await found()).not.toHaveProperty("isRefunded", true);
    await gateway.refund(requestOf(made, 500));
    expect(await found()).toMatchObject({ status: "succeeded", isRefunded: true });
    expect(await gateway.refund(requestOf(made, 1))).toMatchObject({ status: "refused" });
  });

  it("what was declined cannot be refunded", async () => {
    const { gateway } = candidate();
    const request = requestOf(await charge("declines"));
    expect(await gateway.refund(request)).toMatchObject({
      key: request.key,
      status: "refused",
      reason: "not_applicable",
    });
    expect(await find(request)).toBeNull();
  });

  it("a refund that failed late says so, and its amount can be refunded again", async (context) => {
    const { gateway, failsLate, sendBack } = candidate();
    if (failsLate === undefined) return leaveOut(candidate(), context, "it cannot be made to fail one");
    const request = requestOf(await charge(), failsLate);
    const accepted = await gateway.refund(request);
    expect(ACCEPTED).toContain(accepted.status);
    await sendBack?.(request.key);
    const failed = await find(request, accepted);
    expect(failed).toMatchObject({ key: request.key, status: "failed", reason: expect.any(String) });
    expect(await find(request, accepted)).toEqual(failed);
    expect(ACCEPTED).toContain((await gateway.refund(requestOf(request.charge, 1500))).status);
  });
}
