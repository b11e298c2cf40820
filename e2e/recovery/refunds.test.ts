import { eq } from "drizzle-orm";
import { expect, it, type TestContext } from "vitest";
import { email, refund } from "../../drizzle/schema";
import { findCheckout } from "../../lib/db/checkouts";
import { leaseDueRefunds } from "../../lib/db/refunds";
import type { Id } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { later } from "../../packages/dates/time";
import { DAY, jobsPlace, MINUTE } from "../jobs/place";
import { eventsOf } from "../support/charges";
import { askRefund, makeRefundsDue, refundsPath } from "../support/refunds";
import { payNow } from "../support/scenes";

/** An enrolment that was paid with $1,500.00, and its refunds by amount and status. */
async function paid(context: TestContext) {
  const place = await jobsPlace(context);
  const { id } = await payNow(place.client, place.provider);
  const refunds = async () =>
    (await place.client.get(refundsPath(id))).body.data.map((one: { amount: number; status: string }) => [
      one.amount,
      one.status,
    ]);
  /** As if the time had come at which the processor is asked again. */
  const asked = async () => {
    await makeRefundsDue(id, place.db);
    return tick(place.deps);
  };
  return { ...place, id, refunds, asked, status: async () => (await place.client.status(id)).body };
}

it("a refund that fails after it was pending gives its amount free again, and tells it once", async (context) => {
  const { client, db, id, refunds, asked, status } = await paid(context);
  const answer = await askRefund(client, id, 1500 - 0.09);
  expect([answer.status, answer.body.status]).toEqual([201, "Pending"]);
  expect((await status()).refunded).toBe(0);
  expect(await asked()).toMatchObject({ recovered: 1 });
  await asked();
  expect(await refunds()).toEqual([[1499.91, "Failed"]]);
  expect(await eventsOf(id, db)).toEqual(["checkout.created", "card_payment.succeeded", "refund.failed"]);
  expect((await askRefund(client, id, 1500)).body.status).toBe("Succeeded");
  expect((await status()).refunded).toBe(1500);
});

it("a refund that succeeded and then came back counts no more", async (context) => {
  const { client, db, id, refunds, asked, status } = await paid(context);
  expect((await askRefund(client, id, 20.93)).body.status).toBe("Succeeded");
  expect((await status()).refunded).toBe(20.93);
  await asked();
  expect(await refunds()).toEqual([[20.93, "Failed"]]);
  expect((await status()).refunded).toBe(0);
  expect((await eventsOf(id, db)).slice(2)).toEqual(["refund.succeeded", "refund.failed"]);
  const [told] = (await client.get("/v1/events?type=refund.failed")).body.data;
  expect(told.data.refund).toMatchObject({ status: "Failed", failure_reason: expect.any(String) });
});

it("a success is watched for 30 days: after a minute, then hourly, then daily", async (context) => {
  const { client, db, deps, id } = await paid(context);
  await askRefund(client, id, 20);
  const dueIn = async () => {
    const [row] = await db
      .select()
      .from(refund)
      .where(eq(refund.checkoutId, id as Id<"chk">));
    return row!.dueAt && row!.dueAt.getTime() - row!.createdAt.getTime();
  };
  expect((await dueIn())! / MINUTE).toBeCloseTo(1, 0);
  const start = Date.now();
  const at = (ms: number) => tick(deps, new Date(start + ms));
  for (const [now, next] of [
    [2 * MINUTE, 62 * MINUTE],
    [2 * DAY, 3 * DAY],
  ] as const) {
    await at(now);
    expect((await dueIn())! / MINUTE).toBeCloseTo(next / MINUTE, -1);
  }
  await at(31 * DAY);
  expect(await dueIn()).toBeNull();
});

it("a refund that never reached the processor is sent again, once, under the same key", async (context) => {
  const { client, deps, gateway, id, refunds, asked } = await paid(context);
  const { refund: real } = deps.gateway;
  deps.gateway.refund = () => Promise.reject(new Error("the connection was lost"));
  expect((await askRefund(client, id, 700)).status).toBe(202);
  deps.gateway.refund = real;
  // Two workers at once: one has the lease.
  await makeRefundsDue(id, deps.db);
  await Promise.all([tick(deps), tick(deps)]);
  await asked();
  expect(await refunds()).toEqual([[700, "Succeeded"]]);
  const key = (await findCheckout(deps.db, (await leased()).providerId, id as Id<"chk">))!.attempt!.id;
  const rest = { key: "by-hand", charge: { key, reference: null }, amountCents: 80_001 };
  expect(await gateway.refund(rest)).toMatchObject({ status: "refused", reason: "exceeds_paid" });

  async function leased() {
    await makeRefundsDue(id, deps.db);
    const now = new Date();
    const [row] = await leaseDueRefunds(deps.db, now, later(now, MINUTE), 1);
    return row!;
  }
});

it("the result of another refund is not believed", async (context) => {
  const { client, deps, id, refunds, asked } = await paid(context);
  const { refund: real } = deps.gateway;
  deps.gateway.refund = async (request) => ({ ...(await real(request)), amountCents: 1 });
  expect((await askRefund(client, id, 30)).status).toBe(202);
  deps.gateway.refund = real;
  await asked();
  expect(await refunds()).toEqual([[30, "Succeeded"]]);
});

it("the student gets one email for each refund that succeeded", async (context) => {
  const { client, db, deps, id } = await paid(context);
  deps.mail ??= { from: "enrolments@checkout.example", transport: null };
  for (const amount of [100, 250.5, 1.93, 2.91]) await askRefund(client, id, amount);
  // Before the first of these two mails is written it has come back.
  await makeRefundsDue(id, db);
  await tick(deps);
  const mails = await db.select().from(email).where(eq(email.kind, "refunded"));
  expect(
    mails
      .filter(({ status }) => status === "kept")
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([expect.stringContaining("Refund of $100.00"), expect.stringContaining("Refund of $250.50")]);
  expect(mails.map(({ status }) => status).sort()).toEqual(["cancelled", "kept", "kept"]);
});

it("a reset deletes refunds, here and at the sandbox's gateway", async (context) => {
  const { client, db, id } = await paid(context);
  await askRefund(client, id, 100);
  const { body } = await client.post("/v1/sandbox/reset", {});
  expect(body.deleted).toMatchObject({ checkouts: 1, sandbox_charges: 1 });
  expect(await db.select().from(refund)).toEqual([]);
});
