import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, type TestContext, vi } from "vitest";
import { chargeAttempt, email } from "../../drizzle/schema";
import { clockFrom, later } from "../../lib/domain/time";
import { settleDue } from "../../lib/jobs/tick";
import type { Sent } from "../../lib/mail/port";
import { sendDueMails } from "../../lib/mail/send-due";
import { dispatchEvents } from "../../lib/outbox/dispatch";
import { until } from "../support/poll";
import { payNow } from "../support/scenes";
import { jobsPlace } from "./place";

/** What a killed worker had begun is taken up within 30 seconds: its lease ends, and the next look finds it. */
const MOST_SECONDS = 30 - 5;

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

type Leased = typeof chargeAttempt | typeof email;

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
  expect(left).toBeLessThanOrEqual(MOST_SECONDS);
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

it("a mail whose mail server says nothing, likewise; it is sent once", async (context) => {
  const place = await placeWith(context, email);
  const { given, end } = held<Sent>();
  const send = vi.fn(() => given);
  const transport = { mostMs: 80_000, send, check: async () => null, close: async () => {} };
  const deps = { ...place.deps, mail: { from: "enrolments@example.com", transport } };
  await payNow(place.client, place.provider);
  await dispatchEvents(deps, deps.now);
  const work = sendDueMails(deps, deps.now, () => true);
  await expectLease(place, work, () => end({ outcome: "taken" }));
  expect(await work).toBe(1);
  expect(send).toHaveBeenCalledOnce();
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
