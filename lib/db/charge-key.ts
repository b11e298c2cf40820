import { type SQL, sql } from "drizzle-orm";
import { chargeAttempt, provider } from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";

/**
 * The gateway's key of an order's call, which is also the attempt's id. It follows from provider, order and number alone. So
 * a service that has lost its last commits sends the same key again and gets the old charge back. See
 * docs/decisions/001-charge-keys.md.
 */
export const chargeKey = (providerId: SQL, providerOrderId: SQL, callNumber: SQL): SQL => sql`(
  select overlay(overlay(left(encode(sha256(convert_to(
    concat_ws(' ', p.id, p.charge_epoch, ${callNumber}, ${providerOrderId}), 'UTF8')), 'hex'), 32)
    placing '8' from 13) placing '8' from 17)::uuid
  from ${provider} as p where p.id = ${providerId})`;

/** More calls of one order than a database loses with its last commits. */
const MAX_LOST_CALLS = 500;

/**
 * The number of the order's call with this key, among those on record and as many as may be lost. Null if no call has it:
 * then it is another order's charge. The number of closed calls is not limited. A client that retries every 5 s through an
 * outage makes 10,000 in 14 hours, and searching those takes about 0.2 s.
 */
export async function callOfKey(
  db: Db,
  { providerId, providerOrderId }: { providerId: Id<"prv">; providerOrderId: string },
  key: Id<"cat">,
): Promise<number | null> {
  const tenant = sql`${idToUuid(providerId)}::uuid`;
  const [row] = await readRows<{ call: number }>(
    db,
    sql`
    select call from generate_series(1, ${MAX_LOST_CALLS} + (
      select coalesce(max(call_number), 0) from ${chargeAttempt}
      where provider_id = ${tenant} and provider_order_id = ${providerOrderId})) as call
    where ${chargeKey(tenant, sql`${providerOrderId}::text`, sql`call`)} = ${idToUuid(key)}::uuid`,
  );
  return row?.call ?? null;
}
