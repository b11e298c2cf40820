import { and, inArray, lt, type SQL, sql } from "drizzle-orm";
import { checkout, dda, enrolment, sealedProbe } from "../../drizzle/schema";
import { TRANSITIONS } from "../domain/states";
import { hasStatusOf } from "./checkout-status";
import type { Db } from "./client";

export type ProbeRow = typeof sealedProbe.$inferSelect;

export const findProbes = (db: Db): Promise<ProbeRow[]> => db.select().from(sealedProbe);

/** Whoever comes second for a version changes nothing. */
export async function insertProbes(db: Db, rows: ProbeRow[]): Promise<void> {
  await db.insert(sealedProbe).values(rows).onConflictDoNothing();
}

/** Forgets the probes of these versions, as far as they are older than another. */
export async function deleteProbes(db: Db, versions: number[], olderThan: number): Promise<void> {
  await db
    .delete(sealedProbe)
    .where(and(inArray(sealedProbe.keyVersion, versions), lt(sealedProbe.keyVersion, olderThan)));
}

/** A column of sealed bytes, and where the version of its key stands. */
export interface SealedColumn {
  table: string;
  bytes: string;
  version: string;
  /** The primary key's columns with their types. */
  key: Readonly<Record<string, "uuid" | "text">>;
  /** What else it takes to know the row that they are bound to. */
  beside?: string;
}

/** Rows as they come, `bytes` and `version` aside: the columns that were named, as text. */
export type SealedRow = Record<string, string> & { bytes: Uint8Array; version: number };

const name = (column: string) => sql.identifier(column);
const names = (columns: readonly string[]) => sql.join(columns.map(name), sql`, `);

function keyIn(column: SealedColumn, row: SealedRow): SQL {
  const values = Object.entries(column.key).map(([part, type]) => sql`${row[part]}::${sql.raw(type)}`);
  return sql`(${names(Object.keys(column.key))}) = (${sql.join(values, sql`, `)})`;
}

/** Sealed rows in the order of their keys, those after another row; each look at the table is short. */
export async function readSealed(
  db: Db,
  column: SealedColumn,
  which: { version: number } | { notVersion: number },
  after: SealedRow | null,
  limit: number,
): Promise<SealedRow[]> {
  const key = Object.keys(column.key);
  const isWanted =
    "version" in which
      ? sql`${name(column.version)} = ${which.version}`
      : sql`${name(column.version)} <> ${which.notVersion}`;
  const values = Object.entries(column.key).map(([part, type]) => sql`${after?.[part]}::${sql.raw(type)}`);
  const isAfter = after ? sql`and (${names(key)}) > (${sql.join(values, sql`, `)})` : sql``;
  const beside = column.beside ? sql`, ${name(column.beside)}` : sql``;
  return db.execute<SealedRow>(sql`
    select ${names(key)}${beside}, ${name(column.bytes)} as bytes, ${name(column.version)} as version
    from ${name(column.table)}
    where ${name(column.bytes)} is not null and ${isWanted} ${isAfter}
    order by ${names(key)} limit ${limit}`);
}

/**
 * Puts other bytes in the place of those that were read.
 * @returns false where somebody else has changed or deleted them since, which changes nothing
 */
export async function replaceSealed(
  db: Db,
  column: SealedColumn,
  row: SealedRow,
  fresh: { bytes: Uint8Array; keyVersion: number },
): Promise<boolean> {
  const changed = await db.execute(sql`
    update ${name(column.table)}
    set ${name(column.bytes)} = ${fresh.bytes}::bytea, ${name(column.version)} = ${fresh.keyVersion}
    where ${keyIn(column, row)} and ${name(column.bytes)} = ${row.bytes}::bytea
      and ${name(column.version)} = ${row.version}
    returning 1`);
  return changed.length > 0;
}

/** How many rows of a column each key version has. */
export function countSealed(db: Db, column: SealedColumn): Promise<{ version: number; count: number }[]> {
  return db.execute<{ version: number; count: number }>(sql`
    select ${name(column.version)} as version, count(*)::int as count from ${name(column.table)}
    where ${name(column.bytes)} is not null group by 1`);
}

export interface LinkCount {
  version: number;
  count: number;
  /** The instant that the last of them ends by, in milliseconds. */
  until: number;
}

/** An authority whose link still asks for bank details, or may: its time is not over. */
const IS_OPEN = sql`exists (
  select 1 from ${checkout} c where c.provider_id = ${dda.providerId} and c.id = ${dda.checkoutId}
    and ${hasStatusOf(TRANSITIONS.authorise.from)} and c.expires_at > now())`;

/** Open links to the hosted page, by the version of the key that they are derived from. */
export function countSetupLinks(db: Db): Promise<LinkCount[]> {
  return db.execute<LinkCount & Record<string, unknown>>(sql`
    select a.session_key_version as version, count(*)::int as count,
      floor(extract(epoch from max(c.expires_at)) * 1000)::float8 as until
    from ${dda} a join ${checkout} c on c.provider_id = a.provider_id and c.id = a.checkout_id
    where ${hasStatusOf(TRANSITIONS.authorise.from)} and c.expires_at > now() group by 1`);
}

/**
 * Links to resume that open something still, by the version of their key: of enrolments without a checkout until these
 * are purged, of others until their links end.
 */
export function countResumeLinks(
  db: Db,
  keptMs: { unfinished: number; ended: number },
): Promise<LinkCount[]> {
  const over = (ms: number) => sql`${ms / 1000} * interval '1 second'`;
  return db.execute<LinkCount & Record<string, unknown>>(sql`
    select version, count(*)::int as count, floor(extract(epoch from max(ends_at)) * 1000)::float8 as until
    from (
      select e.link_key_version as version, case when count(c.id) = 0
        then e.updated_at + ${over(keptMs.unfinished)}
        else greatest(e.updated_at, max(c.updated_at), max(c.expires_at)) + ${over(keptMs.ended)} end as ends_at
      from ${enrolment} e left join ${checkout} c
        on c.provider_id = e.provider_id and c.provider_order_id = e.provider_order_id
      group by e.provider_id, e.id) links
    where ends_at > now() group by 1`);
}

/** Derives up to `limit` open links anew, so that those which were given out end. @returns how many */
export async function moveSetupLinks(db: Db, version: number, limit: number): Promise<number> {
  const some = db
    .select({ id: dda.id })
    .from(dda)
    .where(and(sql`${dda.sessionKeyVersion} <> ${version}`, IS_OPEN))
    .limit(limit);
  const moved = await db
    .update(dda)
    .set({ sessionKeyVersion: version })
    .where(inArray(dda.id, some))
    .returning({ id: dda.id });
  return moved.length;
}

/** The same for links to resume. */
export async function moveResumeLinks(db: Db, version: number, limit: number): Promise<number> {
  const some = db
    .select({ id: enrolment.id })
    .from(enrolment)
    .where(sql`${enrolment.linkKeyVersion} <> ${version}`)
    .limit(limit);
  const moved = await db
    .update(enrolment)
    .set({ linkKeyVersion: version })
    .where(inArray(enrolment.id, some))
    .returning({ id: enrolment.id });
  return moved.length;
}
