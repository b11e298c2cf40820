import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "../../lib/db/client";
import type { Payout } from "../../lib/gateway/payout-port";
import { addBusinessDays } from "../../packages/dates/business-days";
import { DAY_MS } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import { createSandboxDebits } from "../../packages/sandbox-gateway/debits";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { WAYS } from "../stand-ins/stripe/faults";
import { cardToken, orderId } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { authorityFor } from "../support/debit-promises";
import { makeRoles } from "../support/gateway";
import { keepsPayoutPromises, type PayoutCandidate } from "../support/payout-promises";
import { startStripe, stripeRequest } from "../support/stripe";

const ACCOUNT = { accountName: "M Chen", bsb: "000000", accountNumber: "000123456" };
const sydney = (at: Date) => dateInZone(at, "Australia/Sydney");

/** Hands a debit over for the first date that is possible. */
async function debited(
  { processor, providerId }: Pick<PayoutCandidate, "processor" | "providerId">,
  given: { amountCents: number; now: Date; account?: typeof ACCOUNT },
) {
  const { amountCents, now, account = ACCOUNT } = given;
  const authority = await authorityFor(processor, account, { providerId });
  const date = addBusinessDays(sydney(now), 3);
  const request = { providerId, key: `dbt-${orderId()}`, authority, amountCents, date };
  await processor.submit({ ...request, description: "Payment 1 of 4" }, now);
  return { key: request.key, date };
}

describe("the sandbox's payouts", () => {
  let database: Database;
  beforeAll(async () => {
    const { gateway: url } = await makeRoles(await makeDatabase(inject("cluster")));
    database = openDatabase({ url, poolSize: 10, prepare: true, name: "payouts" });
  });
  afterAll(() => database.close());

  keepsPayoutPromises(async () => {
    const [account, providerId] = [`account-${orderId()}`, "provider"];
    const processor = createSandboxDebits(database.db, { id: account, account });
    const cards = createSandboxGateway(database.db, { account });
    let now = new Date("2026-12-07T12:00:00Z");
    return {
      processor,
      providerId,
      async charge(amountCents) {
        const request = { providerId, providerOrderId: orderId(), key: `key-${orderId()}`, amountCents };
        await cards.charge({ ...request, token: cardToken("visa") });
        return request.key;
      },
      debit: async (amountCents) => (await debited({ processor, providerId }, { amountCents, now })).key,
      async refund(key, amountCents) {
        const request = { key: `ref-${orderId()}`, charge: { key, reference: null }, amountCents };
        await cards.refund(request);
        return request.key;
      },
      async payOut() {
        await processor.payoutsSince!(providerId, null, now);
        now = new Date(now.getTime() + 14 * DAY_MS);
        return now;
      },
    };
  });
});

async function atStripe() {
  const stripe = await startStripe();
  const processor = stripe.processor();
  const gateway = stripe.adapter();
  const candidate = {
    processor,
    providerId: "provider",
    async charge(amountCents: number) {
      const { key } = await charged(amountCents);
      return key;
    },
    async debit(amountCents: number) {
      const { key, date } = await debited(candidate, { amountCents, now: stripe.now() });
      stripe.moveTo(addBusinessDays(date, 4));
      return key;
    },
    async refund(key: string, amountCents: number) {
      const request = {
        key: `ref-${orderId()}`,
        charge: { key, reference: references.get(key)! },
        amountCents,
      };
      await gateway.refund(request);
      return request.key;
    },
    async payOut() {
      stripe.days.aheadMs += DAY_MS;
      stripe.debits.happen();
      stripe.payouts.payOut();
      return stripe.now();
    },
  };
  const references = new Map<string, string>();
  async function charged(amountCents: number) {
    const request = { ...stripeRequest(), amountCents };
    await gateway.charge(request, async (reference) => {
      references.set(request.key, reference);
      return true;
    });
    return request;
  }
  return { ...candidate, stripe };
}

describe("Stripe's payouts", () => {
  const open: Awaited<ReturnType<typeof startStripe>>[] = [];
  afterAll(() => {
    for (const stripe of open) stripe.close();
  });
  const scene = async () => {
    const made = await atStripe();
    open.push(made.stripe);
    return made;
  };
  keepsPayoutPromises(scene);

  const kindsIn = (payouts: Payout[]) => payouts.flatMap(({ lines }) => lines.map(({ kind }) => kind)).sort();
  const since = async ({ processor }: Pick<PayoutCandidate, "processor">, cursor: string | null) =>
    processor.payoutsSince!("provider", cursor, new Date());

  it("one is told once it is paid and Stripe knows what is in it, and a manual one never", async () => {
    const { stripe, ...candidate } = await scene();
    await candidate.charge(1_500);
    stripe.payouts.payOut({ automatic: false, reconciliation_status: "not_applicable" });
    const { id } = stripe.payouts.payOut({ status: "in_transit", reconciliation_status: "in_progress" });
    const first = await since(candidate, null);
    expect(first.payouts).toEqual([]);
    for (let days = 0; days < 20; days++) await candidate.payOut();
    const payout = stripe.payouts.payouts.get(id)!;
    payout.status = "paid";
    const second = await since(candidate, first.cursor);
    expect(second.payouts.map(({ reference }) => reference)).not.toContain(id);
    payout.reconciliation_status = "completed";
    expect((await since(candidate, second.cursor)).payouts).toMatchObject([{ reference: id }]);
  });

  it("one that fails later is told with nothing in it, and its payments with the one that sends the money again", async () => {
    const { stripe, ...candidate } = await scene();
    const key = await candidate.charge(1_500);
    const { id } = stripe.payouts.payOut();
    const first = await since(candidate, null);
    expect(first.payouts).toMatchObject([{ reference: id, amountCents: 1_370, lines: [{ key }, {}] }]);
    stripe.payouts.payouts.get(id)!.status = "failed";
    await candidate.payOut();
    const { payouts } = await since(candidate, first.cursor);
    const [again] = payouts.filter(({ reference }) => reference !== id);
    expect(payouts).toContainEqual(expect.objectContaining({ reference: id, amountCents: 0, lines: [] }));
    expect(again).toMatchObject({ amountCents: 1_270 });
    expect(again!.lines.map((line) => line.key).filter(Boolean)).toEqual([key]);
    expect(again!.lines.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(1_270);
  });

  it("a debit that failed before it was paid out leaves its fee, and a dispute takes the debit back", async () => {
    const { stripe, ...candidate } = await scene();
    const key = await candidate.debit(15_000);
    const account = { ...ACCOUNT, accountNumber: "222222227" };
    const failed = await debited(candidate, { amountCents: 7_000, now: stripe.now(), account });
    stripe.moveTo(addBusinessDays(failed.date, 4));
    await candidate.payOut();
    const first = await since(candidate, null);
    expect(kindsIn(first.payouts)).toEqual(["debit", "fee", "fee"]);
    expect(first.payouts[0]!.lines).toContainEqual(
      expect.objectContaining({ feeCents: 280, netCents: -280 }),
    );
    stripe.debits.dispute([...stripe.account.intents.values()].find(({ metadata }) => metadata.key === key)!);
    await candidate.payOut();
    const { payouts } = await since(candidate, first.cursor);
    const taken = { key, grossCents: -15_000, feeCents: 2_500, netCents: -17_500 };
    expect(payouts[0]!.lines).toContainEqual(expect.objectContaining({ kind: "reversal", ...taken }));
  });

  it("a charge has its key whether Stripe copies it from the intent or not, and others' have none", async () => {
    const { stripe, ...candidate } = await scene();
    const key = await candidate.charge(1_500);
    await candidate.charge(2_500);
    const [copied, foreign] = [...stripe.account.charges.values()];
    Object.assign(copied!, { metadata: {} });
    Object.assign(foreign!, { metadata: { order: "1" } });
    await candidate.payOut();
    const { payouts } = await since(candidate, null);
    const charges = payouts[0]!.lines.filter(({ kind }) => kind === "charge");
    expect(charges.map((line) => line.key)).toEqual([null, key]);
  });

  it("one of the other mode is told as that, with nothing in it, beside the others", async () => {
    const { stripe, ...candidate } = await scene();
    await candidate.charge(1_500);
    const { id } = stripe.payouts.payOut({ livemode: true });
    await candidate.charge(2_500);
    await candidate.payOut();
    const { payouts } = await since(candidate, null);
    expect(payouts).toMatchObject([{ reference: id, otherMode: "live", lines: [] }, { lines: [{}, {}] }]);
  });

  it.each(WAYS.filter((way) => way !== "slow"))("nothing is left out on a bad day: %s", async (way) => {
    const { stripe, ...candidate } = await scene();
    await candidate.charge(1_500);
    await candidate.payOut();
    const good = await since(candidate, null);
    for (const on of [/GET .*payouts/, /GET .*balance_transactions/]) {
      stripe.misbehave({ way, when: "before", on, times: 2 });
      await expect(since(candidate, null)).rejects.toThrow();
      stripe.behave();
    }
    expect(await since(candidate, null)).toEqual(good);
  });
});
