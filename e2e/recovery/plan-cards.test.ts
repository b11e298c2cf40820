import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { chargeAttempt, debit } from "../../drizzle/schema";
import { type Id, newId } from "../../lib/domain/ids";
import { reconcile } from "../../lib/jobs/reconcile";
import { payInstalments } from "../../lib/plans/pay";
import { checkIntegrity } from "../../tools/integrity/check";
import { expectAlwaysTrue } from "../support/always-true";
import { ok } from "../support/answer";
import { backup } from "../support/backup";
import { cardToken, confirmBody, orderId, planBody } from "../support/bodies";
import { advance, type Collecting, collecting } from "../support/collection";

/** A signed plan of four fortnightly payments, made with an Idempotency-Key. */
async function payable(scene: Collecting, amount = 100) {
  const { provider, client, here } = scene;
  const { db } = here.deps;
  const body = planBody(provider, {
    pricing: { course_price: amount * 4, amount_to_finance: amount * 4 },
    plan: { payment_frequency: "Fortnightly", number_of_instalments: 4, instalment_amount: amount },
  });
  const created = ok(await client.createOnce(orderId(), body), 201).body;
  const { checkout_id: id } = created.checkout;
  ok(await client.authorise(id));
  ok(await client.confirm(id, confirmBody(created)));
  const checkoutId = id as Id<"chk">;
  const visit = { requestId: newId("req"), ipAddress: "203.0.113.7", userAgent: "x" };
  const student = {
    ...visit,
    actor: { kind: "student" },
    provider: { ...provider, timeZone: "Australia/Sydney" },
  } as const;
  return {
    plan: async () => ok(await client.get(`/v1/provider-checkouts/${id}/payment-plan`)).body,
    pay: (numbers: number[], token = cardToken()) =>
      payInstalments(here.deps, student, { providerId: provider.id, checkoutId }, numbers, token),
    debits: () => db.select().from(debit).where(eq(debit.checkoutId, checkoutId)),
    attempts: () => db.select().from(chargeAttempt).where(eq(chargeAttempt.checkoutId, checkoutId)),
    charges: async () => (await client.charges(body.provider.provider_order_id)).body.data,
    async holds() {
      await expectAlwaysTrue({ db, provider }, [checkoutId]);
      const broken = (await checkIntegrity(here.deps)).filter(({ violations }) => violations > 0);
      expect(broken).toEqual([]);
    },
  };
}

const PAID = { status: "sent", isDeclined: false };

it("what a card has paid is not debited too, after a restore has lost the payment", async (context) => {
  const scene = await collecting(context);
  const { pay, plan, debits, charges, holds } = await payable(scene);
  const restore = await backup(scene.here.deps.db);
  expect(await pay([1, 2, 3, 4])).toEqual(PAID);
  await restore();
  await reconcile(scene.here.deps, new Date());
  await advance(scene.client, 60);
  expect(await debits()).toEqual([]);
  expect(await plan(), "a person decides").toMatchObject({ status: "On Hold", hold_reason: "person" });
  expect(await pay([1, 2, 3, 4]), "the lost charge is found").toEqual(PAID);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 400 });
  expect(await charges()).toHaveLength(1);
  await holds();
});

it("a plan that debits and several cards pay, and whose bank takes a debit back, passes every check", async (context) => {
  const scene = await collecting(context);
  const { pay, plan, attempts, holds } = await payable(scene, 100.91);
  await pay([3], `${cardToken()}x`);
  expect(await attempts()).toMatchObject([{ status: "refused" }]);
  await holds();
  for (const numbers of [[], [3, 3], [3, 5], [-3], [Number.NaN]])
    expect(await pay(numbers), String(numbers)).toEqual({ status: "changed" });
  expect(await pay([3])).toEqual(PAID);
  await advance(scene.client, 18);
  expect(await pay([2, 4])).toEqual(PAID);
  expect(await plan()).toMatchObject({ status: "Completed", paid: 403.64 });
  await holds();
  await advance(scene.client, 20);
  expect(await plan()).toMatchObject({ status: "On Hold", hold_reason: "bank_stopped", outstanding: 100.91 });
  expect(await pay([1])).toEqual(PAID);
  expect(await plan()).toMatchObject({ status: "Completed" });
  await holds();
});
