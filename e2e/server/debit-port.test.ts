import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "../../lib/db/client";
import type { DebitProcessor } from "../../lib/gateway/debit-port";
import { addBusinessDays } from "../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";
import { createSandboxDebits } from "../../packages/sandbox-gateway/debits";
import { orderId } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { authorityFor, DEBITED_PROVIDER, keepsDebitPromises } from "../support/debit-promises";
import { makeRoles } from "../support/gateway";

/** A Monday, late in the evening in Sydney and still noon in UTC. */
const NOW = new Date("2026-12-07T12:00:00Z");
const FIRST = "2026-12-10";
/** Two, four and ten business days later, over Christmas. */
const RESULT = "2026-12-14";
const SETTLED = "2026-12-16";
const REVERSED = "2026-12-24";
const noon = (day: CalendarDate) => new Date(`${day}T01:00:00Z`);
const accountOf = (accountNumber: string, bsb = "000000") => ({ accountName: "M Chen", bsb, accountNumber });
const PAYS = accountOf("000123456");

describe("the sandbox's processor of debits", () => {
  let database: Database;
  let processor: DebitProcessor;
  let another: DebitProcessor;

  beforeAll(async () => {
    const { gateway: url } = await makeRoles(await makeDatabase(inject("cluster")));
    database = openDatabase({ url, poolSize: 10, prepare: true, name: "debits" });
    processor = createSandboxDebits(database.db, { id: "one", account: "one" });
    another = createSandboxDebits(database.db, { id: "two", account: "two" });
  });
  afterAll(() => database.close());

  keepsDebitPromises(() => ({ processor, another, now: NOW, at: noon, account: PAYS, lostCents: 15_092 }));

  async function debited(
    amountCents: number,
    { account = PAYS, providerId = DEBITED_PROVIDER, date = FIRST, key = `dbt-${orderId()}` } = {},
  ) {
    const authority = await authorityFor(processor, account, { providerId });
    const request = { providerId, key, authority, amountCents, date, description: "Payment 1 of 4" };
    await processor.submit(request, NOW);
    return {
      key,
      on: async (day: CalendarDate) => {
        const result = await processor.find({ key, authority, reference: null }, noon(day));
        const { key: _key, amountCents: _amount, reference: _reference, ...rest } = result!;
        const { date: told, ...outcome } = rest;
        expect(told, "the date that was asked for").toBe(date);
        return outcome;
      },
    };
  }
  const PENDING = { status: "pending" };
  const PAID = { status: "paid" };
  const dishonoured = (reason: string) => ({ status: "dishonoured", reason });

  it.each([
    ["ordinary cents", 15_000, PAYS, null],
    ["an account elsewhere that has a failing one's number", 15_000, accountOf("111111113", "062000"), null],
    ["the closed account", 15_000, accountOf("111111113"), "account_closed"],
    [
      "the account with too little money, whatever the cents",
      15_003,
      accountOf("222222227"),
      "insufficient_funds",
    ],
    [
      "the account that was stopped, also with cents for a lost response",
      15_092,
      accountOf("333333335"),
      "bank_stopped",
    ],
    ["cents .01", 15_001, PAYS, "insufficient_funds"],
    ["cents .02", 15_002, PAYS, "temporary"],
    ["cents .03", 15_003, PAYS, "account_closed"],
    ["cents .04", 15_004, PAYS, "account_invalid"],
    ["cents .05", 15_005, PAYS, "bank_stopped"],
    ["cents .06", 15_006, PAYS, "technical"],
    ["cents .07", 15_007, PAYS, "deceased"],
  ])("answers two business days after the date: %s", async (_title, cents, account, reason) => {
    const { on } = await debited(cents, { account });
    expect(await on(addDays(RESULT, -1))).toEqual(PENDING);
    expect(await on(RESULT)).toEqual(reason ? dishonoured(reason) : PAID);
    expect(await on(addDays(SETTLED, -1))).toMatchObject({ status: reason ? "dishonoured" : "paid" });
    expect(await on("2027-12-01")).toEqual(reason ? dishonoured(reason) : PAID);
  });

  it("takes the money back ten business days after the date where the cents are .91", async () => {
    const { on } = await debited(15_091);
    expect(await on(addDays(REVERSED, -1))).toEqual(PAID);
    expect(await on(REVERSED)).toEqual({ status: "reversed", reason: "bank_stopped" });
  });

  it("refunds a debit from its settlement on, never more than was paid, and none that was taken back", async () => {
    const [{ key }, reversed] = [await debited(15_000), await debited(15_091)];
    const refunds = processor.refunds!;
    const request = (amountCents: number, of = key) => ({
      key: `ref-${orderId()}`,
      charge: { key: of, reference: null },
      amountCents,
    });
    const refund = (asked: ReturnType<typeof request>, day: CalendarDate) => refunds.refund(asked, noon(day));
    const early = await refund(request(5_000), addDays(SETTLED, -1));
    const possibleFrom = new Date(`${SETTLED}T00:00:00+10:00`);
    expect(early).toMatchObject({ status: "refused", reason: "not_yet", possibleFrom });
    const first = request(10_000);
    expect(await refunds.find(first, null, NOW)).toBeNull();
    for (let times = 0; times < 2; times++)
      expect(await refund(first, SETTLED)).toMatchObject({ key: first.key, status: "succeeded" });
    expect(await refunds.find(first, null, NOW)).toMatchObject({ status: "succeeded", amountCents: 10_000 });
    expect(await refund(request(5_001), SETTLED)).toMatchObject({ reason: "exceeds_paid" });
    expect(await refund(request(5_000), SETTLED)).toMatchObject({ status: "succeeded" });
    expect(await refund(request(1, reversed.key), REVERSED)).toMatchObject({ reason: "not_applicable" });
    expect(await another.refunds!.refund(request(1), noon(SETTLED))).toMatchObject({
      reason: "not_applicable",
    });
  });

  it("refuses an authority that it does not know, and one of another provider", async () => {
    const theirs = await authorityFor(processor, PAYS, { providerId: "another" });
    for (const authority of ["unknown", theirs]) {
      const about = { providerId: DEBITED_PROVIDER, key: `dbt-${orderId()}`, description: "Payment 1 of 4" };
      const request = { ...about, authority, amountCents: 100, date: FIRST };
      const result = await processor.submit(request, NOW);
      expect(result).toMatchObject({ status: "refused", reason: "technical" });
    }
  });

  it("counts the lead by Sydney's day, not by UTC's", async () => {
    const authority = await authorityFor(processor, PAYS);
    const request = {
      providerId: DEBITED_PROVIDER,
      authority,
      amountCents: 100,
      date: FIRST,
      description: "",
    };
    const asked = (now: string) => processor.submit({ ...request, key: `dbt-${orderId()}` }, new Date(now));
    expect(await asked("2026-12-07T12:59:59Z")).toMatchObject({ status: "pending" });
    expect(await asked("2026-12-07T13:00:00Z")).toMatchObject({ status: "refused" });
  });

  it("reports results, settlements and reversals on their days, oldest first", async () => {
    const providerId = `provider-${orderId()}`;
    const late = await debited(100, { providerId, date: addBusinessDays(FIRST, 1) });
    const failed = await debited(101, { providerId });
    const reversed = await debited(191, { providerId, key: "dbt-z" });
    const changes = (cursor: string | null, day: CalendarDate) =>
      processor.changedSince(providerId, cursor, noon(day));
    expect(await changes(null, addDays(RESULT, -1))).toMatchObject({ keys: [], hasMore: false });
    const first = await changes(null, addBusinessDays(RESULT, 1));
    expect(first.keys).toEqual([failed.key, reversed.key, late.key]);
    const second = await changes(first.cursor, addBusinessDays(SETTLED, 1));
    expect(second.keys).toEqual([reversed.key, late.key]);
    expect((await changes(second.cursor, REVERSED)).keys).toEqual([reversed.key]);
  });

  it("reports twice and out of order where the cents are .93", async () => {
    const providerId = `provider-${orderId()}`;
    const before = await debited(100, { providerId, key: `dbt-a-${orderId()}` });
    const repeated = await debited(193, { providerId, key: `dbt-b-${orderId()}` });
    const { keys } = await processor.changedSince(providerId, null, noon(RESULT));
    expect(keys).toEqual([repeated.key, before.key, repeated.key]);
    expect(await repeated.on(RESULT)).toEqual(PAID);
  });

  it("reports more than five hundred changes of one day in parts, each once", async () => {
    const providerId = `provider-${orderId()}`;
    const authority = await authorityFor(processor, PAYS, { providerId });
    const request = { providerId, authority, amountCents: 101, date: FIRST, description: "" };
    const keys = Array.from({ length: 502 }, (_, n) => `dbt-${providerId}-${1000 + n}`);
    await Promise.all(keys.map((key) => processor.submit({ ...request, key }, NOW)));
    const first = await processor.changedSince(providerId, null, noon(RESULT));
    expect(first).toMatchObject({ hasMore: true, keys: { length: 500 } });
    const rest = await processor.changedSince(providerId, first.cursor, noon(RESULT));
    expect(rest).toMatchObject({ hasMore: false, keys: { length: 2 } });
    expect([...first.keys, ...rest.keys].sort()).toEqual(keys);
  });
});
