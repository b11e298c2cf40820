import { sql } from "drizzle-orm";
import { isConnectionLost } from "../../packages/postgres-guard/faults";
import { again } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";

/**
 * Reads as a role that sees nothing of other providers, whatever a query forgets. It is done again where its connection was
 * lost. See docs/decisions/067-row-level-security.md.
 */
export function asTenant<T>(db: Db, providerId: Id<"prv">, work: (tx: Db) => Promise<T>): Promise<T> {
  // Until the transaction ends, and so for poolers too.
  const role = sql`select set_config('transaction_read_only', 'on', true), set_config('role', 'provider_console', true),
    set_config('provider_checkout.provider_id', ${idToUuid(providerId)}, true),
    set_config('provider_checkout.provider', ${providerId}, true)`;
  const read = () =>
    db.transaction(async (tx) => {
      await tx.execute(role);
      return work(tx);
    });
  return again(isConnectionLost, read);
}
