import { describe, expect, it, onTestFinished } from "vitest";
import { WAYS } from "../../e2e/stand-ins/pinch/days";
import { startPinchStandIn } from "../../e2e/stand-ins/pinch/server";
import { orderId } from "../../e2e/support/bodies";
import { authorityFor } from "../../e2e/support/debit-promises";
import { keepsPayoutPromises } from "../../e2e/support/payout-promises";
import { PINCH_CREDENTIALS } from "../../e2e/support/pinch";
import { addBusinessDays } from "../dates/business-days";
import { DAY_MS } from "../dates/time";
import { createPinchDebits } from "./debits";
import { createPinchGateway } from "./gateway";

const ACCOUNT = { accountName: "M Chen", bsb: "062000", accountNumber: "12345678" };
const providerId = "provider";

async function scene() {
  let clock = new Date("2026-12-07T12:00:00Z");
  const now = () => clock;
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS, now });
  onTestFinished(() => pinch.close());
  const ledger = pinch.ledgers.test;
  const account = {
    ...{
      id: "gwa_pinch",
      mode: "test" as const,
      secret: () => PINCH_CREDENTIALS,
      externalAccount: "mch_one",
    },
    ...{ timeoutMs: 120_000, bases: pinch.bases, now },
  };
  const [processor, gateway] = [createPinchDebits(account), createPinchGateway(account)];
  const moveTo = (day: string) => {
    clock = new Date(`${day}T02:00:00Z`);
  };
  async function submitted(amountCents: number, description = "Payment 1 of 4") {
    const authority = await authorityFor(processor, ACCOUNT, { providerId });
    const date = addBusinessDays(clock.toISOString().slice(0, 10), 3);
    const key = `dbt-${orderId()}`;
    await processor.submit({ providerId, key, authority, amountCents, date, description }, clock);
    return { key, date };
  }
  return {
    ...{ pinch, ledger, processor, providerId, moveTo, submitted },
    async charge(amountCents: number) {
      const key = `key-${orderId()}`;
      const token = ledger.tokenFor("approved");
      await gateway.charge({ key, providerId, providerOrderId: orderId(), amountCents, token });
      return key;
    },
    async debit(amountCents: number) {
      const { key, date } = await submitted(amountCents);
      moveTo(addBusinessDays(date, 4));
      return key;
    },
    async refund(key: string, amountCents: number) {
      const asked = { key: `ref-${orderId()}`, charge: { key, reference: null }, amountCents };
      expect(await gateway.refund(asked)).toMatchObject({ status: "pending" });
      return asked.key;
    },
    async payOut() {
      clock = new Date(clock.getTime() + DAY_MS);
      return clock;
    },
    since: (cursor: string | null) => processor.payoutsSince!(providerId, cursor, clock),
    lines: async () =>
      (await processor.payoutsSince!(providerId, null, clock)).payouts.flatMap((one) => one.lines),
  };
}

describe("Pinch's transfers", () => {
  keepsPayoutPromises(scene);

  it("read the same whatever Pinch leaves open, for the merchant that the account acts for", async () => {
    const { charge, debit, refund, payOut, lines, ledger, pinch } = await scene();
    await debit(15_000);
    const charged = await charge(1_500);
    await charge(2_500);
    await payOut();
    await refund(charged, 500);
    await payOut();
    const told = await lines();
    const FEE = { key: null, grossCents: 0, feeCents: 100, netCents: -100, kind: "fee" };
    expect(told.filter(({ kind }) => kind === "fee")).toMatchObject([FEE, FEE, FEE]);
    const known = ({ reference: _, ...line }: (typeof told)[number]) => line;
    Object.assign(ledger.ofTransfers, {
      itemsHaveMetadata: true,
      feeIsItem: true,
      refundsAreNamedByPayment: true,
    });
    expect((await lines()).map(known)).toEqual(told.map(known));
    const calls = pinch.calls.filter(({ pathname }) => /transfers|refunds$/.test(pathname));
    expect(new Set(calls.map(({ headers }) => headers["current-merchant"]))).toEqual(new Set(["mch_one"]));
  });

  it("a dishonour that is charged for is a fee, and one that takes money back is a reversal", async () => {
    const { submitted, moveTo, lines, ledger } = await scene();
    const { key, date } = await submitted(15_000, "#insufficient-funds");
    moveTo(addBusinessDays(date, 4));
    const [charged] = await lines();
    expect(charged).toMatchObject({ kind: "fee", key: null, grossCents: 0, feeCents: 500, netCents: -500 });
    ledger.ofTransfers.dishonoursTakeBack = true;
    const [reversed] = await lines();
    expect(reversed).toMatchObject({
      kind: "reversal",
      key,
      grossCents: -15_000,
      feeCents: 500,
      netCents: -15_500,
    });
  });

  it("one is told once it is complete, however late it is listed, and again with nothing in it if it fails", async () => {
    const { charge, payOut, since, ledger } = await scene();
    const { statuses, hidden } = ledger.ofTransfers;
    const first = await charge(1_500);
    const now = await payOut();
    const id = `tra_${now.toISOString().slice(0, 10).replaceAll("-", "")}card`;
    hidden.add(id);
    const unlisted = await since(null);
    expect(unlisted.payouts).toEqual([]);
    hidden.clear();
    statuses.set(id, "processing");
    for (let days = 0; days < 20; days++) await payOut();
    await charge(2_500);
    await payOut();
    const unfinished = await since(unlisted.cursor);
    expect(unfinished.payouts.map(({ amountCents }) => amountCents)).toEqual([2_350]);
    statuses.clear();
    const finished = await since(unfinished.cursor);
    expect(finished.payouts).toMatchObject([{ reference: id, lines: [{ key: first }, { kind: "fee" }] }]);
    statuses.set(id, "failed");
    expect((await since(finished.cursor)).payouts).toMatchObject([
      { reference: id, amountCents: 0, lines: [] },
    ]);
  });

  it("what others took there, and a type that we do not know, have no key", async () => {
    const { charge, payOut, lines, ledger } = await scene();
    await charge(1_500);
    await payOut();
    for (const made of ledger.payments.values()) made.metadata = "somebody else's";
    expect(await lines()).toMatchObject([{ kind: "charge", key: null }, { kind: "fee" }]);
  });

  it.each(WAYS.filter((way) => way !== "silent"))("nothing is left out on a bad day: %s", async (way) => {
    const { charge, refund, payOut, since, pinch } = await scene();
    await refund(await charge(1_500), 500);
    await payOut();
    const good = await since(null);
    const { reference } = good.payouts[0]!;
    const paths = pinch.calls.map(({ pathname }) => pathname.replace("/test/", ""));
    const used = paths.filter((path) => /^(transfers|refunds$)/.test(path));
    expect(used).toContain(`transfers/items/${reference}`);
    for (const path of new Set(used)) {
      pinch.misbehave(path, way);
      const told = await since(null).catch((error) => error);
      if (!(told instanceof Error)) expect(told, path).toEqual(good);
      pinch.behave();
    }
    expect(await since(null)).toEqual(good);
  });
});
