import { asc, eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { debit, instalment } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { DAY_MS } from "../../packages/dates/time";
import { checkIntegrity } from "../../tools/integrity/check";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { makeAccount } from "../support/accounts";
import { ok } from "../support/answer";
import { advance, collecting, signedPlan } from "../support/collection";
import { PINCH_CREDENTIALS } from "../support/pinch";
import { until } from "../support/poll";
import { startStripe } from "../support/stripe";

it("a plan that Stripe debits is debited by Pinch once the student gives another account there, each payment once", async (context) => {
  const stripe = await startStripe();
  context.onTestFinished(stripe.close);
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  context.onTestFinished(() => pinch.close());
  const scene = await collecting(context, {
    changes: {
      STRIPE_API_BASE: stripe.address.href,
      PINCH_API_BASE: pinch.bases.api.href,
      PINCH_AUTH_BASE: pinch.bases.auth.href,
    },
    account: { kind: "stripe" },
    secrets: [stripe.secret, "whsec_ofTheStandIn"],
  });
  const { client, provider, here } = scene;
  const { deps } = here;
  const pass = async (days: number) => {
    for (let day = 0; day < days; day++) {
      stripe.days.aheadMs += DAY_MS;
      await advance(client, 1);
    }
  };
  const { id, plan, change } = await signedPlan(scene, { count: 3 });
  await pass(14);
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Sent" }]);

  const secrets: [string, string] = [PINCH_CREDENTIALS, "whsec_ofTheAccountAtPinch"];
  const other = await makeAccount(deps, provider, secrets, { kind: "pinch", replaces: scene.account });
  await until("the account is known", async () => (await deps.debits.of(provider.id))?.id === other.id);
  await pass(1);
  expect([...pinch.ledgers.test.payers.values()], "nothing moves by itself").toEqual([]);
  ok(await change({ kind: "new_account" }));
  // Past its cut-off before the account changes.
  await deps.db.update(instalment).set({ handOverOn: sql`current_date` }).where(eq(instalment.number, 2));
  ok(await client.authorise(id));
  expect([...pinch.ledgers.test.payers.values()]).toHaveLength(1);
  await pass(40);

  expect(await plan()).toMatchObject({ status: "Completed", paid: 750 });
  const made = await deps.db
    .select({ gateway: debit.gateway, status: debit.status })
    .from(debit)
    .where(eq(debit.checkoutId, id as Id<"chk">))
    .orderBy(asc(debit.number));
  const [atStripe, atPinch] = [scene.account, other.id].map((gateway) => ({ gateway, status: "Paid" }));
  expect(made).toEqual([atStripe, atStripe, atPinch]);
  const paid = { status: "succeeded", amount: 25_000 };
  expect([...stripe.account.intents.values()]).toMatchObject([paid, paid]);
  expect([...pinch.ledgers.test.debits.values()]).toMatchObject([{ amount: 25_000 }]);
  const broken = (await checkIntegrity(deps)).filter(({ violations }) => violations > 0);
  expect(broken).toEqual([]);
});
