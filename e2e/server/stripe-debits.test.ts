import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { DebitRequest, DebitResult } from "../../lib/gateway/debit-port";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { addBusinessDays } from "../../packages/dates/business-days";
import { DAY_MS } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import { orderId } from "../support/bodies";
import { authorityFor, DEBITED_PROVIDER, keepsDebitPromises } from "../support/debit-promises";
import { startStripe } from "../support/stripe";

type Stripe = Awaited<ReturnType<typeof startStripe>>;
const accountOf = (accountNumber: string, bsb = "000000") => ({ accountName: "M Chen", bsb, accountNumber });
const PAYS = accountOf("000123456");

let stripe: Stripe;
let another: Stripe;
beforeAll(async () => {
  [stripe, another] = await Promise.all([startStripe(), startStripe()]);
});
afterAll(() => {
  stripe.close();
  another.close();
});

describe("direct debits by Stripe", () => {
  keepsDebitPromises(() => {
    const lostCents = 15_092;
    stripe.days.lostCents = lostCents;
    return {
      ...{ processor: stripe.processor(), another: another.processor({ id: "gwa_another" }) },
      ...{ now: stripe.now(), at: stripe.moveTo, account: PAYS, lostCents },
    };
  });
});

async function requestOf(account = PAYS, given: Partial<DebitRequest> = {}): Promise<DebitRequest> {
  const processor = stripe.processor();
  return {
    ...{ providerId: DEBITED_PROVIDER, key: `dbt-${orderId()}`, amountCents: 15_000 },
    authority: await authorityFor(processor, account),
    date: addBusinessDays(dateInZone(stripe.now(), "Australia/Sydney"), 3),
    description: "Course payment 2 of 12",
    ...given,
  };
}
const submit = (request: DebitRequest) => stripe.processor().submit(request, stripe.now());
const find = ({ key, authority }: DebitRequest, reference: string | null = null) =>
  stripe.processor().find({ key, authority, reference }, stripe.now());
const intentsOf = ({ key }: DebitRequest) =>
  [...stripe.account.intents.values()].filter(({ metadata }) => metadata.key === key);
/** All that asked a bank for money, by the stand-in's own records. */
const debitsOf = (request: DebitRequest) => intentsOf(request).filter((one) => one.latest_charge !== null);

describe("what became of a debit", () => {
  it.each([
    ["111111113", "account_closed"],
    ["222222227", "insufficient_funds"],
    ["333333335", "bank_stopped"],
    ["111111116", "account_invalid"],
  ])("account %s is dishonoured: %s, and its intent never takes money again", async (number, reason) => {
    const request = await requestOf(accountOf(number));
    const { reference = null } = await submit(request);
    stripe.moveTo(addBusinessDays(request.date, 2));
    const before = await stripe.processor().changedSince(DEBITED_PROVIDER, null, stripe.now());
    expect(before.keys).toContain(request.key);
    expect(await find(request, reference)).toMatchObject({ status: "dishonoured", reason });
    expect(intentsOf(request)).toMatchObject([{ status: "canceled" }]);
    expect(await submit(request)).toMatchObject({ status: "dishonoured", reason });
    expect(debitsOf(request)).toHaveLength(1);
  });

  it("a dispute takes a payment back, and is reported", async () => {
    const request = await requestOf();
    await submit(request);
    stripe.moveTo(addBusinessDays(request.date, 4));
    expect(await find(request)).toMatchObject({ status: "paid" });
    const { cursor } = await stripe.processor().changedSince(DEBITED_PROVIDER, null, stripe.now());
    const now = stripe.moveTo(addBusinessDays(request.date, 10));
    stripe.debits.dispute(intentsOf(request)[0]!);
    expect((await stripe.processor().changedSince(DEBITED_PROVIDER, cursor, now)).keys).toEqual([
      request.key,
    ]);
    expect(await find(request)).toMatchObject({ status: "reversed", reason: "bank_stopped" });
  });

  it("an inquiry before a dispute takes nothing back", async () => {
    const request = await requestOf();
    await submit(request);
    stripe.moveTo(addBusinessDays(request.date, 4));
    expect(await find(request)).toMatchObject({ status: "paid" });
    stripe.debits.dispute(intentsOf(request)[0]!);
    for (const status of [
      "warning_needs_response",
      "warning_under_review",
      "warning_closed",
      "won",
      "prevented",
    ] as const) {
      [...stripe.debits.disputes.values()].at(-1)!.status = status;
      expect(await find(request)).toMatchObject({ status: "paid" });
    }
  });

  it("reports go on where a clock that is ahead has asked for them", async () => {
    const processor = stripe.processor();
    const early = await processor.changedSince(
      DEBITED_PROVIDER,
      null,
      new Date(stripe.now().getTime() + 30 * DAY_MS),
    );
    const request = await requestOf();
    await submit(request);
    stripe.moveTo(addBusinessDays(request.date, 4));
    const { keys } = await processor.changedSince(DEBITED_PROVIDER, early.cursor, stripe.now());
    expect(keys).toContain(request.key);
  });

  it("is refunded once it is paid, once under each key, and not before", async () => {
    const request = await requestOf();
    const { reference = null } = await submit(request);
    const { refunds } = stripe.processor();
    const charge = { key: request.key, reference };
    const asked = { key: `ref-${orderId()}`, amountCents: 5_000, charge };
    const ask = () => refunds?.refund(asked, stripe.now());
    expect(await ask()).toMatchObject({ status: "refused", reason: "not_yet" });
    stripe.moveTo(addBusinessDays(request.date, 2));
    const refunded = await ask();
    expect(refunded).toMatchObject({ status: "succeeded", amountCents: 5_000 });
    stripe.forgetKeys();
    expect(await ask()).toEqual(refunded);
    expect(await refunds?.find(asked, null, stripe.now())).toEqual(refunded);
  });

  it("an authority that Stripe does not accept is refused before any bank hears of the debit", async () => {
    const good = await requestOf();
    const [customer, method] = good.authority.split(" ");
    const request = { ...good, authority: `${customer} ${method} mandate_ofNobody` };
    expect(await submit(request)).toMatchObject({ status: "refused", reason: "bank_stopped" });
    expect(await find(request)).toMatchObject({ status: "refused" });
    const unknown = { ...good, key: `dbt-${orderId()}`, authority: "cus_no pm_no mandate_no" };
    expect(await submit(unknown)).toMatchObject({ status: "refused", reason: "technical" });
    expect([...debitsOf(request), ...debitsOf(unknown)]).toEqual([]);
  });

  it("a status that we do not know, and another mode, are no result", async () => {
    const request = await requestOf();
    await submit(request);
    const [intent] = intentsOf(request);
    Object.assign(intent!, { status: "under_review" });
    await expect(find(request)).rejects.toThrow(GatewayOutcomeUnknown);
    Object.assign(intent!, { status: "processing", livemode: true });
    await expect(find(request)).rejects.toThrow(GatewayOutcomeUnknown);
  });
});

describe("a bank account that is registered", () => {
  const register = (account = PAYS, key = `dda-${orderId()}`, ipAddress: string | null = "203.0.113.9") =>
    stripe.processor().register({
      ...{ providerId: DEBITED_PROVIDER, key, account, ipAddress, userAgent: "a browser" },
      student: { firstName: "Mia", lastName: "Chen", email: `${key}@example.com` },
    });

  it("is the same one a week later and from another address, and another once it is corrected", async () => {
    const key = `dda-${orderId()}`;
    const first = await register(PAYS, key);
    stripe.forgetKeys();
    expect(await register(PAYS, key, null)).toEqual(first);
    const corrected = await register(accountOf("999123456"), key);
    expect(corrected).toMatchObject({ status: "registered" });
    expect(corrected).not.toEqual(first);
    const email = `${key}@example.com`;
    expect([...stripe.debits.customers.values()].filter((one) => one.email === email)).toHaveLength(1);
    expect(JSON.stringify([...stripe.debits.setups])).not.toContain("999123456");
  });

  it("is refused where Stripe does not take it, and can be corrected at once", async () => {
    const key = `dda-${orderId()}`;
    expect(await register(accountOf("000123456", "999999"), key)).toEqual({ status: "refused" });
    expect(await register(PAYS, key)).toMatchObject({ status: "registered" });
  });

  it("is not registered where Stripe refuses us", async () => {
    stripe.misbehave({ way: "401", when: "before", on: /customers/, times: 1 });
    await expect(register()).rejects.toThrow(GatewayNotReached);
  });
});

describe("on a bad day a debit is made once", () => {
  const MAX_TRIES = 6;

  /** As recovery does: asks, and sends again what Stripe never saw. A day passes after each try that failed. */
  async function untilKnown(request: DebitRequest): Promise<DebitResult> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      try {
        return (await find(request)) ?? (await submit(request));
      } catch {
        stripe.forgetKeys();
      }
    }
    throw new Error("The outcome is still not known");
  }

  const ways = ["reset", "html", "500", "empty", "409", "429", "401"] as const;
  const steps = [/GET \/v1\/payment_intents$/, /POST \/v1\/payment_intents$/, /confirm$/];
  const all = ways.flatMap((way) =>
    steps.flatMap((on) => (["before", "after"] as const).map((when) => ({ way, on, when }))),
  );
  it.each(all)("$way $when its effect at $on", async ({ way, on, when }) => {
    const request = await requestOf();
    // The client sends a request whose connection broke a second time.
    stripe.misbehave({ way, when, on, times: way === "reset" ? 2 : 1 });
    expect(await untilKnown(request)).toMatchObject({ status: "pending", amountCents: 15_000 });
    stripe.behave();
    expect(debitsOf(request)).toHaveLength(1);
    stripe.forgetKeys();
    const later = { ...request, amountCents: 200, date: addBusinessDays(request.date, 1) };
    expect(await submit(later)).toMatchObject({ status: "pending", amountCents: 15_000, date: request.date });
    expect(debitsOf(request)).toHaveLength(1);
  });

  it("an intent that was made and never sent is sent, and no second one is made", async () => {
    const request = await requestOf();
    stripe.misbehave({ way: "500", when: "before", on: /confirm$/, times: 1 });
    await expect(submit(request)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(await find(request)).toBeNull();
    stripe.forgetKeys();
    expect(await submit(request)).toMatchObject({ status: "pending" });
    expect(intentsOf(request)).toHaveLength(1);
  });

  it("a process that slept for a day after it looked for the debit sends none", async () => {
    const request = await requestOf();
    const realNow = Date.now;
    let asleepMs = 0;
    vi.spyOn(Date, "now").mockImplementation(() => realNow() + asleepMs);
    stripe.server.once("request", () => {
      asleepMs = DAY_MS;
    });
    await expect(submit(request)).rejects.toThrow(GatewayOutcomeUnknown);
    vi.restoreAllMocks();
    expect(debitsOf(request)).toEqual([]);
  });
});
