import { eq, sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { debit, refund } from "../../drizzle/schema";
import { gatewayRefund } from "../../drizzle/schema/sandbox-gateway";
import { recoverRefunds } from "../../lib/refunds/recover";
import { ok } from "../support/answer";
import { expectProblem } from "../support/api";
import { orderId } from "../support/bodies";
import { advance, collecting, signedPlan } from "../support/collection";
import { until } from "../support/poll";
import { askRefund, makeRefundsDue, refundsPath } from "../support/refunds";
import { payNow } from "../support/scenes";

/** A plan whose first debit is paid, and has settled unless a test says otherwise. */
async function debited(context: Parameters<typeof collecting>[0], { amount = 250, days = 24 } = {}) {
  const scene = await collecting(context);
  const { client, here } = scene;
  const { id, plan, change } = await signedPlan(scene, { count: 4, amount, frequency: "Monthly" });
  await advance(client, days);
  const first = async () => (await plan()).instalments[0].debits[0];
  const { debit_id, status } = await first();
  expect(status).toBe("Paid");
  const ask = (cents: number, key?: string, changes = {}) =>
    askRefund(client, id, cents, key, { debit_id, ...changes });
  const recover = async () => {
    await makeRefundsDue(id, here.deps.db);
    await recoverRefunds(here.deps, here.deps.now, () => true);
  };
  return { ...scene, id, plan, change, first, debit_id, ask, recover, db: here.deps.db };
}

it("a debit is refunded in parts, up to what was paid, and its payment is not owed again", async (context) => {
  const { client, id, plan, first, debit_id, ask } = await debited(context);
  const key = orderId();
  const part = ok(await ask(100, key), 201);
  expect(part.body).toMatchObject({ debit_id, amount: 100, status: "Succeeded" });
  expect((await ask(100, key)).body).toEqual(part.body);
  const answers = await Promise.all([1, 2, 3].map(() => ask(75)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  const more = await ask(0.01);
  expectProblem(more, 409, "refund_exceeds_paid");
  expect(more.body.detail).toBe("You can refund at most $0.00 of this payment.");
  expect(await first()).toMatchObject({ status: "Paid", refunded: 250 });
  expect(await plan()).toMatchObject({ status: "Active", paid: 250, outstanding: 750, arrears: null });
  expect((await client.status(id)).body).toMatchObject({ refunded: 250, checkout_status: "Confirmed" });
  expect((await client.get(refundsPath(id))).body.data).toHaveLength(3);
  const told = await client.get(`/v1/events?type=refund.succeeded&checkout_id=${id}`);
  expect(told.body.data[0].data).toMatchObject({ refunded: 250, refund: { debit_id } });
});

it("a debit that has not settled is refunded later, and says from when on", async (context) => {
  const { client, ask, id, plan } = await debited(context, { days: 18 });
  const early = await ask(10);
  expectProblem(early, 409, "refund_not_possible_yet");
  const { now } = await advance(client, 1);
  expect(Date.parse(early.body.possible_from)).toBeGreaterThan(Date.parse(now) - 86_400_000);
  await advance(client, 6);
  ok(await ask(10), 201);
  await advance(client, 20);
  const { debits } = (await plan()).instalments[1];
  expect(debits).toMatchObject([{ status: "Sent" }]);
  const sent = await askRefund(client, id, 10, undefined, { debit_id: debits[0].debit_id });
  expectProblem(sent, 409, "refund_not_possible_yet");
  expect(sent.body.possible_from).toBeNull();
});

it("a plan's refund names a debit of it, and a card payment's names none", async (context) => {
  const { client, provider, id, ask, debit_id } = await debited(context);
  expectProblem(await askRefund(client, id, 10), 409, "refund_not_applicable");
  for (const other of ["dbt_01m7xzsvdaexwt5dmxs7qvyfwd", "anything"])
    expectProblem(await ask(10, undefined, { debit_id: other }), 409, "refund_not_applicable");
  const card = await payNow(client, provider);
  expectProblem(await askRefund(client, card.id, 10, undefined, { debit_id }), 409, "refund_not_applicable");
  ok(await askRefund(client, card.id, 10), 201);
});

it("a refund whose response was lost is found, and made once", async (context) => {
  const { client, ask, recover, id, db } = await debited(context);
  const { status, body } = await ask(20.92);
  expect([status, body.status]).toEqual([202, "Requested"]);
  await recover();
  expect((await client.get(`${refundsPath(id)}/${body.refund_id}`)).body.status).toBe("Succeeded");
  expect(await db.$count(gatewayRefund)).toBe(1);
});

it("a debit that the bank takes back tells what was refunded of it, and is refunded no more", async (context) => {
  const { client, here, ask, recover, id, plan, first, db, debit_id } = await debited(context, {
    amount: 250.91,
  });
  ok(await ask(100), 201);
  // Recorded, and the service died before it asked the processor.
  await ask(50.92);
  await db.delete(gatewayRefund).where(eq(gatewayRefund.amountCents, 5_092));
  await advance(client, 14);
  expect(await first()).toMatchObject({ status: "Reversed", refunded: 100 });
  expect(await plan()).toMatchObject({ status: "On Hold", hold_reason: "bank_stopped", paid: 0 });
  const told = await client.get(`/v1/events?type=debit.reversed&checkout_id=${id}`);
  expect(told.body.data[0].data.debit).toMatchObject({ debit_id, refunded: 100 });
  // Whatever it might do: it is not asked.
  const { byId } = here.deps.debits;
  const give = vi.fn();
  here.deps.debits.byId = async (...of) => {
    const own = await byId(...of);
    return own?.refunds ? { ...own, refunds: { ...own.refunds, refund: give } } : own;
  };
  await recover();
  expect(give).not.toHaveBeenCalled();
  const [, lost] = (await client.get(refundsPath(id))).body.data;
  expect(lost).toMatchObject({ status: "Failed", failure_reason: "not_applicable" });
  expect(await db.$count(gatewayRefund)).toBe(1);
  expectProblem(await ask(10), 409, "refund_not_applicable");
});

it("a refund that races the bank's reversal is never recorded after it", async (context) => {
  const { ask, db } = await debited(context);
  const [row] = await db.select().from(debit).where(eq(debit.status, "Paid"));
  if (!row) throw new Error("No debit is paid");
  let refused: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from checkout for update`);
    refused = ask(10).then((answer) => expectProblem(answer, 409, "refund_not_applicable"));
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until("the refund waits", async () => (await db.execute(waits)).length > 0);
    await tx.update(debit).set({ status: "Reversed" }).where(eq(debit.id, row.id));
  });
  await refused;
  expect(await db.$count(refund)).toBe(0);
});
