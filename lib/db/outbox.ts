import { sql } from "drizzle-orm";
import { event } from "../../drizzle/schema";
import type { EventType } from "../domain/states";
import type { Db } from "./client";
import { at } from "./webhook-sql";

/** An event on its way, as a row of the database. */
export interface RecordedEvent extends Record<string, unknown> {
  provider_id: string;
  checkout_id: string;
  id: string;
  type: EventType;
  occurred_at: string;
}

/** Rows that were read, as a table of a further statement. */
export const asTable = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(columns)}`;

export async function hasUndispatched(db: Db): Promise<boolean> {
  const [row] = await db.execute(sql`select from ${event} where dispatched_at is null limit 1`);
  return row !== undefined;
}

/**
 * Marks the oldest events that are not. They are found by their mark, so that none is passed over, whenever and by whomever
 * it was written; those that another marks at the moment are left to it.
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
