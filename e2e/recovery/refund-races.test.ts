import { expect, it } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { orderId } from "../support/bodies";
import { atStripe } from "../support/paid-at";
import { askRefund, makeRefundsDue } from "../support/refunds";
import { chances } from "../support/unreliable-debits";

const ROUNDS = 6;
const WAYS = ["reset", "500", "html", "409"] as const;
const STEPS = [/GET .*refunds/, /POST .*refunds/, /POST .*refunds/, /GET .*payment_intents/];

it("refunds race each other, their repetitions and recovery while responses are lost: never twice, never too much, none lost", async (context) => {
  const { client, deps, id, stripe, refunds, refunded } = await atStripe(context);
  const chance = chances(1);
  const told: { key: string; amount: number; answer: Awaited<ReturnType<typeof askRefund>> }[] = [];
  const due = () => makeRefundsDue(id, deps.db);
  for (let round = 0; round < ROUNDS; round++) {
    for (const on of STEPS)
      stripe.misbehave({
        way: WAYS[chance(WAYS.length)] ?? "reset",
        when: chance(2) === 0 ? "before" : "after",
        times: 1 + chance(3),
        on,
      });
    const asked = Array.from({ length: 4 }, () => ({ key: orderId(), amount: 50 + chance(400) }));
    const sent = [...asked, ...asked.slice(0, 2), ...told.slice(-2)].map(async ({ key, amount }) =>
      told.push({ key, amount, answer: await askRefund(client, id, amount, key) }),
    );
    const recovering = Array.from({ length: 3 }, () => due().then(() => tick(deps)));
    stripe.forgetKeys();
    await Promise.all([...sent, ...recovering]);
    const [one] = [...stripe.account.refunds.values()].filter(({ status }) => status === "succeeded");
    if (one && round % 2 === 1) stripe.account.failRefund(one.id);
  }
  stripe.behave();
  // Stripe repeats a 500 for a day.
  stripe.forgetKeys();
  for (let tries = 0; tries < 3; tries++) {
    await due();
    await tick(deps);
  }

  const ours: { refund_id: string; amount: number; status: string }[] = await refunds();
  expect(
    ours.map(({ status }) => status).filter((status) => status !== "Failed" && status !== "Succeeded"),
  ).toEqual([]);
  const made = [...stripe.account.refunds.values()];
  const keys = made.map(({ metadata }) => metadata?.key);
  expect(new Set(keys).size, "each was made once").toBe(made.length);
  const kept = made.filter(({ status }) => status === "succeeded");
  expect(kept.map(({ metadata, amount }) => [metadata?.key, amount / 100]).sort()).toEqual(
    ours
      .filter(({ status }) => status === "Succeeded")
      .map(({ refund_id, amount }) => [refund_id, amount])
      .sort(),
  );
  const total = kept.reduce((sum, { amount }) => sum + amount, 0) / 100;
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(1500);
  expect(await refunded()).toBe(total);
  for (const { key, answer } of told) {
    expect([201, 202, 409]).toContain(answer.status);
    if (answer.status === 409) continue;
    expect(ours.map(({ refund_id }) => refund_id)).toContain(answer.body.refund_id);
    const same = told.filter((one) => one.key === key && one.answer.status < 300);
    expect(new Set(same.map((one) => one.answer.body.refund_id)).size, "a key has one refund").toBe(1);
  }
});
