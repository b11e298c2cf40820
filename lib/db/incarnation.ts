import { type SQL, sql } from "drizzle-orm";
import { databaseIncarnation, operatorAlert } from "../../drizzle/schema";
import type { Db } from "./client";

/**
 * Names the life of the database that answers: another after each start of PostgreSQL, and so after a standby was
 * promoted, and after a backup or a dump was restored. Needs no privilege and no setting. D-142
 */
const INCARNATION: SQL = sql`(
  (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint || '.' || pg_relation_filenode('charge_attempt'))`;

/** Whether charges may be missing from the records: reconciliation has not compared all of them since this life began. */
const IS_NOT_VOUCHED: SQL = sql`not exists (
  select from ${databaseIncarnation} where incarnation = ${INCARNATION} and vouched_at is not null)`;

/** Whether the gateway has a charge of the order that nobody has accounted for. */
const hasOrphan = (providerId: SQL, providerOrderId: SQL): SQL => sql`exists (
  select from ${operatorAlert} as alert
  where alert.kind = 'orphan_charge' and alert.resolved_at is null
    and alert.details ->> 'provider_order_id' = ${providerOrderId} and alert.details ->> 'provider_id' = ${providerId})`;

/** Whether the gateways are asked for an order before it is charged. Costs a create no round trip. D-142 */
export const mustAskFirst = (providerId: SQL, providerOrderId: SQL): SQL<boolean> =>
  sql<boolean>`(${IS_NOT_VOUCHED} or ${hasOrphan(providerId, providerOrderId)})`;

/** Longer than a charge that began before this life can be under way. */
const SETTLING_MS = 120_000;

/** Stands among the lives until reconciliation vouches: an operator said that rows were lost. */
const DOUBTED = sql.raw("'doubted'");

/** The file that held the charge attempts; of a doubt none. */
const fileOf = (incarnation: SQL): SQL => sql`split_part(${incarnation}, '.', 2)`;

interface Life {
  incarnation: string;
  /** The database's time. */
  seenAt: string;
  /** False where rows may have been put back that are older than what was compared last. */
  isContinuous: boolean;
  /** False while a charge that began before this life may still be under way, unseen by a gateway's list. */
  mayVouch: boolean;
}

/** Writes down a life that it sees for the first time. Of a new database's first life nothing can be missing. */
export async function seeLife(db: Db): Promise<Life> {
  const [row] = await db.execute<Omit<Life, "mayVouch"> & { ms: number | null; others: boolean }>(sql`
    with known as (select * from ${databaseIncarnation}),
      seen as (
        insert into ${databaseIncarnation} (incarnation, first_seen_at)
        select ${INCARNATION}, now()
        on conflict do nothing)
    select ${INCARNATION} as incarnation, now()::text as "seenAt",
      not exists (select from known where ${fileOf(sql`incarnation`)} <> ${fileOf(INCARNATION)}) as "isContinuous",
      (select extract(epoch from now() - first_seen_at)::float8 * 1000 from known
        where incarnation = ${INCARNATION}) as ms,
      exists (select from known) as others`);
  if (!row) throw new Error("The database said nothing of its life");
  const { ms, others, ...life } = row;
  return { ...life, mayVouch: !others || (ms ?? 0) >= SETTLING_MS };
}

/**
 * Reconciliation has compared everything: this life's records lack no charge that has no alert. Forgets other lives. Does
 * nothing where the records were doubted since.
 */
export async function vouchFor(db: Db, { incarnation, seenAt }: Life): Promise<void> {
  await db.execute(sql`
    with vouched as (
      update ${databaseIncarnation} set vouched_at = now()
      where incarnation = ${incarnation} and vouched_at is null and first_seen_at <= ${seenAt}::text::timestamptz(3)
      returning incarnation)
    delete from ${databaseIncarnation} where incarnation <> ${incarnation} and exists (select from vouched)`);
}

/** An operator's word that commits were lost, where the database cannot tell: reconciliation must vouch anew. */
export async function doubtRecords(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${databaseIncarnation} (incarnation, first_seen_at) values (${INCARNATION}, now()), (${DOUBTED}, now())
    on conflict (incarnation) do update set first_seen_at = excluded.first_seen_at, vouched_at = null`);
}

/** Whether first charges go out without asking for their order first. */
export async function isVouched(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ doubted: boolean }>(sql`select ${IS_NOT_VOUCHED} as doubted`);
  return row?.doubted === false;
}
