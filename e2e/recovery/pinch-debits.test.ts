import { eq, sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { debit, debitPoll } from "../../drizzle/schema";
import { reconcile } from "../../lib/jobs/reconcile";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { makeAccount } from "../support/accounts";
import { Api } from "../support/api";
import { advance, eventTypes, signedPlan } from "../support/collection";
import { freshSettings } from "../support/fresh";
import { serveHere } from "../support/here";
import { PINCH_CREDENTIALS } from "../support/pinch";
import { PINCH_SIGNED, postEvent } from "../support/processor-events";
import { makeProvider } from "../support/provider";

const WEBHOOK = "whsec_ofTheAccountAtPinch";

/** A provider whose account at Pinch takes cards and debits. */
async function atPinch() {
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  const here = await serveHere({
    ...(await freshSettings()),
    PINCH_API_BASE: pinch.bases.api.href,
    PINCH_AUTH_BASE: pinch.bases.auth.href,
  });
  onTestFinished(async () => {
    await here.stop();
    await pinch.close();
  });
  const { deps } = here;
  const provider = await makeProvider({}, deps.db);
  const takes = ["cards", "debits"];
  const secrets: [string, string] = [PINCH_CREDENTIALS, WEBHOOK];
  const { id: account } = await makeAccount(deps, provider, secrets, { kind: "pinch", takes });
  return {
    pinch,
    deps,
    provider,
    account,
    client: new Api(here.url, provider.key),
    ledger: pinch.ledgers.test,
  };
}

it("a plan is collected at Pinch: a debit whose response was lost is made once and paid, the next fails and stays owed", async () => {
  const { pinch, deps, provider, client, ledger } = await atPinch();
  const { id, plan } = await signedPlan({ client, provider }, { count: 3 });
  expect([...ledger.payers.values()]).toMatchObject([
    { sources: [{ bankAccountNumber: "000123456", bankAccountBsb: "000000" }] },
  ]);
  pinch.misbehave("payments", "reset", "after");
  await advance(client, 14);
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Sending" }]);
  await deps.db.update(debit).set({ dueAt: sql`now()`, leaseUntil: null });
  await advance(client, 12);
  expect((await plan()).instalments).toMatchObject([
    { debits: [{ status: "Paid" }] },
    { debits: [{ status: "Sent" }] },
    { debits: [] },
  ]);
  const made = [...ledger.debits.values()];
  expect(made.map(({ amount, nonce }) => ({ amount, nonce }))).toEqual(
    (await plan()).instalments.slice(0, 2).map(({ debits: [one] }: { debits: { debit_id: string }[] }) => ({
      amount: 25_000,
      nonce: one?.debit_id,
    })),
  );
  made[1]!.outcomes = ["insufficient-funds"];
  await advance(client, 9);
  expect(await plan()).toMatchObject({
    status: "Active",
    standing: "arrears",
    paid: 250,
    arrears: { amount: 250 },
    instalments: [
      { debits: [{ status: "Paid" }] },
      { debits: [{ status: "Dishonoured", reason: "insufficient_funds" }] },
      {},
    ],
  });
  expect((await eventTypes(client, id)).filter((type) => type.startsWith("debit.")).slice(0, 4)).toEqual([
    "debit.sent",
    "debit.paid",
    "debit.sent",
    "debit.dishonoured",
  ]);
  // A debit is no charge of a card.
  await reconcile(deps, new Date());
});

it("a report of Pinch's makes the service read the results of debits at once", async () => {
  const { deps, client, provider, account } = await atPinch();
  await signedPlan({ client, provider });
  const isDue = async () =>
    (await deps.db.select().from(debitPoll).where(eq(debitPoll.what, "debits"))).map(
      ({ dueAt }) => dueAt <= new Date(),
    );
  await deps.db.update(debitPoll).set({ dueAt: new Date(Date.now() + 3_600_000) });
  expect(await isDue()).toEqual([false]);
  const report = { Id: "evt_1", Type: "bank-results", Data: { Payments: [{ Id: "pmt_1" }] } };
  expect(await postEvent(WEBHOOK)({ client }, account, report, PINCH_SIGNED)).toMatchObject({ status: 200 });
  expect(await isDue()).toEqual([true]);
});

it("nothing is authorised while Pinch cannot be told of the bank account", async () => {
  const { pinch, client, provider, ledger } = await atPinch();
  pinch.misbehave("payers", "500", "before", 9);
  await expect(signedPlan({ client, provider })).rejects.toThrow();
  expect(ledger.payers.size).toBe(0);
});
