import { expect, it } from "vitest";
import type { DebitProcessor } from "../../lib/gateway/debit-port";
import type { Payout } from "../../lib/gateway/payout-port";

/** A processor whose payouts are to keep the port's promises, at an account of its own that nothing has happened to. */
export interface PayoutCandidate {
  processor: DebitProcessor;
  providerId: string;
  /** Each names the key under which it was asked for, and succeeds. */
  charge(amountCents: number): Promise<string>;
  debit(amountCents: number): Promise<string>;
  refund(chargeKey: string, amountCents: number): Promise<string>;
  /** Lets time go by until all that has come and gone is paid out. @returns the time then */
  payOut(): Promise<Date>;
}

/** What the service relies on, for any processor whose payouts it reads. */
export function keepsPayoutPromises(candidate: () => Promise<PayoutCandidate>): void {
  async function scene() {
    const made = await candidate();
    /** All there is from a cursor on. */
    async function read(cursor: string | null, now: Date) {
      const payouts: Payout[] = [];
      for (let at = cursor, pages = 1; ; pages++) {
        const page = await made.processor.payoutsSince!(made.providerId, at, now);
        payouts.push(...page.payouts);
        at = page.cursor;
        if (!page.hasMore) return { payouts, cursor: at, pages };
      }
    }
    return { ...made, read };
  }
  const keysIn = (payouts: Payout[]) => payouts.flatMap(({ lines }) => lines.flatMap(({ key }) => key ?? []));

  it("its payouts have each payment and refund once, under our key, and their lines add up", async () => {
    const { charge, debit, refund, payOut, read } = await scene();
    const debited = await debit(15_000);
    const charged = await charge(1_500);
    await payOut();
    const refunded = await refund(charged, 500);
    const { payouts } = await read(null, await payOut());
    for (const { lines, amountCents, currency, paidOn } of payouts) {
      expect(lines.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(amountCents);
      for (const { grossCents, feeCents, netCents } of lines) expect(grossCents - feeCents).toBe(netCents);
      expect(currency.toUpperCase()).toBe("AUD");
      expect(paidOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    const lines = payouts.flatMap((one) => one.lines);
    const told = lines.filter(({ kind }) => kind !== "fee");
    const byKey = new Map(told.map((line) => [line.key, line]));
    expect(told.length).toBe(3);
    expect(byKey.get(debited)).toMatchObject({ kind: "debit", grossCents: 15_000 });
    expect(byKey.get(charged)).toMatchObject({ kind: "charge", grossCents: 1_500 });
    expect(byKey.get(refunded)).toMatchObject({ kind: "refund", grossCents: -500 });
    for (const { grossCents } of lines.filter(({ kind }) => kind === "fee")) expect(grossCents).toBe(0);
  });

  it("its payouts are the same whenever the same cursor asks, and none is told again by the next", async () => {
    const { charge, payOut, read } = await scene();
    await charge(1_500);
    const now = await payOut();
    const first = await read(null, now);
    expect(first.payouts.length).toBeGreaterThan(0);
    expect(await read(null, now)).toEqual(first);
    expect((await read(first.cursor, now)).payouts).toEqual([]);
  });

  it("a payout between two readings is in the second, and no other is", async () => {
    const { charge, payOut, read } = await scene();
    await charge(1_500);
    const { cursor } = await read(null, await payOut());
    const later = await charge(2_500);
    const { payouts } = await read(cursor, await payOut());
    expect(keysIn(payouts)).toEqual([later]);
  });

  it("many payouts come in parts, each once, the oldest first", async () => {
    const { charge, payOut, read } = await scene();
    const keys: string[] = [];
    let now = new Date();
    for (let n = 0; n < 23; n++) {
      keys.push(await charge(1_000 + n));
      now = await payOut();
    }
    const { payouts } = await read(null, now);
    expect(keysIn(payouts)).toEqual(keys);
    expect(payouts.map(({ paidOn }) => paidOn)).toEqual(payouts.map(({ paidOn }) => paidOn).sort());
  });
}
