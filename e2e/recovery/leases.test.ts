import { getTableColumns, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, type TestContext, vi } from "vitest";
import { agreement, chargeAttempt, debit, email, instalment, webhookDelivery } from "../../drizzle/schema";
import { withDocument } from "../../lib/checkout/make-agreement";
import { leaseUnknownAttempt, releaseAttempt } from "../../lib/db/charge-attempts";
import { findCheckout } from "../../lib/db/checkouts";
import { leaseDueAttempts, postponeAttempt } from "../../lib/db/due";
import { renewLease } from "../../lib/db/leases";
import { deliverDue } from "../../lib/events/deliver";
import { dispatchEvents } from "../../lib/events/dispatch";
import { settleDue } from "../../lib/jobs/tick";
import { sendDueMails } from "../../lib/mail/send-due";
import { handOverDue } from "../../lib/plans/hand-over";
import { clockFrom, later } from "../../packages/dates/time";
import type { Sent } from "../../packages/mail/transport";
import { newWebhookSecret } from "../../packages/net/signature";
import { jobsPlace } from "../jobs/place";
import { makeAccount } from "../support/accounts";
import { confirmBody } from "../support/bodies";
import { attemptOf, checkoutIdOf } from "../support/charges";
import { signedPlan } from "../support/collection";
import { until } from "../support/poll";
import { authorisedPlan, payNow } from "../support/scenes";
import { startReceiver } from "../webhooks/receiver";
import { makeEndpoint } from "../webhooks/scene";

/** What a killed worker had begun is taken up within 30 seconds: its lease ends, and the next look finds it. */
const MAX_SECONDS = 30 - 5;

// Only what is repeated: a lease is renewed when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Something that is waited for until `end` is called with it. */
function held<T>() {
  let end = (_: T) => {};
  const given = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { given, end };
}

type Leased = typeof chargeAttempt | typeof debit | typeof email | typeof webhookDelivery;

async function placeWith(context: TestContext, table: Leased) {
  const place = await jobsPlace(context);
  return {
    ...place,
    /** Seconds from a moment to the lease's end, by the database's clock; null where nothing is leased. */
    async secondsLeft(aheadMs = 0) {
      const [row] = await place.db.execute<{ left: number | null }>(
        sql`select extract(epoch from max(lease_until) - clock_timestamp())::float8 as left from ${table}`,
      );
      return row!.left === null ? null : row!.left - aheadMs / 1000;
    },
    async leaseEnd() {
      const [row] = await place.db.execute<{ at: string }>(sql`select max(lease_until) as at from ${table}`);
      return row!.at;
    },
  };
}

/** The lease is short, renewed while the work lasts, and gone after it. */
async function expectLease(
  place: Awaited<ReturnType<typeof placeWith>>,
  work: Promise<unknown>,
  end: () => void,
  aheadMs = 0,
) {
  const left = await until("it is leased", () => place.secondsLeft(aheadMs));
  expect(left).toBeLessThanOrEqual(MAX_SECONDS);
  const before = await place.leaseEnd();
  // The lease is there a moment before the worker begins to renew it.
  await until("it is renewed", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    return (await place.leaseEnd()) > before;
  });
  end();
  await work;
  expect(await place.secondsLeft()).toBeNull();
}

it("a charge whose gateway says nothing is leased for a short time, as long as somebody asks", async (context) => {
  const place = await placeWith(context, chargeAttempt);
  const { deps } = place;
  await payNow(place.client, place.provider, "answer_lost");
  const aheadMs = 60_000;
  const { given, end } = held<void>();
  const findCharge = (key: string) => given.then(() => deps.gateway.findCharge(key));
  const asking = { ...deps, gatewayTimeoutMs: 30_000, gateway: { ...deps.gateway, findCharge } };
  const work = settleDue(asking, clockFrom(later(deps.now(), aheadMs)), () => true);
  await expectLease(place, work, end, aheadMs);
});

it("a debit whose processor says nothing, likewise; it is handed over once", async (context) => {
  const place = await placeWith(context, debit);
  const { deps, db, provider } = place;
  await makeAccount(deps, provider, ["unused-secret"]);
  await signedPlan(place, { count: 1, amount: 100 });
  await db.update(instalment).set({ handOverOn: sql`current_date - 1` });
  const { given, end } = held<void>();
  const submit = vi.fn();
  const byId: typeof deps.debits.byId = async (providerId, id) => {
    const own = await deps.debits.byId(providerId, id);
    if (!own) return null;
    submit.mockImplementation(own.submit);
    return { ...own, find: () => given.then(() => null), submit };
  };
  const asking = { ...deps, debits: { ...deps.debits, byId } };
  const work = handOverDue({
    deps: asking,
    clock: deps.now,
    goesOn: () => true,
    only: null,
    silent: new Set(),
  });
  await expectLease(place, work, end);
  expect(submit).toHaveBeenCalledOnce();
});

it("a mail whose mail server says nothing, likewise; it is sent once", async (context) => {
  const place = await placeWith(context, email);
  const { given, end } = held<Sent>();
  const send = vi.fn(() => given);
  const transport = { maxMs: 80_000, send, check: async () => null, close: async () => {} };
  const deps = { ...place.deps, mail: { from: "enrolments@example.com", transport } };
  await payNow(place.client, place.provider);
  await dispatchEvents(deps, deps.now);
  const work = sendDueMails(deps, deps.now, () => true);
  await expectLease(place, work, () => end({ outcome: "taken" }));
  expect(await work).toBe(1);
  expect(send).toHaveBeenCalledOnce();
});

it("a webhook whose receiver says nothing, likewise; it is sent once", async (context) => {
  const place = await placeWith(context, webhookDelivery);
  const secret = newWebhookSecret();
  const receiver = await startReceiver(secret);
  context.onTestFinished(() => receiver.stop());
  receiver.hold();
  await makeEndpoint(place.deps, place.provider, { url: receiver.url, secret });
  const deps = { ...place.deps, webhooks: { ...place.deps.webhooks, allowLoopback: true } };
  await payNow(place.client, place.provider);
  await dispatchEvents(deps, deps.now);
  await place.db.execute(sql`delete from ${webhookDelivery} where event_type <> 'card_payment.succeeded'`);
  const work = deliverDue(deps, deps.now, () => true);
  await expectLease(place, work, () => receiver.letGo());
  expect(await work).toBe(1);
  expect(receiver.received).toHaveLength(1);
});

it("told to stop, a round finishes what it has and takes no more", async (context) => {
  const place = await placeWith(context, chargeAttempt);
  const { deps } = place;
  // More than one batch.
  await Promise.all(Array.from({ length: 21 }, () => payNow(place.client, place.provider, "answer_lost")));
  let goesOn = true;
  const findCharge = (key: string) => {
    goesOn = false;
    return deps.gateway.findCharge(key);
  };
  const stopped = { ...deps, gateway: { ...deps.gateway, findCharge } };
  const done = await settleDue(stopped, clockFrom(later(deps.now(), 60_000)), () => goesOn);
  expect(done).toEqual({ recovered: 20, expired: 0, purged: 0, alerts: 0 });
  expect(await place.secondsLeft()).toBeNull();
});

it("whoever makes an agreement keeps it until it is made, whatever becomes of others who want it too", async (context) => {
  const place = await jobsPlace(context);
  const { deps, client, db, provider } = place;
  const renderer = deps.agreements;
  const { given, end } = held<void>();
  deps.agreements = { ...renderer, render: (model) => given.then(() => renderer.render(model)) };
  const { id, answer } = await authorisedPlan(client, provider);
  const signing = client.confirmAsItIs(id, confirmBody(answer.body));
  const row = async () =>
    (await db.select({ ...getTableColumns(agreement), pdf: sql`null` }).from(agreement))[0];
  const before = await until("it is signed", row);
  const noRoom = async () => null;
  const fails = () => Promise.reject(new Error("It cannot be drawn"));
  for (const render of [noRoom, fails]) {
    const record = await findCheckout(db, provider.id, checkoutIdOf(answer));
    const other = { ...deps, making: new Map(), agreements: { ...renderer, render } };
    expect((await withDocument(other, record!, false)).agreement?.sha256).toBeNull();
    expect(await row()).toEqual(before);
  }
  end();
  expect((await signing).status).toBe(200);
  await until("it is made", async () => (await row())?.sha256);
});

it("a charge's lease is ended by its owner only", async (context) => {
  const { deps, client, db, provider } = await jobsPlace(context);
  const { body } = await payNow(client, provider, "answer_lost");
  const attempt = { providerId: provider.id, id: (await attemptOf(provider, body, db))!.id };
  const leasedUntil = async () =>
    (await db.select({ leaseUntil: chargeAttempt.leaseUntil }).from(chargeAttempt))[0]?.leaseUntil;
  const start = deps.now();
  const first = (await leaseUnknownAttempt(db, attempt, start, 20))!;
  const [second] = await leaseDueAttempts(db, later(start, 60_000), later(start, 80_000), 1);
  await releaseAttempt(db, attempt, first);
  await postponeAttempt(db, { ...attempt, leaseUntil: first }, later(start, 999_000));
  await renewLease(db, "charge", { ...attempt, leaseUntil: first }, later(start, 999_000));
  expect(await leasedUntil()).toEqual(later(start, 80_000));
  await renewLease(db, "charge", second!, later(start, 90_000));
  expect(await leasedUntil()).toEqual(later(start, 90_000));
  await postponeAttempt(db, second!, later(start, 100_000));
  expect(await leasedUntil()).toBeNull();
});
