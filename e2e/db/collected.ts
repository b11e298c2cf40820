import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { attemptsOf, authorityAt, findDebit, postponeDebit } from "../../lib/db/collection";
import type { DebitRow } from "../../lib/db/plans";
import { findSettlement, judgeAgain, latestSettlement, recordPayout } from "../../lib/db/settlements";
import { type Id, newId } from "../../lib/domain/ids";
import { makeAccount } from "../support/accounts";
import { ok } from "../support/answer";
import type { Api } from "../support/api";
import { advance, signedPlan } from "../support/collection";
import type { TestProvider } from "../support/provider";

/** A plan that is collected, with a change and what chance brings about. */
export async function collected(deps: { db: Db; vault: Vault }, client: Api, provider: TestProvider) {
  await makeAccount(deps, provider, ["unused-secret"]);
  const { id, change } = await signedPlan({ client, provider }, { count: 3, amount: 100 });
  await advance(client, 11);
  await change({ kind: "pause", until: "2036-01-01" });
  ok(await change({ kind: "outside_payment", number: 3, received_on: "2026-01-05" }));
  ok(await change({ kind: "new_account" }));
  ok(await client.authorise(id));
  await change({ kind: "end" });
  for (const filter of ["", "status=Ended&standing=in_flight&updated_since=2026-01-01T00:00Z"])
    ok(await client.get(`/v1/payment-plans?${filter}`));
  const row = { providerId: provider.id, id: newId("dbt"), status: "Sending", leaseUntil: new Date() };
  await findDebit(deps.db, provider.id, row.id);
  await attemptsOf(deps.db, provider.id);
  await authorityAt(deps.db, { providerId: provider.id, checkoutId: id as Id<"chk"> }, "sandbox");
  await settled(deps.db, provider.id, row as DebitRow);
  for (const filter of ["", "status=matched"]) ok(await client.get(`/v1/settlements?${filter}`));
  await postponeDebit(deps.db, row as DebitRow, new Date());
}

/** A payout with a line of each kind, and a debit that no payout has. */
async function settled(db: Db, providerId: Id<"prv">, debit: DebitRow) {
  const account = { providerId, gateway: "settled" };
  const kinds = [
    ["debit", newId("dbt")],
    ["charge", newId("cat")],
    ["refund", newId("ref")],
  ] as const;
  const lines = kinds.map(([kind, key]) => {
    const amounts = { grossCents: 100, feeCents: 0, netCents: 100 };
    return { kind, key, reference: key, ...amounts };
  });
  const payout = { reference: "payout", paidOn: "2026-12-01", amountCents: 300, currency: "AUD", lines };
  await recordPayout(db, account, payout, new Date());
  const key = await latestSettlement(db, account);
  if (key) await judgeAgain(db, key, [debit], new Date());
  if (key) await findSettlement(db, key);
}
