import { type SQL, sql } from "drizzle-orm";
import { checkout, dda, enrolment } from "../../drizzle/schema";
import type { Db } from "../../lib/db/client";
import type { SealedColumn, SealedRow } from "../../lib/db/sealed";
import { hasStatusOf } from "../../lib/db/sql";
import { TRANSITIONS } from "../../lib/domain/states";
import { readRows } from "../../packages/postgres-guard/index";

const name = (column: string) => sql.identifier(column);
const names = (columns: readonly string[]) => sql.join(columns.map(name), sql`, `);

/** The primary key's values in a row. */
function valuesOf(column: SealedColumn, row: SealedRow): SQL {
  const values = Object.entries(column.key).map(([part, type]) => sql`${row[part]}::${sql.raw(type)}`);
  return sql`(${sql.join(values, sql`, `)})`;
}

/** Rows of other versions, in the order of their keys, after a given row, so that each statement is short. */
export async function readSealed(
  db: Db,
  column: SealedColumn,
  notVersion: number,
  after: SealedRow | null,
  limit: number,
): Promise<SealedRow[]> {
  const key = names(Object.keys(column.key));
  const beside = column.beside ? sql`, ${name(column.beside)}` : sql``;
  const isAfter = after ? sql`and (${key}) > ${valuesOf(column, after)}` : sql``;
  return readRows<SealedRow>(
    db,
    sql`
    select ${key}${beside}, ${name(column.bytes)} as bytes, ${name(column.version)} as version
    from ${name(column.table)}
    where ${name(column.bytes)} is not null and ${name(column.version)} <> ${notVersion} ${isAfter}
    order by ${key} limit ${limit}`,
  );
}

/** @returns false if the row was changed or deleted since it was read; then nothing is written */
export async function replaceSealed(
  db: Db,
  column: SealedColumn,
  row: SealedRow,
  fresh: { bytes: Uint8Array; keyVersion: number },
): Promise<boolean> {
  const changed = await db.execute(sql`
    update ${name(column.table)}
    set ${name(column.bytes)} = ${fresh.bytes}::bytea, ${name(column.version)} = ${fresh.keyVersion}
    where (${names(Object.keys(column.key))}) = ${valuesOf(column, row)} and ${name(column.bytes)} = ${row.bytes}::bytea
      and ${name(column.version)} = ${row.version}
    returning 1`);
  return changed.length > 0;
}

/** An authority whose hosted page can still be used: also for another account in its place. */
const IS_OPEN = sql`${dda.replaceableUntil} > now() or exists (
  select 1 from ${checkout} c where c.provider_id = ${dda.providerId} and c.id = ${dda.checkoutId}
    and ${hasStatusOf(TRANSITIONS.authorise.from)} and c.expires_at > now())`;

/**
 * Derives up to `limit` links from another key, which ends those that were sent.
 * @returns how many
 */
export const moveSetupLinks = (db: Db, version: number, limit: number) =>
  moved(db, sql`${dda}`, sql`session_key_version`, version, IS_OPEN, limit);

export const moveResumeLinks = (db: Db, version: number, limit: number) =>
  moved(db, sql`${enrolment}`, sql`link_key_version`, version, sql`true`, limit);

async function moved(db: Db, table: SQL, column: SQL, version: number, which: SQL, limit: number) {
  const rows = await db.execute(sql`
    update ${table} set ${column} = ${version} where (provider_id, id) in (
      select provider_id, id from ${table} where ${column} <> ${version} and (${which}) limit ${limit})
    returning 1`);
  return rows.length;
}
