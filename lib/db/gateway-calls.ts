import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { chargeAttempt, operatorAlert } from "../../drizzle/schema";
import { earlier, HOUR_MS } from "../../packages/dates/time";
import { readRows } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";
import { type Id, idFromUuid, idToUuid } from "../domain/ids";
import { isOrphanOf } from "./alerts";
import { chargeKey } from "./charge-key";
import type { CheckoutRecord } from "./checkout-records";
import type { Db } from "./client";
import { at } from "./sql";

/** To the card gateway, for one order. Contract section 11. */
export const CALLS_AN_HOUR = 5;

export const callsSince = (now: Date): Date => earlier(now, HOUR_MS);

/** A closed key does not count, because the gateway never acted on it. */
const isCallSince = (since: SQL): SQL => sql`earlier.status <> 'closed' and earlier.created_at > ${since}`;

/** How long an order waits for its next call; null if it may have one at once. */
export async function secondsUntilNextCall(
  db: Db,
  providerId: Id<"prv">,
  providerOrderId: string,
  now: Date,
): Promise<number | null> {
  const since = callsSince(now);
  const [row] = await db.execute<{ at: number }>(sql`
    select extract(epoch from earlier.created_at)::float8 * 1000 as at from ${chargeAttempt} as earlier
    where earlier.provider_id = ${idToUuid(providerId)} and earlier.provider_order_id = ${providerOrderId}
      and ${isCallSince(sql`${since.toISOString()}::timestamptz`)}
    order by earlier.created_at desc offset ${CALLS_AN_HOUR - 1} limit 1`);
  return row ? Math.max(1, Math.ceil((row.at - since.getTime()) / 1000)) : null;
}

type Order = Pick<CheckoutRecord["checkout"], "providerId" | "providerOrderId">;

/** Null if the order has used its calls of this hour. */
export const nextCall = (tenant: SQL, order: SQL, since: SQL) => sql<number | null>`(
  select case when count(*) filter (where ${isCallSince(since)}) < ${sql.raw(String(CALLS_AN_HOUR))}
    then coalesce(max(earlier.call_number), 0) + 1 end
  from ${chargeAttempt} as earlier
  where earlier.provider_id = ${tenant} and earlier.provider_order_id = ${order})`;

/** The keys of the order's next calls, as many as it may have in an hour. */
export async function nextKeys(db: Db, { providerId, providerOrderId }: Order): Promise<Id<"cat">[]> {
  const [tenant, order] = [sql`${idToUuid(providerId)}::uuid`, sql`${providerOrderId}::text`];
  const rows = await readRows<{ key: string }>(
    db,
    sql`
    select ${chargeKey(tenant, order, sql`call`)} as key
    from (select coalesce(max(call_number), 0) as last from ${chargeAttempt}
      where provider_id = ${tenant} and provider_order_id = ${order}) as made,
      generate_series(made.last + 1, made.last + ${CALLS_AN_HOUR}) as call`,
  );
  return rows.map(({ key }) => idFromUuid("cat", key));
}

/** An alert says that this gateway refuses our credentials. */
export const gatewayRefuses = (gateway: SQLWrapper | string) => sql<boolean>`exists (
  select 1 from ${operatorAlert} where kind = 'gateway_refused_us' and resolved_at is null and reference = ${gateway})`;

/** What a further call of an order needs to know; `key` and `number` are null if it has used its calls of this hour. */
export async function furtherCall(
  db: Db,
  { providerId, providerOrderId }: Order,
  gateway: string,
  now: Date,
) {
  const [tenant, order] = [sql`${idToUuid(providerId)}::uuid`, sql`${providerOrderId}::text`];
  const [row] = await readRows<{
    number: number | null;
    key: string | null;
    charged: boolean;
    refusing: boolean;
  }>(
    db,
    sql`
    select call.number, ${chargeKey(tenant, order, sql`call.number`)} as key,
      exists (select 1 from ${operatorAlert} where ${isOrphanOf(sql`${providerId}`, order)}) as charged,
      ${gatewayRefuses(gateway)} as refusing
    from (select ${nextCall(tenant, order, at(callsSince(now)))} as number) as call`,
  );
  const { number, key, charged: orderHasCharge, refusing: isGatewayRefusing } = present(row, "row of a call");
  return {
    call: number !== null && key !== null ? { number, id: idFromUuid("cat", key) } : null,
    orderHasCharge,
    isGatewayRefusing,
  };
}
