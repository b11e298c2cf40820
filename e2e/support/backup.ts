import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client";

/** The processor's own records and the clock stay as they are, as they would in another company. */
const NOT_OURS = ["gateway_", "provider"];

/** Copies the service's tables. @returns what puts them back as they were, whatever was written since */
export async function backup(db: Db): Promise<() => Promise<void>> {
  const found = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const tables = found
    .map(({ name }) => name)
    .filter((name) => !NOT_OURS.some((start) => name.startsWith(start)));
  const each = (tx: Pick<Db, "execute">, statement: (table: string) => string) =>
    tx.execute(sql.raw(tables.map(statement).join(";")));
  await db.execute(sql.raw("drop schema if exists backup cascade; create schema backup"));
  await each(db, (table) => `create table backup.${table} as table public.${table}`);
  return () =>
    db.transaction(async (tx) => {
      // Foreign keys hold again once all rows are back.
      await tx.execute(sql.raw("set local session_replication_role = replica"));
      await each(tx, (table) => `delete from public.${table}`);
      await each(tx, (table) => `insert into public.${table} table backup.${table}`);
    });
}
