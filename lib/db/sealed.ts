import { and, inArray, lt, type SQL, sql } from "drizzle-orm";
import { checkout, dda, enrolment, sealedProbe } from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard/index";
import { LINKS_OUTLIVE_MS, UNFINISHED_KEPT_MS } from "../domain/resume-link";
import { TRANSITIONS } from "../domain/states";
import type { Db } from "./client";
import { hasStatusOf, IS_COLLECTED } from "./sql";

export type ProbeRow = typeof sealedProbe.$inferSelect;

export const findProbes = (db: Db): Promise<ProbeRow[]> => db.select().from(sealedProbe);

/** If another server was first for a version, its probe stays. */
export async function insertProbes(db: Db, rows: ProbeRow[]): Promise<void> {
  await db.insert(sealedProbe).values(rows).onConflictDoNothing();
}

/** Of these versions, those below another. */
export async function deleteProbes(db: Db, versions: number[], olderThan: number): Promise<void> {
  await db
    .delete(sealedProbe)
    .where(and(inArray(sealedProbe.keyVersion, versions), lt(sealedProbe.keyVersion, olderThan)));
}

export interface SealedColumn {
  table: string;
  bytes: string;
  version: string;
  /** The primary key's columns and their types. */
  key: Readonly<Record<string, "uuid" | "text">>;
  /** A further column that the bytes are bound to. */
  beside?: string;
}

/** The columns of `key` and `beside` as text. */
export type SealedRow = Record<string, string> & { bytes: Uint8Array; version: number };

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

/** With an index of versions, searching for those that no row names costs little. */
const isOf = (column: SQL, versions: readonly number[] | null) =>
  versions ? sql`and ${column} = any(${`{${versions.join(",")}}`}::int[])` : sql``;

/** @param versions only these; null for all, which reads the whole table */
export function countSealed(db: Db, column: SealedColumn, versions: readonly number[] | null) {
  const version = sql`${name(column.version)}`;
  return readRows<{ version: number; count: number }>(
    db,
    sql`
    select ${version} as version, count(*)::int as count from ${name(column.table)}
    where ${name(column.bytes)} is not null ${isOf(version, versions)} group by 1`,
  );
}

interface LinkCount {
  version: number;
  count: number;
  /** When the last of them ends, in milliseconds. */
  until: number;
}

/** An authority whose hosted page can still be used: also for another account in its place. */
const IS_OPEN = sql`${dda.replaceableUntil} > now() or exists (
  select 1 from ${checkout} c where c.provider_id = ${dda.providerId} and c.id = ${dda.checkoutId}
    and ${hasStatusOf(TRANSITIONS.authorise.from)} and c.expires_at > now())`;

/** Usable links to the hosted page, by key version. */
export function countSetupLinks(db: Db, versions: readonly number[] | null): Promise<LinkCount[]> {
  return readRows<LinkCount & Record<string, unknown>>(
    db,
    sql`
    select a.session_key_version as version, count(*)::int as count,
      floor(extract(epoch from max(greatest(c.expires_at, a.replaceable_until))) * 1000)::float8 as until
    from ${dda} a join ${checkout} c on c.provider_id = a.provider_id and c.id = a.checkout_id
    where (${hasStatusOf(TRANSITIONS.authorise.from)} and c.expires_at > now() or a.replaceable_until > now())
      ${isOf(sql`a.session_key_version`, versions)} group by 1`,
  );
}

/** Usable links to the hosted card page, by key version. */
export function countCardLinks(db: Db, versions: readonly number[] | null): Promise<LinkCount[]> {
  return readRows<LinkCount & Record<string, unknown>>(
    db,
    sql`
    select c.card_page_key_version as version, count(*)::int as count,
      floor(extract(epoch from max(c.expires_at)) * 1000)::float8 as until
    from ${checkout} c
    where ${hasStatusOf(TRANSITIONS.send_card.from)} and c.expires_at > now() and c.card_page_key_version is not null
      ${isOf(sql`c.card_page_key_version`, versions)} group by 1`,
  );
}

/** Usable links to resume, by key version: without a checkout until the purge, with one until the links end. */
export function countResumeLinks(db: Db, versions: readonly number[] | null): Promise<LinkCount[]> {
  const over = (ms: number) => sql`${ms / 1000} * interval '1 second'`;
  return readRows<LinkCount & Record<string, unknown>>(
    db,
    sql`
    select version, count(*)::int as count, floor(extract(epoch from max(ends_at)) * 1000)::float8 as until
    from (
      select e.link_key_version as version, case when count(c.id) = 0
        then e.updated_at + ${over(UNFINISHED_KEPT_MS)}
        else greatest(e.updated_at, max(c.updated_at), max(c.expires_at), max(now()) filter (where ${IS_COLLECTED}))
          + ${over(LINKS_OUTLIVE_MS)} end as ends_at
      from ${enrolment} e left join ${checkout} c
        on c.provider_id = e.provider_id and c.provider_order_id = e.provider_order_id
      where true ${isOf(sql`e.link_key_version`, versions)}
      group by e.provider_id, e.id) links
    where ends_at > now() group by 1`,
  );
}

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
