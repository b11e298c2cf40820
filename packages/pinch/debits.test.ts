import { beforeAll, describe, expect, it } from "vitest";
import { orderId } from "../../e2e/support/bodies";
import { authorityFor, keepsDebitPromises } from "../../e2e/support/debit-promises";
import { pinchScene } from "../../e2e/support/pinch";
import type { DebitProcessor } from "../../lib/gateway/debit-port";
import { addBusinessDays } from "../dates/business-days";
import type { CalendarDate } from "../dates/calendar";
import { debitPayment, outcomeOf, paymentsIn } from "./debit-answers";

/** A Monday, late in the evening in Sydney and still noon in UTC. */
const NOW = new Date("2026-12-07T12:00:00Z");
/** The first date that is possible, and two and four business days later. */
const [FIRST, RESULT, SETTLED] = ["2026-12-10", "2026-12-14", "2026-12-16"];
const noon = (day: CalendarDate) => new Date(`${day}T01:00:00Z`);
const ACCOUNT = { accountName: "M Chen", bsb: "062000", accountNumber: "12345678" };
const LOST_CENTS = 15_092;
const PENDING = { status: "pending" };
const PAID = { status: "paid" };

const { pinch, debitsTo, ledger } = pinchScene(NOW);
const elsewhere = pinchScene(NOW);
let processor: DebitProcessor;
beforeAll(() => {
  processor = debitsTo();
});

describe("Pinch's debits", () => {
  const losing = (): DebitProcessor => ({
    ...processor,
    submit(request, now) {
      const isFirst = ![...ledger().debits.values()].some(({ nonce }) => nonce === request.key);
      if (request.amountCents === LOST_CENTS && isFirst) pinch().misbehave("payments", "reset", "after");
      return processor.submit(request, now);
    },
  });
  keepsDebitPromises(() => ({
    processor: losing(),
    another: elsewhere.debitsTo(),
    now: NOW,
    at: noon,
    account: ACCOUNT,
    lostCents: LOST_CENTS,
    checksDates: true,
  }));
});

const found = (key: string, now: Date, reference: string | null = null) =>
  processor.find({ key, authority: "pyr_unused src_unused", reference }, now);

/** A debit of a provider of its own, at Pinch. */
async function debited(description = "Payment 1 of 4", date: CalendarDate = FIRST) {
  const [providerId, key] = [`provider-${orderId()}`, `dbt-${orderId()}`];
  const authority = await authorityFor(processor, ACCOUNT, { providerId });
  const request = { providerId, key, authority, amountCents: 15_000, date, description };
  const first = await processor.submit(request, NOW);
  const made = [...ledger().debits.values()].find(({ nonce }) => nonce === key)!;
  return {
    ...{ request, key, providerId, made, first },
    async on(day: CalendarDate) {
      const { key: _, amountCents: __, reference, date: told, ...outcome } = (await found(key, noon(day)))!;
      expect({ reference, told }).toEqual({ reference: made.id, told: date });
      return outcome;
    },
    changes: (cursor: string | null, day: CalendarDate) =>
      processor.changedSince(providerId, cursor, noon(day)),
  };
}

describe("what becomes of a debit at Pinch", () => {
  it("is told as far as it is certain", async () => {
    const { on } = await debited();
    expect(await on("2026-12-09")).toEqual(PENDING);
    expect(await on("2026-12-11")).toEqual(PENDING);
    expect(await on(RESULT)).toEqual(PAID);
    expect(await on(SETTLED)).toEqual(PAID);
  });

  it.each([
    ["insufficient-funds", "insufficient_funds"],
    ["temporary-problem", "temporary"],
    ["blocked-by-bank", "bank_stopped"],
    ["invalid-account", "account_invalid"],
    ["technical-error", "technical"],
    ["a-code-of-tomorrow", "bank_stopped"],
  ])("has a reason of ours: %s", async (code, reason) => {
    const { on, made } = await debited(`#${code}`);
    expect(await on("2026-12-11")).toEqual(PENDING);
    expect(await on(RESULT)).toEqual({ status: "dishonoured", reason });
    made.outcomes = [code.replace(/(^|-)([a-z])/g, (_all, _dash, letter) => letter.toUpperCase())];
    expect(await on(RESULT), "as older answers spell it").toEqual({ status: "dishonoured", reason });
  });

  it.each(["under-review", "returned-without-settlement", "Approved?"])(
    "stays open where the status is not known: %s",
    async (status) => {
      const { on, made } = await debited();
      made.status = status;
      expect(await on(SETTLED)).toEqual(PENDING);
    },
  );

  it("is refused once somebody has cancelled it at Pinch", async () => {
    const { on, made } = await debited();
    made.status = "cancelled";
    expect(await on(SETTLED)).toEqual({ status: "refused", reason: "technical" });
  });

  it("stays open for two weeks where Pinch no longer has the payment, in case it turns up", async () => {
    const { on, made } = await debited();
    pinch().misbehave(`payments/${made.id}`, "not found", "before", 2);
    expect(await on("2026-12-23")).toEqual(PENDING);
    expect(await on("2026-12-24")).toEqual({ status: "refused", reason: "technical" });
  });

  it("is one debit, whatever Pinch tries again by itself under the same payment", async () => {
    const { on, made, changes, key } = await debited("#insufficient-funds");
    made.outcomes.push(null);
    expect(await on(RESULT)).toEqual({ status: "dishonoured", reason: "insufficient_funds" });
    expect(await on("2026-12-15"), "under way again").toEqual(PENDING);
    expect(await on("2026-12-17")).toEqual(PAID);
    expect((await changes(null, SETTLED)).keys).toEqual([key]);
    expect([...ledger().debits.values()].filter(({ nonce }) => nonce === key)).toHaveLength(1);
  });

  it("tells the business day on which Pinch debits", async () => {
    const { made, key } = await debited();
    made.date = "2026-12-12";
    expect(await found(key, NOW)).toMatchObject({ date: RESULT });
  });

  it("is found where Pinch has forgotten the nonce: by its reference, or among its payer's", async () => {
    const { made, key, request } = await debited();
    made.nonce = null;
    expect(await found(key, NOW)).toBeNull();
    expect(await found(key, NOW, made.id)).toMatchObject({ key, reference: made.id });
    const again = await processor.find({ ...request, reference: null }, NOW);
    expect(again).toMatchObject({ key, reference: made.id });
    const next = { ...request, key: `dbt-${orderId()}`, reference: null };
    const { reference = "" } = await processor.submit(next, NOW);
    ledger().debits.get(reference)!.nonce = null;
    expect(await processor.find(next, NOW), "of two of one payer").toMatchObject({
      key: next.key,
      reference,
    });
    const other = await debited();
    await expect(found(key, NOW, other.made.id)).rejects.toThrow("another debit");
  });
});

describe("registering at Pinch", () => {
  it("makes one payer for a key, and another for another account under that key", async () => {
    const before = ledger().payers.size;
    const key = `dda-${orderId()}`;
    const first = await authorityFor(processor, ACCOUNT, { key });
    expect(await authorityFor(processor, ACCOUNT, { key })).toBe(first);
    expect(ledger().payers.size).toBe(before + 1);
    const corrected = { ...ACCOUNT, accountNumber: "87654321" };
    expect(await authorityFor(processor, corrected, { key })).not.toBe(first);
  });

  it("is refused for an account that Pinch does not take, and nowhere else", async () => {
    const student = { firstName: "Mia", lastName: "Chen", email: "mia.chen@example.com" };
    const about = {
      providerId: "provider",
      key: `dda-${orderId()}`,
      ipAddress: "203.0.113.7",
      userAgent: null,
    };
    const wrong = { ...ACCOUNT, bsb: "06200" };
    expect(await processor.register({ ...about, student, account: wrong })).toEqual({ status: "refused" });
    const nobody = { ...student, email: "mia.chen" };
    await expect(processor.register({ ...about, student: nobody, account: ACCOUNT })).rejects.toThrow("400");
  });

  it("of a debit: a payer that Pinch does not have is refused, and nothing is debited", async () => {
    const { request } = await debited();
    const unknown = { ...request, key: `dbt-${orderId()}`, authority: "pyr_none src_none" };
    expect(await processor.submit(unknown, NOW)).toMatchObject({ status: "refused", reason: "technical" });
    expect(await found(unknown.key, NOW)).toBeNull();
  });
});

describe("Pinch's reports of debits", () => {
  it.each(["camel", "pascal"] as const)(
    "are read in both shapes, with names in %s case",
    async (eventCasing) => {
      const { changes, key } = await debited("#insufficient-funds");
      for (const eventShape of ["payments", "dishonours"]) {
        Object.assign(ledger().ofDebits, { eventShape, eventCasing });
        expect(await changes(null, RESULT)).toMatchObject({ keys: [key], hasMore: false });
      }
    },
  );

  it("include one that is listed days after its date, and each is read once", async () => {
    const { changes, key } = await debited();
    ledger().ofDebits.hiddenDays.add(RESULT);
    const before = await changes(null, RESULT);
    expect(before.keys).toEqual([]);
    const still = await changes(before.cursor, "2026-12-17");
    expect(still.keys).toEqual([]);
    ledger().ofDebits.hiddenDays.clear();
    const late = await changes(still.cursor, "2026-12-18");
    expect(late.keys).toEqual([key]);
    expect((await changes(late.cursor, "2026-12-18")).keys).toEqual([]);
  });

  it("come in parts after a long silence, and none is lost", async () => {
    const { providerId, request } = await debited();
    const keys = [request.key];
    for (let n = 1; n <= 24; n++) {
      const key = `dbt-${orderId()}`;
      keys.push(key);
      await processor.submit({ ...request, key, date: addBusinessDays(FIRST, n) }, NOW);
    }
    const since = (cursor: string | null) => processor.changedSince(providerId, cursor, noon("2027-02-26"));
    const first = await since("2026-12-01");
    expect(first.hasMore).toBe(true);
    const second = await since(first.cursor);
    expect(second.hasMore).toBe(false);
    expect([...first.keys, ...second.keys]).toEqual(keys);
  });
});

describe("what a payment at Pinch says of a debit", () => {
  const about = {
    id: "pmt_1",
    amount: 15_000,
    transactionDate: "2026-12-09T13:00:00.0000000Z",
    metadata: null,
  };
  const FAILED = { status: "dishonoured", dishonour: { type: "blocked-by-bank" } };
  const SETTLED_THEN = { date: "2026-12-16T00:00:00" };

  it.each([
    ["paid and transferred", { status: "transferred" }, PAID],
    ["paid", { status: "approved" }, PAID],
    [
      "back after it was settled",
      { status: "dishonoured", attempts: [{ ...FAILED, settlement: SETTLED_THEN }] },
      { status: "reversed", reason: "bank_stopped" },
    ],
    [
      "failed, and a second attempt cancelled",
      { status: "cancelled", attempts: [FAILED, { status: "cancelled" }] },
      { status: "dishonoured", reason: "bank_stopped" },
    ],
    [
      "failed, and tried again",
      { status: "dishonoured", attempts: [FAILED, { status: "processing" }] },
      PENDING,
    ],
    [
      "approved, with no attempt that was",
      { status: "approved", attempts: [{ status: "processing" }] },
      PENDING,
    ],
    [
      "cancelled, with an attempt that paid",
      { status: "cancelled", attempts: [{ status: "transferred" }] },
      PENDING,
    ],
  ])("%s", (_title, told, outcome) => {
    expect(outcomeOf(debitPayment.parse({ ...about, ...told }))).toEqual(outcome);
  });
});

describe("the payments that an event of Pinch's names", () => {
  const payment = { id: "pmt_2", attemptId: "att_2", amount: 1255, status: "dishonoured" };

  it.each([
    [{ data: { payments: [{ id: "pmt_1", status: "approved" }, payment] } }, ["pmt_1", "pmt_2"]],
    [{ Data: { Payments: [{ Id: "pmt_1", Dishonour: null }] } }, ["pmt_1"]],
    [{ data: { dishonours: [{ typeEnum: 1, type: "insufficient-funds", fees: 500, payment }] } }, ["pmt_2"]],
    [{ Data: { Dishonours: [{ TypeEnum: 1, Payment: { Id: "pmt_3" } }] } }, ["pmt_3"]],
    [{ data: { transfer: { id: "tra_1" } } }, []],
  ])("%j", (event, payments) => {
    expect(paymentsIn({ id: "evt_1", type: "bank-results", ...event })).toEqual(payments);
  });
});
