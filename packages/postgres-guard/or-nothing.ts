import { TransactionRollbackError } from "drizzle-orm";
import type { Db } from "./declared";
import { retried } from "./retried";

/**
 * One transaction. If its work returns null, because it lost a race, everything that it wrote is undone. See
 * docs/decisions/005-guarded-writes.md.
 */
export async function orNothing<T>(db: Db, work: (tx: Db) => Promise<T | null>): Promise<T | null> {
  try {
    return await retried(() => db.transaction(async (tx) => (await work(tx)) ?? tx.rollback()));
  } catch (error) {
    if (error instanceof TransactionRollbackError) return null;
    throw error;
  }
}
