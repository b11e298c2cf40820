import { describe, expect, it } from "vitest";
import type { BankDetails } from "../../lib/direct-debit/bank-details";
import type { DebitProcessor, DebitRequest, DebitResult } from "../../lib/gateway/debit-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { addBusinessDays, isBusinessDay, nextBusinessDay } from "../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { orderId } from "./bodies";

/** A processor of debits that is to keep the port's promises, with what a test cannot know of it. */
export interface DebitCandidate {
  processor: DebitProcessor;
  /** Another account at the same processor. Null in a rehearsal, which has one account. */
  another: DebitProcessor | null;
  /** The time on its clock. */
  now: Date;
  /** Noon of that day on its clock, by when all that was to happen has happened. Null if its clock cannot be moved. */
  at(day: CalendarDate): Date | null;
  /** An account whose debits are paid. */
  account: BankDetails;
  /** The amount whose first response is lost, after the debit was stored. Null if no response can be lost. */
  lostCents: number | null;
  /** It checks dates itself, so the processor never hears of a debit on an impossible one. */
  checksDates?: true;
}

export const DEBITED_PROVIDER = "provider";

/** Registers a bank account and names its authority. */
export async function authorityFor(
  processor: DebitProcessor,
  account: BankDetails,
  { providerId = DEBITED_PROVIDER, key = `dda-${orderId()}` } = {},
): Promise<string> {
  const student = { firstName: "Mia", lastName: "Chen", email: "mia.chen@example.com" };
  const result = await processor.register({
    providerId,
    key,
    account,
    student,
    ipAddress: null,
    userAgent: null,
  });
  if (result.status !== "registered") throw new Error("The account was refused");
  return result.reference;
}

const sydneyDay = (at: Date): CalendarDate => dateInZone(at, "Australia/Sydney");

/** What the service relies on, for any processor of direct debits. */
export function keepsDebitPromises(candidate: () => DebitCandidate): void {
  const today = () => sydneyDay(candidate().now);

  async function requestOf(given: Partial<DebitRequest> = {}): Promise<DebitRequest> {
    const { processor, account } = candidate();
    const providerId = given.providerId ?? DEBITED_PROVIDER;
    return {
      providerId,
      key: `dbt-${orderId()}`,
      authority: await authorityFor(processor, account, { providerId }),
      amountCents: 15_000,
      date: addBusinessDays(today(), 3),
      description: "Course payment 2 of 12",
      ...given,
    };
  }
  const submit = (request: DebitRequest, now = candidate().now) => candidate().processor.submit(request, now);
  const asked = ({ key, authority }: DebitRequest) => ({ key, authority, reference: null });
  const find = (request: DebitRequest, now = candidate().now) =>
    candidate().processor.find(asked(request), now);

  async function keysSince(providerId: string, cursor: string | null, now: Date): Promise<string[]> {
    const keys = [];
    for (let at = cursor, hasMore = true; hasMore; ) {
      const changes = await candidate().processor.changedSince(providerId, at, now);
      keys.push(...changes.keys);
      ({ cursor: at, hasMore } = changes);
    }
    return keys;
  }

  describe("keeps the port's promises:", () => {
    it("a key debits once, and gives the present result again", async () => {
      const request = await requestOf();
      const first = await submit(request);
      const { key, date } = request;
      expect(first).toMatchObject({ key, date, amountCents: 15_000, status: "pending" });
      const later = nextBusinessDay(addDays(date, 7));
      // Late too: its own date may be impossible by then.
      for (const other of [later, today()])
        expect(await submit({ ...request, amountCents: 200, date: other })).toEqual(first);
      expect(await find(request)).toEqual(first);
    });

    it("forty submissions of a key at once make one debit", async () => {
      const request = await requestOf();
      const amounts = Array.from({ length: 40 }, (_, n) => 15_000 + n * 100);
      const results = await Promise.all(amounts.map((amountCents) => submit({ ...request, amountCents })));
      for (const one of results) expect(one).toEqual(results[0]);
      expect(await find(request)).toEqual(results[0]);
    });

    it("an authority that is registered again is the same one", async () => {
      const { processor, account } = candidate();
      const key = `dda-${orderId()}`;
      const first = await authorityFor(processor, account, { key });
      expect(await authorityFor(processor, account, { key })).toBe(first);
    });

    it("it finds nothing under a key that it never saw", async () => {
      expect(await find(await requestOf())).toBeNull();
    });

    it("a date too early, or on which banks do not debit, is refused, and stays so under the key of a debit that the processor heard of", async () => {
      const { checksDates } = candidate();
      const first = addBusinessDays(today(), 3);
      const sunday = [1, 2, 3, 4, 5, 6, 7].map((n) => addDays(first, n)).find((day) => !isBusinessDay(day))!;
      for (const date of [addBusinessDays(first, -1), sunday]) {
        const request = await requestOf({ date });
        const refused = await submit(request);
        expect(refused).toMatchObject({ status: "refused", reason: "technical" });
        expect(await find(request)).toEqual(checksDates ? null : refused);
        if (checksDates) continue;
        expect(await submit({ ...request, date: nextBusinessDay(addDays(first, 7)) })).toEqual(refused);
      }
    });

    it("a debit whose response was lost is found, and is not made again", async (context) => {
      const amountCents = candidate().lostCents;
      if (amountCents === null) return context.skip("no response can be lost");
      const request = await requestOf({ amountCents });
      await expect(submit(request)).rejects.toThrow(GatewayOutcomeUnknown);
      const found = await find(request);
      expect(found).toMatchObject({ status: "pending", amountCents: request.amountCents });
      expect(await submit(request)).toEqual(found);
    });

    it("it is paid, then settled, and reports both, again if an old cursor asks", async (context) => {
      const providerId = `provider-${orderId()}`;
      const request = await requestOf({ providerId });
      await submit(request);
      const { processor, now, at } = candidate();
      const before = await processor.changedSince(providerId, null, now);
      expect(before.keys).toEqual([]);
      const settled = at(addBusinessDays(request.date, 4));
      if (!settled) return context.skip("its clock cannot be moved");
      expect(await find(request, settled)).toMatchObject({ status: "paid" });
      const again = { ...request, date: addBusinessDays(request.date, 10) };
      expect(await submit(again, settled), "sent again").toMatchObject({ status: "paid" });
      expect(await keysSince(providerId, before.cursor, settled)).toContain(request.key);
      expect(await keysSince(providerId, before.cursor, settled), "asked again").toContain(request.key);
      const { cursor } = await processor.changedSince(providerId, before.cursor, settled);
      expect(await keysSince(providerId, cursor, settled)).toEqual([]);
    });

    it("debits of another account or provider are unseen", async (context) => {
      const { another, account, processor, now, at } = candidate();
      if (!another) return context.skip("one account is rehearsed");
      const request = await requestOf();
      await submit(request);
      expect(await another.find(asked(request), now)).toBeNull();
      const authority = await authorityFor(another, account);
      const theirs: DebitResult = await another.submit({ ...request, authority, amountCents: 777_000 }, now);
      expect(theirs.amountCents, "their own debit, under the same key").toBe(777_000);
      expect(await find(request)).toMatchObject({ amountCents: 15_000 });
      const other = await requestOf({ providerId: "another" });
      await submit(other);
      const reported = at(addBusinessDays(request.date, 4));
      if (!reported) return context.skip("its clock cannot be moved");
      const keys = await keysSince(DEBITED_PROVIDER, null, reported);
      expect(keys).toContain(request.key);
      expect(keys).not.toContain(other.key);
      expect((await processor.changedSince("nobody", null, reported)).keys).toEqual([]);
    });
  });
}
