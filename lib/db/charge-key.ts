import { type SQL, sql } from "drizzle-orm";
import { provider } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";

/**
 * The gateway's key of an order's call, which is the attempt's id too. It follows from provider, order and number alone, so
 * a service that has lost its last commits sends the same key again and gets the old charge back. D-142
 */
export const chargeKey = (providerId: SQL, providerOrderId: SQL, callNumber: SQL): SQL => sql`(
  select overlay(overlay(left(encode(sha256(convert_to(
    concat_ws(' ', p.id, p.charge_epoch, ${callNumber}, ${providerOrderId}), 'UTF8')), 'hex'), 32)
    placing '8' from 13) placing '8' from 17)::uuid
  from ${provider} as p where p.id = ${providerId})`;

/** Further than any order gets. */
const MAX_CALLS = 500;

/** Which call of the order has this key; null where none has, so that it is another order's charge. */
export async function callOfKey(
  db: Db,
  { providerId, providerOrderId }: { providerId: Id<"prv">; providerOrderId: string },
  key: Id<"cat">,
): Promise<number | null> {
  const tenant = sql`${idToUuid(providerId)}::uuid`;
  const [row] = await db.execute<{ call: number }>(sql`
    select call from generate_series(1, ${MAX_CALLS}) as call
    where ${chargeKey(tenant, sql`${providerOrderId}::text`, sql`call`)} = ${idToUuid(key)}::uuid`);
  return row?.call ?? null;
}
