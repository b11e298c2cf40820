import { sql } from "drizzle-orm";
import { event, webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";
import { at, IS_ENABLED, NEW_UUID, takesType } from "./sql";

/** An event that already waits for its replay does not wait twice, but may become due earlier. */
const ONCE = sql`on conflict (provider_id, endpoint_id, event_id) where kind = 'replay' and status = 'pending'
  do update set due_at = least(webhook_delivery.due_at, excluded.due_at)`;

/** One event, even of a type that the endpoint does not receive. */
export async function insertReplay(
  db: Db,
  providerId: Id<"prv">,
  endpointId: Id<"whe">,
  { id, type }: { id: Id<"evt">; type: string },
  now: Date,
): Promise<void> {
  await retried(() =>
    db.execute(sql`
    insert into ${webhookDelivery} (provider_id, id, endpoint_id, event_id, event_type, kind, due_at, created_at)
    values (${idToUuid(providerId)}, ${NEW_UUID}, ${idToUuid(endpointId)}, ${idToUuid(id)}, ${type}, 'replay', ${at(now)}, ${at(now)})
    ${ONCE}`),
  );
}

/** From `since` until before `until`. There may be a few more than `most`, because events of one instant stay together. */
interface ReplaySpan {
  since: Date;
  until: Date;
  most: number;
}

/**
 * Replays become due a millisecond apart, in the order of their events, so that they do not overtake new ones.
 * @returns how many are scheduled, and the time of the first event that is not
 */
export async function insertReplays(
  db: Db,
  providerId: Id<"prv">,
  endpointId: Id<"whe">,
  { since, until, most }: ReplaySpan,
  now: Date,
): Promise<{ scheduled: number; nextSince: Date | null }> {
  const told = (from: ReturnType<typeof sql>) => sql`
      from ${event} e join ${webhookEndpoint} w on w.provider_id = e.provider_id
      where e.provider_id = ${idToUuid(providerId)} and w.id = ${idToUuid(endpointId)} and ${IS_ENABLED}
        and e.data is not null and ${from} and e.occurred_at < ${at(until)} and ${takesType(sql`e.type`)}`;
  const [row] = await retried(() =>
    db.execute<{ scheduled: number; next_since: string | null }>(sql`
    with again as materialized (
      select e.provider_id, w.id as endpoint_id, e.id, e.type, e.occurred_at ${told(sql`e.occurred_at >= ${at(since)}`)}
      order by e.occurred_at fetch first ${sql.raw(String(most))} rows with ties
    ), made as (
      insert into ${webhookDelivery} (provider_id, id, endpoint_id, event_id, event_type, kind, due_at, created_at)
      select provider_id, ${NEW_UUID}, endpoint_id, id, type, 'replay',
        ${at(now)} + (row_number() over (order by occurred_at, id) - 1) * interval '1 millisecond', ${at(now)}
      from again order by occurred_at, id
      ${ONCE} returning 1
    )
    select (select count(*) from made)::int as scheduled,
      (select min(e.occurred_at) ${told(sql`e.occurred_at > (select max(occurred_at) from again)`)}) as next_since`),
  );
  return { scheduled: row?.scheduled ?? 0, nextSince: row?.next_since ? new Date(row.next_since) : null };
}
