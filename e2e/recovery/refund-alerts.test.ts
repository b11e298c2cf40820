import { eq } from "drizzle-orm";
import { expect, it, type TestContext } from "vitest";
import { chargeAttempt, refund } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { checkGateways, GatewayFault } from "../../server/instance/check-gateways";
import { alertReasons, DAY, jobsPlace, MINUTE } from "../jobs/place";
import { attemptOf } from "../support/charges";
import { askRefund, makeRefundsDue, refundsPath } from "../support/refunds";
import { payNow } from "../support/scenes";

/** A refund of a part of $1,500.00, and a way to let time go by until the processor is asked about it. */
async function scene(context: TestContext) {
  const place = await jobsPlace(context);
  const { client, db, deps, provider } = place;
  const { id, body } = await payNow(client, provider);
  const attempt = (await attemptOf(provider, body, db))!;
  const { gateway } = deps;
  const real = { ...gateway };
  return {
    ...{ place, db, deps, attempt, gateway, real },
    ask: (amount: number) => askRefund(client, id, amount),
    refunds: async () => (await client.get(refundsPath(id))).body.data,
    async after(milliseconds: number) {
      await makeRefundsDue(id, db);
      await tick(deps, new Date(Date.now() + milliseconds));
      return alertReasons(place);
    },
  };
}

const isAway = () => Promise.reject(new Error("no answer"));

it("a refund without an outcome alerts an operator after an hour, and the alert ends with the wait", async (context) => {
  const { place, db, deps, attempt, gateway, real, ask, after } = await scene(context);
  gateway.refund = isAway;
  const { refund_id } = (await ask(100)).body;
  expect(await after(59 * MINUTE)).toEqual([]);
  expect(await after(61 * MINUTE)).toEqual([["outcome_unknown", "gateway_does_not_tell"]]);
  const [alert] = await listAlerts(db, { all: false });
  expect(alert).toMatchObject({
    reference: refund_id,
    details: { charge: attempt.id, recorded_cents: 10_000, provider_id: place.provider.id },
  });
  await reconcile(deps, new Date(Date.now() + 120 * MINUTE));
  expect(await alertReasons(place)).toHaveLength(1);
  gateway.refund = real.refund;
  await after(121 * MINUTE);
  await reconcile(deps, new Date(Date.now() + 130 * MINUTE));
  expect(await alertReasons(place)).toEqual([]);
});

it("a refund that is pending for a month alerts an operator, and nothing is decided about it", async (context) => {
  const { gateway, ask, after, refunds } = await scene(context);
  const { refund_id: key, amount } = (await ask(20.91)).body;
  gateway.findRefund = async () => ({ key, amountCents: amount * 100, status: "pending" });
  expect(await after(29 * DAY)).toEqual([]);
  expect(await after(31 * DAY)).toEqual([["outcome_unknown", "processing"]]);
  expect(await refunds()).toMatchObject([{ status: "Pending" }]);
});

it("the result of another refund alerts an operator at once", async (context) => {
  const { gateway, real, ask, after } = await scene(context);
  gateway.refund = isAway;
  await ask(100);
  gateway.refund = async (request) => ({ ...(await real.refund(request)), amountCents: 1 });
  expect(await after(MINUTE)).toEqual([["outcome_unknown", "another_refund"]]);
});

it("a refund for which too little is left, because of one that was made elsewhere, fails and alerts an operator", async (context) => {
  const { place, gateway, real, attempt, ask, after, refunds } = await scene(context);
  gateway.refund = isAway;
  await ask(500);
  const charge = { key: attempt.id, reference: null };
  await place.gateway.refund({ key: "by-hand", charge, amountCents: 120_000 });
  gateway.refund = real.refund;
  expect(await after(MINUTE)).toEqual([["unknown_refund", undefined]]);
  expect(await refunds()).toMatchObject([{ status: "Failed", failure_reason: "exceeds_paid" }]);
});

it("a refund at a gateway that is not configured alerts an operator at once, and keeps a server from starting", async (context) => {
  const { db, deps, gateway, attempt, ask, after } = await scene(context);
  gateway.refund = isAway;
  const { refund_id } = (await ask(100)).body;
  await checkGateways(deps);
  await db.update(chargeAttempt).set({ gateway: "away" }).where(eq(chargeAttempt.id, attempt.id));
  expect(await after(MINUTE)).toEqual([["outcome_unknown", "gateway_not_configured"]]);
  const refusal = await checkGateways(deps).catch((error) => error);
  expect(refusal).toBeInstanceOf(GatewayFault);
  expect(refusal.message).toContain("the outcome of 1 refund is still open");
  expect(refusal.message).toContain(`${refund_id} at away`);
  const [row] = await db.select().from(refund);
  expect(row?.status).toBe("Requested");
});
