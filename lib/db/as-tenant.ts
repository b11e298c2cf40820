import { provider } from "../../drizzle/schema";
import { isConnectionLost, isNotAllowed } from "../../packages/postgres-guard/faults";
import { again, opensWith } from "../../packages/postgres-guard/index";
import { type Id, idToUuid, newId } from "../domain/ids";
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

export class RoleFault extends Error {
  override name = "RoleFault";
}

/** For a database that is migrated. @throws RoleFault where the service may not work for a provider, so that no work would be done */
export async function checkRole(db: Db): Promise<void> {
  try {
    // As itself it sees all: under the role's policies, which who inherits it has too, it would see nothing.
    for (const one of [db, tenantDb(db, newId("prv"))])
      await one.select({ id: provider.id }).from(provider).limit(1);
  } catch (cause) {
    if (!isNotAllowed(cause)) throw cause;
    throw new RoleFault(
      'DATABASE_URL: its user may not work as the role provider_tenant, or inherits it. An administrator makes the role if it is missing, and runs GRANT provider_tenant TO this user, which has to be NOINHERIT unless it owns the tables. See docs/guides/go-live.md, "Check the database".',
      { cause },
    );
  }
}

/** As the service itself, for what belongs to no provider. A transaction goes on as what it is. */
export const asService = (db: Db): Db => opensWith(db);
