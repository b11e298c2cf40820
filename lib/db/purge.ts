import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  checkout,
  email,
  enrolment,
  event,
  idempotencyKey,
  linkRequest,
  webhookAttempt,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import type { Db } from "./client";
import { at } from "./webhook-sql";

/** Deletes or empties up to `limit` rows and says how many. Rows that somebody holds are left for the next time. */
export type Purge = (db: Db, limit: number) => Promise<number>;

const after = (column: SQL, since: Date | null) => (since ? sql`and ${column} > ${at(since)}` : sql``);

/** Idempotency keys whose 31 days have passed. */
export const purgeIdempotencyKeys = (now: Date): Purge =>
  deleting(idempotencyKey, sql`provider_id, operation, key`, sql`expires_at <= ${at(now)}`);

/** The log of requests to webhook endpoints. */
export const purgeWebhookAttempts = (until: Date): Purge =>
  deleting(webhookAttempt, sql`provider_id, delivery_id, number`, sql`started_at <= ${at(until)}`);

/** Mails to students, and what is kept of them. */
export const purgeMails = (until: Date): Purge =>
  deleting(email, sql`provider_id, id`, sql`created_at <= ${at(until)}`);

/** Requests for new links that nobody was there to answer. */
export const purgeLinkRequests = (until: Date): Purge =>
  deleting(linkRequest, sql`id`, sql`created_at <= ${at(until)}`);

/** Deliveries that are over, once their log is gone. */
export const purgeWebhookDeliveries = (until: Date): Purge =>
  deleting(
    webhookDelivery,
    sql`provider_id, id`,
    sql`status <> 'pending' and finished_at <= ${at(until)} and not exists (
      select 1 from ${webhookAttempt} a
      where a.provider_id = ${webhookDelivery.providerId} and a.delivery_id = ${webhookDelivery.id})`,
  );

/** Endpoints that were removed, once no delivery is left of them. */
export const purgeWebhookEndpoints = (until: Date): Purge =>
  deleting(
    webhookEndpoint,
    sql`provider_id, id`,
    sql`deleted_at <= ${at(until)} and not exists (
      select 1 from ${webhookDelivery} d
      where d.provider_id = ${webhookEndpoint.providerId} and d.endpoint_id = ${webhookEndpoint.id})`,
  );

/** What events told, up to an instant; that they happened stays in the timeline. */
export const purgeEventBodies =
  (since: Date | null, until: Date): Purge =>
  (db, limit) =>
    counted(
      db,
      sql`update ${event} set data = null where (provider_id, checkout_id, sequence) in (
        select provider_id, checkout_id, sequence from ${event}
        where data is not null and occurred_at <= ${at(until)} ${after(sql`occurred_at`, since)}
        limit ${limit} for update skip locked) returning 1`,
    );

/** Enrolments that were left before anything was signed or paid: their order never had a checkout. */
export const purgeEnrolments =
  (since: Date | null, until: Date): Purge =>
  (db, limit) =>
    counted(
      db,
      sql`delete from ${enrolment} where (provider_id, id) in (
        select e.provider_id, e.id from ${enrolment} e
        where e.updated_at <= ${at(until)} ${after(sql`e.updated_at`, since)}
          and not exists (
            select 1 from ${checkout} c
            where c.provider_id = e.provider_id and c.provider_order_id = e.provider_order_id)
        limit ${limit} for update of e skip locked) returning 1`,
    );

/** @param key the primary key's columns */
function deleting(table: PgTable, key: SQL, isOld: SQL): Purge {
  return (db, limit) =>
    counted(
      db,
      sql`delete from ${table} where (${key}) in (
        select ${key} from ${table} where ${isOld} limit ${limit} for update skip locked) returning 1`,
    );
}

async function counted(db: Db, statement: SQL): Promise<number> {
  return (await db.execute(statement)).length;
}
