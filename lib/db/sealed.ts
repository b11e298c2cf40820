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
