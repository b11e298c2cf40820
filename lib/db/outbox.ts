import { sql } from "drizzle-orm";
import { event } from "../../drizzle/schema";
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

export async function hasUndispatched(db: Db): Promise<boolean> {
  const [row] = await db.execute(sql`select from ${event} where dispatched_at is null limit 1`);
  return row !== undefined;
}

/**
 * Takes the oldest events that are not marked. A mark on each, not a position in a log, because a transaction that began
 * early may commit late, and its event must not be passed over.
 */
export async function markDispatched(db: Db, limit: number, now: Date): Promise<RecordedEvent[]> {
  return db.execute<RecordedEvent>(sql`
    with picked as materialized (
      select provider_id, id from ${event} where dispatched_at is null
      order by occurred_at limit ${limit} for update skip locked
    )
    update ${event} e set dispatched_at = ${at(now)} from picked
    where e.provider_id = picked.provider_id and e.id = picked.id
    returning e.provider_id, e.checkout_id, e.id, e.type, e.occurred_at`);
}
