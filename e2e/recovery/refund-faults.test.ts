import { eq, sql } from "drizzle-orm";
import { expect, it, type TestContext, vi } from "vitest";
import { checkout, event, refund } from "../../drizzle/schema";
import type { Db } from "../../lib/db/client";
import { GatewayRefusedUs } from "../../lib/gateway/port";
import { alertReasons, jobsPlace } from "../jobs/place";
import { expectProblem } from "../support/api";
import { until } from "../support/poll";
import { askRefund, refundsPath } from "../support/refunds";
import { payNow } from "../support/scenes";

/** An enrolment that was paid with $1,500.00, and its gateway, whose refunds a test may replace. */
async function paid(context: TestContext) {
  const place = await jobsPlace(context);
  const { id } = await payNow(place.client, place.provider);
  const { gateway } = place.deps;
  const listed = async () => (await place.client.get(refundsPath(id))).body.data;
  return { ...place, id, gateway, real: gateway.refund, listed };
}

/** As if the database were away, as far as refunds are concerned. */
const hideRefunds = (db: Db) => db.execute(sql`alter table refund rename to hidden`);
const showRefunds = (db: Db) => db.execute(sql`alter table hidden rename to refund`);

it.for(["succeeded", "unknown", "refused"] as const)(
  "a refund that is %s is 202 if that cannot be recorded, because it is still asked for",
  async (outcome, context) => {
    const { client, db, id, gateway, real, listed } = await paid(context);
    gateway.refund = async (request) => {
      const result =
        outcome === "refused"
          ? ({
              key: request.key,
              amountCents: request.amountCents,
              status: "refused",
              reason: "not_yet",
            } as const)
          : await real(request);
      await hideRefunds(db);
      if (outcome === "unknown") throw new Error("the connection was lost");
      return result;
    };
    const said = await askRefund(client, id, 100);
    await showRefunds(db);
    expect([said.status, said.body.status]).toEqual([202, "Requested"]);
    expect(await listed()).toEqual([said.body]);
  },
);

it("a refund whose checkout a reset deletes meanwhile is not found, instead of open for ever", async (context) => {
  const { client, id, gateway, real } = await paid(context);
  gateway.refund = async (request) => {
    await client.post("/v1/sandbox/reset", {});
    return real(request);
  };
  expectProblem(await askRefund(client, id, 100), 404, "checkout_not_found");
});

it("as many refunds at once as a checkout may have all tell their outcome", async (context) => {
  const { client, id } = await paid(context);
  const all = await Promise.all(Array.from({ length: 20 }, () => askRefund(client, id, 75)));
  expect(all.map(({ status, body }) => [status, body.status])).toEqual(all.map(() => [201, "Succeeded"]));
  expect((await client.status(id)).body.refunded).toBe(1500);
  expectProblem(await askRefund(client, id, 0.01), 409, "refund_exceeds_paid");
});

it("a process that slept before it asked the processor leaves the refund to recovery", async (context) => {
  const { client, db, id, gateway, real, listed } = await paid(context);
  const asked = vi.fn(real);
  gateway.refund = asked;
  const now = Date.now;
  let slept = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now() + slept);
  context.onTestFinished(() => void vi.restoreAllMocks());
  const request = await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from checkout for update`);
    const sent = askRefund(client, id, 100);
    await until("the refund waits for the lock", async () => {
      const [row] = await db.execute(
        sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`,
      );
      return row;
    });
    slept = 3_600_000;
    return { sent };
  });
  expect((await request.sent).status).toBe(202);
  expect(asked).not.toHaveBeenCalled();
  expect(await listed()).toMatchObject([{ status: "Requested" }]);
});

it("a processor that refuses our credentials is sent no refund, and an operator is told", async (context) => {
  const { client, db, deps, id, gateway, real } = await paid(context);
  gateway.refund = () => Promise.reject(new GatewayRefusedUs("401"));
  expect((await askRefund(client, id, 100)).status).toBe(202);
  expect(await alertReasons(deps)).toEqual([["gateway_refused_us", undefined]]);
  gateway.refund = real;
  gateway.takesCharges = async () => false;
  expectProblem(await askRefund(client, id, 50), 503, "service_unavailable");
  expect(await db.select().from(refund)).toHaveLength(1);
});

it("a refund whose record may have been lost is not sent later, after its request was told that it failed", async (context) => {
  const { client, db, deps, id, listed } = await paid(context);
  deps.db = new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name);
      deps.db = db;
      return async (work: Parameters<Db["transaction"]>[0]) => {
        await target.transaction(work);
        throw new Error("the connection was lost after the commit");
      };
    },
  });
  expect((await askRefund(client, id, 100)).status).toBe(500);
  expect(await listed()).toEqual([]);
});

it("a repetition refunds once, although the database has lost the refund", async (context) => {
  const { client, db, id, listed } = await paid(context);
  const first = await askRefund(client, id, 500, "key");
  expect(first.status).toBe(201);
  await db.delete(refund);
  await db.delete(event).where(eq(event.type, "refund.succeeded"));
  await db.update(checkout).set({ refundedCents: 0, lastSequence: 2 });
  const again = await askRefund(client, id, 500, "key");
  expect([again.status, again.body.refund_id]).toEqual([201, first.body.refund_id]);
  expect(await listed()).toMatchObject([{ amount: 500, status: "Succeeded" }]);
  expect((await askRefund(client, id, 1000, "rest")).body.status, "the first was made once").toBe(
    "Succeeded",
  );
});
