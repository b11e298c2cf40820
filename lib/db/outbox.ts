import { sql } from "drizzle-orm";
import { event } from "../../drizzle/schema";
import { HOUR_MS, later } from "../../packages/dates/time";
import { readRows } from "../../packages/postgres-guard/index";
import type { EventType } from "../domain/states";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { at } from "./sql";

export interface RecordedEvent extends Record<string, unknown> {
  provider_id: string;
  checkout_id: string;
  id: string;
  type: EventType;
  occurred_at: string;
  /** How often it could not be handed over so far; null for never. */
  dispatch_failures: number | null;
}

/** Rows of one statement as a table in the next. */
export const asTable = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(columns)}`;

/** Not dispatched yet, and not waiting after a failure. */
export const isToDispatch = (now: Date) =>
  sql`dispatched_at is null and (dispatch_after is null or dispatch_after <= ${at(now)})`;

export async function hasUndispatched(db: Db, now: Date): Promise<boolean> {
  const [row] = await readRows(db, sql`select 1 from ${event} where ${isToDispatch(now)} limit 1`);
  return row !== undefined;
}

/** An event that waits longer for a row is tried again later, because its transaction has other events meanwhile. */
const MAX_LOCK_MS = 200;

/**
 * Takes the oldest events that are not marked, in a transaction that waits for no lock for long. Each event has a mark, not
 * a position in a log: a transaction that began early may commit late, and its event must not be skipped.
 */
export async function markDispatched(db: Db, limit: number, now: Date): Promise<RecordedEvent[]> {
  await db.execute(sql.raw(`set local lock_timeout = ${MAX_LOCK_MS}`));
  const isDue = isToDispatch(now);
  const found = sql`select provider_id, id from ${event} where ${isDue} order by occurred_at limit ${limit}`;
  return takeDue(db, event, { found, limit, isDue }, (free) =>
    db.execute<RecordedEvent>(sql`
      update ${event} set dispatched_at = ${at(now)} where ${free}
      returning provider_id, checkout_id, id, type, occurred_at, dispatch_failures`),
  );
}

/** Waits five seconds, then twice as long each time, at most an hour. See docs/decisions/029-failing-work.md. */
export async function postponeDispatch(db: Db, one: RecordedEvent, now: Date): Promise<void> {
  const failures = one.dispatch_failures ?? 0;
  const after = later(now, Math.min(HOUR_MS, 5_000 * 2 ** failures));
  await db.execute(sql`
    update ${event} set dispatch_failures = ${failures + 1}, dispatch_after = ${at(after)}
    where provider_id = ${one.provider_id}::uuid and id = ${one.id}::uuid and dispatched_at is null`);
}
