import { type SQL, sql } from "drizzle-orm";
import { chargeAttempt } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import { earlier, HOUR_MS } from "../domain/time";
import type { Db } from "./client";

/** To the card gateway, for one order. Contract section 11, D-052 */
export const CALLS_AN_HOUR = 5;

export const callsSince = (now: Date): Date => earlier(now, HOUR_MS);

/** A closed key does not count: the gateway never acted on it. */
export const isCallSince = (since: SQL): SQL =>
  sql`earlier.status <> 'closed' and earlier.created_at > ${since}`;

/** Until an order whose calls are used up may have another; null where it may at once. */
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
