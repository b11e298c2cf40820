import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client";
import { retried } from "../../packages/postgres-guard/retried";

/** Copies the service's tables. @returns what puts them back as they were, whatever was written since */
export async function backup(db: Db): Promise<() => Promise<void>> {
  const found = await db.execute<{ name: string }>(
    // The sandbox's clock goes on, and its processor's records have a schema of their own.
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'provider'`,
  );
  const tables = found.map(({ name }) => name);
  const each = (tx: Pick<Db, "execute">, statement: (table: string) => string) =>
    tx.execute(sql.raw(tables.map(statement).join(";")));
  await db.execute(sql.raw("drop schema if exists backup cascade; create schema backup"));
  await each(db, (table) => `create table backup.${table} as table public.${table}`);
  const restore = () =>
    db.transaction(async (tx) => {
      // Foreign keys hold again once all rows are back.
      await tx.execute(sql.raw("set local session_replication_role = replica"));
      await each(tx, (table) => `delete from public.${table}`);
      await each(tx, (table) => `insert into public.${table} table backup.${table}`);
    });
  // Statements of a service that was killed may still run, and wait for these rows in another order.
  return () => retried(restore);
}
