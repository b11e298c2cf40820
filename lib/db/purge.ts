import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  checkout,
  email,
  enrolment,
  event,
  gatewayEvent,
  idempotencyKey,
  keyedRequest,
  linkRequest,
  requestLog,
  webhookAttempt,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { DAY_MS, earlier } from "../../packages/dates/time";
import { REQUESTS_KEPT_DAYS } from "../domain/limits";
import { UNFINISHED_KEPT_MS } from "../domain/resume-link";
import { EVENTS_KEPT_MS } from "../domain/webhooks";
import type { Db } from "./client";
import { at } from "./sql";

/** Returns how many rows it deleted or emptied, at most `limit`. */
export type Purge = (db: Db, limit: number) => Promise<number>;

/**
 * Deliveries go after their log, and endpoints after their deliveries.
 * @param last when the previous run was: rows that it looked at, most of which stay, are not looked at again
 */
export function purgesAt(now: Date, last: Date | null): Purge[] {
  const old = at(earlier(now, EVENTS_KEPT_MS));
  return [
    deleting(idempotencyKey, sql`provider_id, operation, key`, sql`expires_at <= ${at(now)}`),
    deleting(keyedRequest, sql`provider_id, operation, key`, sql`expires_at <= ${at(now)}`),
    emptyEvents(now, last),
    deleting(webhookAttempt, sql`provider_id, delivery_id, number`, sql`started_at <= ${old}`),
    deleting(
      webhookDelivery,
      sql`provider_id, id`,
      sql`status <> 'pending' and finished_at <= ${old} and not exists (
        select 1 from ${webhookAttempt} a
        where a.provider_id = ${webhookDelivery.providerId} and a.delivery_id = ${webhookDelivery.id})`,
    ),
    deleting(
      webhookEndpoint,
      sql`provider_id, id`,
      sql`deleted_at <= ${old} and not exists (
        select 1 from ${webhookDelivery} d
        where d.provider_id = ${webhookEndpoint.providerId} and d.endpoint_id = ${webhookEndpoint.id})`,
    ),
    deleting(gatewayEvent, sql`provider_id, account_id, event_id`, sql`received_at <= ${old}`),
    deleting(requestLog, sql`provider_id, id`, sql`at <= ${at(earlier(now, REQUESTS_KEPT_DAYS * DAY_MS))}`),
    deleting(email, sql`provider_id, id`, sql`created_at <= ${old}`),
    // Only those that no worker handled are left.
    deleting(linkRequest, sql`id`, sql`created_at <= ${at(earlier(now, DAY_MS))}`),
    // Those whose order never had a checkout.
    deleting(
      enrolment,
      sql`provider_id, id`,
      sql`updated_at <= ${at(earlier(now, UNFINISHED_KEPT_MS))} ${since(sql`updated_at`, last, UNFINISHED_KEPT_MS)}
        and not exists (
          select 1 from ${checkout} c
          where c.provider_id = ${enrolment.providerId} and c.provider_order_id = ${enrolment.providerOrderId})`,
    ),
  ];
}

const since = (column: SQL, last: Date | null, keptMs: number) =>
  last ? sql`and ${column} > ${at(earlier(last, keptMs))}` : sql``;

/** The event's row stays, because it is the timeline. */
const emptyEvents = (now: Date, last: Date | null) =>
  counting(
    (
      limit,
    ) => sql`update ${event} set data = null where data is not null and (provider_id, checkout_id, sequence) in (
      select provider_id, checkout_id, sequence from ${event}
      where data is not null and occurred_at <= ${at(earlier(now, EVENTS_KEPT_MS))}
        ${since(sql`occurred_at`, last, EVENTS_KEPT_MS)}
      limit ${limit}) returning 1`,
  );

/** Each row is looked at again when it is deleted, because a request may have changed it since. */
const deleting = (table: PgTable, primaryKey: SQL, isOld: SQL) =>
  counting(
    (limit) => sql`delete from ${table} where ${isOld} and (${primaryKey}) in (
      select ${primaryKey} from ${table} where ${isOld} limit ${limit}) returning 1`,
  );

const counting =
  (statement: (limit: number) => SQL): Purge =>
  async (db, limit) =>
    (await db.execute(statement(limit))).length;
