import { isConnectionLost } from "../../packages/postgres-guard/faults";
import { again, opensWith } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";
import { shareLines } from "./lines";

/** Until the transaction ends, and so for poolers too. Neither form of an id has a quote in it. */
const roleOf = (providerId: Id<"prv">) => `select set_config('role', 'provider_tenant', true),
  set_config('provider_checkout.provider_id', '${idToUuid(providerId)}', true),
  set_config('provider_checkout.provider', '${providerId}', true)`;

/**
 * The database for one provider: as a role that neither sees nor writes rows of others, whatever a statement forgets. See
 * docs/decisions/067-row-level-security.md.
 */
export function tenantDb(db: Db, providerId: Id<"prv">): Db {
  const own = opensWith(db, roleOf(providerId));
  shareLines(db, own);
  return own;
}

/** The same of what a use case works with. */
export const forTenant = <D extends { db: Db }>(deps: D, providerId: Id<"prv">): D => ({
  ...deps,
  db: tenantDb(deps.db, providerId),
});

/** Only reads, and does it again where its connection was lost. */
export function asTenant<T>(db: Db, providerId: Id<"prv">, work: (tx: Db) => Promise<T>): Promise<T> {
  // A page reads little: to start parallel workers takes longer than to read it alone.
  const own = opensWith(
    db,
    `${roleOf(providerId)}, set_config('transaction_read_only', 'on', true),
      set_config('max_parallel_workers_per_gather', '0', true)`,
  );
  return again(isConnectionLost, () => own.transaction(work));
}

/** As the service itself, for what belongs to no provider. A transaction goes on as what it is. */
export const asService = (db: Db): Db => opensWith(db);
