import { sql } from "drizzle-orm";
import { event } from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard/index";
import type { EventType } from "../domain/states";
import type { Db } from "./client";
import { at } from "./sql";

export interface RecordedEvent extends Record<string, unknown> {
  provider_id: string;
  checkout_id: string;
  id: string;
  type: EventType;
  occurred_at: string;
}

/** Rows of one statement as a table in the next. */
export const asTable = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(columns)}`;

/** Not handed over yet, and not waiting after a failure. */
export const isToDispatch = (now: Date) =>
  sql`dispatched_at is null and (dispatch_after is null or dispatch_after <= ${at(now)})`;

export async function hasUndispatched(db: Db, now: Date): Promise<boolean> {
  const [row] = await readRows(db, sql`select from ${event} where ${isToDispatch(now)} limit 1`);
  return row !== undefined;
}

/** One that waits longer for a row is tried again later: its transaction holds other events meanwhile. */
const MAX_LOCK_MS = 200;

/**
 * Takes the oldest events that are not marked, in a transaction that waits for no lock for long. A mark on each, not a
 * position in a log, because a transaction that began early may commit late, and its event must not be passed over.
 */
export async function markDispatched(db: Db, limit: number, now: Date): Promise<RecordedEvent[]> {
  await db.execute(sql.raw(`set local lock_timeout = ${MAX_LOCK_MS}`));
  return db.execute<RecordedEvent>(sql`
    with picked as materialized (
      select provider_id, id from ${event} where ${isToDispatch(now)}
      order by occurred_at limit ${limit} for update skip locked
    )
    update ${event} e set dispatched_at = ${at(now)} from picked
    where e.provider_id = picked.provider_id and e.id = picked.id
    returning e.provider_id, e.checkout_id, e.id, e.type, e.occurred_at`);
}

/**
 * First after five seconds, then after twice as long each time, an hour at most.
 * See docs/decisions/029-failing-work.md.
 */
export async function postponeDispatch(db: Db, { provider_id, id }: RecordedEvent, now: Date): Promise<void> {
  await db.execute(sql`
    update ${event} set dispatch_failures = coalesce(dispatch_failures, 0) + 1,
      dispatch_after = ${at(now)} + least(3600, 5 * 2 ^ least(coalesce(dispatch_failures, 0), 20)) * interval '1 second'
    where provider_id = ${provider_id}::uuid and id = ${id}::uuid and dispatched_at is null`);
}
