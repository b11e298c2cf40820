import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { email, refund } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import { reconcile } from "../../lib/jobs/reconcile";
import { DAY } from "../jobs/place";
import { makeAccount } from "../support/accounts";
import { expectProblem } from "../support/api";
import { atPinch, atStripe, WEBHOOK } from "../support/paid-at";
import { PINCH_SIGNED, postEvent } from "../support/processor-events";
import { makeProvider } from "../support/provider";
import { askRefund } from "../support/refunds";

const post = postEvent(WEBHOOK);

it("Stripe's event about a refund that failed, months later, reaches the status, the event and the amount", async (context) => {
  const { client, deps, id, account, stripe, events, refunds, refunded, tick } = await atStripe(context);
  const made = await askRefund(client, id, 1500);
  expect(made.body.status).toBe("Succeeded");
  const { db } = deps;
  await db.update(refund).set({ createdAt: new Date(Date.now() - 90 * DAY), dueAt: null });
  const [row] = await db.select().from(refund);
  stripe.account.failRefund(row!.gatewayReference!);
  await tick();
  expect(await refunds(), "nobody asks any more").toMatchObject([{ status: "Succeeded" }]);
  const event = {
    id: "evt_1",
    type: "refund.failed",
    livemode: false,
    data: { object: { id: row!.gatewayReference, object: "refund", status: "failed" } },
  };
  expect((await post({ client }, account, event)).body).toMatchObject({ is_new: true });
  await tick();
  expect(await refunds()).toMatchObject([{ status: "Failed", failure_reason: "lost_or_stolen_card" }]);
  expect(await refunded()).toBe(0);
  expect((await events()).slice(2)).toEqual(["refund.succeeded", "refund.failed"]);
  expect((await askRefund(client, id, 1500)).body.status).toBe("Succeeded");
});

it("Stripe's event about a refund whose response was lost names it by our key", async (context) => {
  const { client, id, account, stripe, refunds, tick } = await atStripe(context);
  stripe.misbehave({ way: "500", when: "after", on: /POST .*refunds/, times: 1 });
  const lost = await askRefund(client, id, 400);
  expect(lost.status).toBe(202);
  stripe.behave();
  const object = { id: "re_unheardOf", object: "refund", metadata: { key: lost.body.refund_id } };
  const event = { id: "evt_1", type: "charge.refund.updated", livemode: false, data: { object } };
  await post({ client }, account, event);
  await tick();
  expect(await refunds()).toMatchObject([{ amount: 400, status: "Succeeded" }]);
});

it("Pinch's event about a refund that came through sends the student the email", async (context) => {
  const { client, deps, id, account, ledger, refunds, refunded, tick } = await atPinch(context);
  deps.mail ??= { from: "enrolments@checkout.example", transport: null };
  expect((await askRefund(client, id, 250)).body.status).toBe("Pending");
  const [made] = [...ledger.refunds.values()];
  made!.status = "completed";
  await tick();
  expect(await refunds()).toMatchObject([{ status: "Pending" }]);
  const event = {
    id: "evt_1",
    type: "refund-updated",
    data: { refund: { id: made!.id, status: "completed" } },
  };
  await post({ client }, account, event, PINCH_SIGNED);
  await tick();
  expect(await refunds()).toMatchObject([{ status: "Succeeded" }]);
  expect(await refunded()).toBe(250);
  const mails = await deps.db.select().from(email).where(eq(email.kind, "refunded"));
  expect(mails.map(({ status }) => status)).toEqual(["kept"]);
});

it("an event of another provider's account, or a forged one, wakes no refund", async (context) => {
  const { client, deps, id } = await atStripe(context);
  await askRefund(client, id, 100);
  const later = new Date(Date.now() + DAY);
  await deps.db.update(refund).set({ dueAt: later });
  const [row] = await deps.db.select().from(refund);
  const stranger = await makeProvider({}, deps.db);
  const theirs = await makeAccount(deps, stranger, ["sk_test_theirSecret", WEBHOOK], { kind: "stripe" });
  const event = { id: "evt_1", livemode: false, data: { object: { id: row!.gatewayReference } } };
  expect((await post({ client }, theirs.id, event)).body).toMatchObject({ is_new: true });
  expect((await post({ client }, theirs.id, event, { secret: "a-guess" })).status).toBe(400);
  expect(await deps.db.select({ dueAt: refund.dueAt }).from(refund)).toEqual([{ dueAt: later }]);
});

it("a refund made in Stripe's dashboard alerts an operator with the charge, and does not count as ours", async (context) => {
  const { client, deps, id, stripe, intent, attempt, refunded } = await atStripe(context);
  expect((await askRefund(client, id, 500)).body.status).toBe("Succeeded");
  await reconcile(deps, new Date());
  expect(await listAlerts(deps.db, { all: true })).toEqual([]);
  const made = stripe.account.refund(
    new URLSearchParams({ payment_intent: intent, amount: "20000" }),
    "succeeded",
  );
  await reconcile(deps, new Date());
  expect(await listAlerts(deps.db, { all: false })).toMatchObject([
    {
      kind: "unknown_refund",
      reference: attempt.id,
      details: { gateway_reference: intent, checkout_id: id, refunded_cents: 70_000, recorded_cents: 50_000 },
    },
  ]);
  expect(await refunded()).toBe(500);
  stripe.account.failRefund(made.id);
  await reconcile(deps, new Date(Date.now() + 60_000));
  expect(await listAlerts(deps.db, { all: false })).toEqual([]);
});

it("a refund that Pinch refuses because less is left alerts an operator", async (context) => {
  const { client, deps, id, ledger, attempt } = await atPinch(context);
  for (const payment of ledger.payments.values())
    payment.refunds.push({ ...FOREIGN, paymentId: payment.id, amount: 20_000 });
  expectProblem(await askRefund(client, id, 1500), 409, "refund_exceeds_paid");
  expect(await listAlerts(deps.db, { all: false })).toMatchObject([
    { kind: "unknown_refund", reference: attempt.id, details: { checkout_id: id, charged_cents: 150_000 } },
  ]);
});

const FOREIGN = {
  id: "ref_DASHBOARD",
  reason: "By hand",
  status: "completed",
  requestedDate: "2026-11-20T00:00:00Z",
  nonce: null,
};
