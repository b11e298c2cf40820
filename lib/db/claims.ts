import { type SQL, sql } from "drizzle-orm";
import type { agreement, chargeAttempt, email, event, webhookDelivery } from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard/index";
import type { Db } from "./client";

type Table = typeof agreement | typeof chargeAttempt | typeof email | typeof event | typeof webhookDelivery;

/**
 * Takes rows that are due, whosever they are: no two workers take the same. A row is locked by a statement about its
 * provider alone, because with shards a statement can lock rows of one shard only.
 * @param found selects `provider_id` and `id` of rows that may be due
 * @param isDue is asked again of each row, because another worker may have taken it since
 * @param take writes the rows that the condition `free` names, and returns them
 */
export async function takeDue<T>(
  db: Db,
  table: Table,
  { found, isDue }: { found: SQL; isDue: SQL },
  take: (free: SQL) => PromiseLike<readonly T[]>,
): Promise<T[]> {
  const ids = new Map<string, string[]>();
  for (const { provider_id, id } of await readRows<{ provider_id: string; id: string }>(db, found))
    ids.set(provider_id, [...(ids.get(provider_id) ?? []), id]);
  const taken = await Promise.all(
    [...ids].map(([provider, some]) => {
      const ofThem = sql`provider_id = ${provider}::uuid and id = any (${`{${some}}`}::uuid[])`;
      return take(sql`provider_id = ${provider}::uuid and id in (
        select id from ${table} where ${ofThem} and ${isDue} for update skip locked)`);
    }),
  );
  return taken.flat();
}
