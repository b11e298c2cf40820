/** Many enrolments, made of a few that a server has made, for what takes long only where there is much. */
import type { Sql } from "postgres";

/** The tables of a checkout in the order of their references, with the columns that are ids of the copy's own. */
const COPIED = {
  checkout: ["id"],
  opportunity: ["id", "checkout_id"],
  dda: ["id", "checkout_id"],
  charge_attempt: ["id", "checkout_id"],
  idempotency_key: ["checkout_id"],
  event: ["id", "checkout_id"],
};
/** What is unique beside the ids: its text gets the number of the copy. */
const NUMBERED: Record<string, string> = { checkout: "provider_order_id", idempotency_key: "key" };

/**
 * Copies each checkout in the database, with all that hangs on it, so many times. All constraints hold for the copies,
 * whatever migrations the database has. What is sealed in a copy does not open, and no gateway knows of its payment: so
 * none of them may be paid.
 */
export async function copyCheckouts(sql: Sql, times: number): Promise<void> {
  // The time in front stays, so that pages and time filters see copies as they see their models.
  await sql`create function pg_temp.copy(id text, number int) returns text language sql immutable as
    $$ select left(id, 24) || lpad(to_hex(number), 12, '0') $$`;
  await sql`create temporary table model as select provider_id, id from checkout`;
  for (const [table, ids] of Object.entries(COPIED)) {
    const own: Record<string, string> = {};
    for (const id of ids) own[id] = `pg_temp.copy(one.${id}::text, number)::uuid`;
    const numbered = NUMBERED[table];
    if (numbered) own[numbered] = `one.${numbered} || '-' || number`;
    if (table === "event") {
      // For an event that is dispatched nothing more is done.
      own.dispatched_at = "coalesce(one.dispatched_at, now())";
      own.data = `jsonb_set(one.data, '{provider,provider_order_id}', to_jsonb(one.data #>> '{provider,provider_order_id}' || '-' || number))`;
    }
    const columns = (
      await sql<{ name: string }[]>`select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
    ).map(({ name }) => name);
    await sql.unsafe(`insert into ${table} (${columns}) select ${columns.map((name) => own[name] ?? `one.${name}`)}
      from ${table} as one join model on model.provider_id = one.provider_id and model.id = one.${ids.at(-1)}
      cross join generate_series(1, ${times}) as number`);
  }
  await sql`analyze`;
}
