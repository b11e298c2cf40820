import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { findDebit, postponeDebit } from "../../lib/db/collection";
import type { DebitRow } from "../../lib/db/plans";
import { newId } from "../../lib/domain/ids";
import { makeAccount } from "../support/accounts";
import { ok } from "../support/answer";
import type { Api } from "../support/api";
import { advance, signedPlan } from "../support/collection";
import type { TestProvider } from "../support/provider";

/** A plan that is collected, with a change and what chance brings about. */
export async function collected(deps: { db: Db; vault: Vault }, client: Api, provider: TestProvider) {
  await makeAccount(deps, provider, ["unused-secret"]);
  const { change } = await signedPlan({ client, provider }, { count: 3, amount: 100 });
  await advance(client, 11);
  await change({ kind: "pause", until: "2036-01-01" });
  await change({ kind: "end" });
  for (const filter of ["", "status=Ended&standing=in_flight&updated_since=2026-01-01T00:00Z"])
    ok(await client.get(`/v1/payment-plans?${filter}`));
  const row = { providerId: provider.id, id: newId("dbt"), status: "Sending", leaseUntil: new Date() };
  await findDebit(deps.db, provider.id, row.id);
  await postponeDebit(deps.db, row as DebitRow, new Date());
}
