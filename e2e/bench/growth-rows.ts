import type { Sql } from "postgres";

/** Tables that grow with each checkout, in an order in which each row's references are there. */
const TABLES = [
  "checkout",
  "contact",
  "opportunity",
  "dda",
  "charge_attempt",
  "idempotency_key",
  "agreement",
  "payment_plan",
  "instalment",
  "debit",
  "event",
  "email",
  "webhook_delivery",
  "webhook_attempt",
] as const;

export interface Spread {
  /** Between two clones. */
  stepMs: number;
  days: number;
  /** What the originals are, as `makeOriginals` has it. */
  mix: string;
}
/** Two million are of the last weeks, so that none is old enough to be forgotten. */
const USUAL: Spread = { stepMs: 864, days: 20, mix: "ppppppcccx" };
/** A whole PDF a plan would need a hundred gigabytes: this many bytes are stored beside the row as well. */
const PDF_BYTES = 4_000;

/**
 * Functions that give each clone of a checkout its own ids, the same in all tables and in the order of time, and keep the
 * rows of the checkouts that were really made.
 */
export async function prepareClones(sql: Sql, { stepMs, days } = USUAL): Promise<void> {
  const start = Date.now() - days * 86_400_000;
  await sql.unsafe(`
    create schema growth;
    create function growth.at(i int) returns timestamptz immutable language sql as
      $$ select to_timestamp((${start} + i * ${stepMs}::bigint) / 1000.0) $$;
    create function growth.id(old uuid, i int) returns uuid immutable language sql as $$
      select encode(overlay(uuid_send(old)
        placing substring(int8send(${start} + i * ${stepMs}::bigint) from 3) from 1 for 6), 'hex')::uuid $$;
    create table growth.pdf as select string_agg(sha256(g::text::bytea), '') as pdf from generate_series(1, ${PDF_BYTES / 32}) g`);
  for (const table of TABLES)
    await sql.unsafe(`create table growth.${table} as select * from public.${table}`);
}

/** What a clone has in a column, by the original `t` and its number `i`. */
function clonedValue(table: string, column: string, type: string): string {
  const own = `t.${column}`;
  if (column === "provider_id" || column === "endpoint_id") return own;
  if (type === "uuid") return `growth.id(${own}, i)`;
  if (type === "date" && table !== "checkout") return `${own} - o.created_at::date + growth.at(i)::date`;
  if (column === "last_name") return `${own} || ' ' || lpad(to_hex(i % 50000), 4, '0')`;
  if (column === "receipt_number") return `${own} || '-' || i`;
  if (type === "timestamp with time zone") return `${own} - o.created_at + growth.at(i)`;
  if (column === "provider_order_id" || column === "key") return `${own} || '-' || i`;
  if (column === "address" || column === "email_lower" || (column === "email" && table !== "provider"))
    return `'s' || i || '-' || ${own}`;
  if (column === "pdf") return "(select pdf from growth.pdf)";
  if (column === "sha256") return "(select encode(sha256(pdf), 'hex') from growth.pdf)";
  return own;
}

/** How the original checkout `o` of a row `t` is found. */
const OF: Record<(typeof TABLES)[number], string> = {
  checkout: "o.id = t.id",
  contact: "o.email = t.email",
  opportunity: "o.id = t.checkout_id",
  dda: "o.id = t.checkout_id",
  charge_attempt: "o.id = t.checkout_id",
  idempotency_key: "o.id = t.checkout_id",
  agreement: "o.id = t.checkout_id",
  payment_plan: "o.id = t.checkout_id",
  instalment: "o.id = t.checkout_id",
  debit: "o.id = t.checkout_id",
  event: "o.id = t.checkout_id",
  email: "o.id = t.checkout_id",
  webhook_delivery: "o.id = (select checkout_id from growth.event e where e.id = t.event_id)",
  webhook_attempt:
    "o.id = (select checkout_id from growth.event e join growth.webhook_delivery d on d.event_id = e.id where d.id = t.delivery_id)",
};

/** Makes the clones with these numbers, each of one original, in turn. */
export async function insertClones(sql: Sql, from: number, until: number): Promise<void> {
  for (const table of TABLES) {
    const columns = await sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} order by ordinal_position`;
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(({ name, type }) => clonedValue(table, name, type)).join(", ");
    await sql.begin(async (tx) => {
      // Constraints between tables hold by how clones are made.
      await tx
        .unsafe("set local session_replication_role = replica; set local synchronous_commit = off")
        .simple();
      await tx.unsafe(`
        insert into public.${table} (${names}) select ${values}
        from generate_series(${from}, ${until - 1}) i
        join (select *, row_number() over (order by id) - 1 as turn, count(*) over () as many from growth.checkout) o on o.turn = i % o.many
        join growth.${table} t on ${OF[table]}`);
    });
  }
}

export interface Size {
  table: string;
  rows: number;
  heap: number;
  indexes: number;
  toast: number;
  dead: number;
}

export const sizes = (sql: Sql) => sql<Size[]>`
  select c.relname::text as table, c.reltuples::float8 as rows, pg_relation_size(c.oid)::float8 as heap,
    pg_indexes_size(c.oid)::float8 as indexes, (pg_table_size(c.oid) - pg_relation_size(c.oid))::float8 as toast,
    coalesce(s.n_dead_tup, 0)::float8 as dead
  from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relname = any(${[...TABLES]}) order by c.relname`;
