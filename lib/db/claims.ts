import { type SQL, sql } from "drizzle-orm";
import type {
  agreement,
  chargeAttempt,
  debit,
  email,
  event,
  refund,
  webhookDelivery,
} from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard/index";
import type { Db } from "./client";

type Table =
  | typeof agreement
  | typeof chargeAttempt
  | typeof debit
  | typeof email
  | typeof event
  | typeof refund
  | typeof webhookDelivery;

/** Another worker may take all that was found. */
const MAX_LOOKS = 2;

/**
 * Takes rows that are due, whosever they are: no two workers take the same. A row is locked by a statement about its
 * provider alone, because with shards a statement can lock rows of one shard only.
 * @param found selects `provider_id` and `id` of at most `limit` rows; another worker may take them, so `isDue` is asked again
 * @param take writes the rows that the condition `free` names, and returns them
 * @throws what stopped it, unless it has taken some rows by then: they are returned
 */
export async function takeDue<T>(
  db: Db,
  table: Table,
  { found, limit, isDue }: { found: SQL; limit: number; isDue: SQL },
  take: (free: SQL) => PromiseLike<readonly T[]>,
): Promise<T[]> {
  const taken: T[] = [];
  for (let looks = 1; ; looks++) {
    const due = await readRows<{ provider_id: string; id: string }>(db, found);
    const ids = new Map<string, string[]>();
    for (const { provider_id, id } of due) ids.set(provider_id, [...(ids.get(provider_id) ?? []), id]);
    for (const [provider, some] of ids) {
      const ofThem = sql`provider_id = ${provider}::uuid and id = any (${`{${some}}`}::uuid[])`;
      const free = sql`provider_id = ${provider}::uuid and id in (
        select id from ${table} where ${ofThem} and ${isDue} for update skip locked)`;
      try {
        taken.push(...(await take(free)));
      } catch (error) {
        if (taken.length === 0) throw error;
        return taken;
      }
    }
    if (taken.length > 0 || due.length < limit || looks === MAX_LOOKS) return taken;
  }
}
