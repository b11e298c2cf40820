import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  agreement,
  chargeAttempt,
  checkout,
  contact,
  dda,
  email,
  enrolment,
  event,
  idempotencyKey,
  linkRequest,
  operatorAlert,
  opportunity,
  provider,
  requestLog,
  webhookAttempt,
  webhookDelivery,
} from "../../drizzle/schema";
import { readRows, retried } from "../../packages/postgres-guard";
import { present } from "../../packages/text/narrow";
import { CHARGE_ALERTS } from "../domain/alerts";
import { type Id, idToUuid } from "../domain/ids";
import { belongsTo, READ_AT } from "./checkout-records";
import type { Db } from "./client";

/** What a reset deletes of a provider, table by table. See docs/decisions/059-sandbox-reset.md. */
export const RESET_TABLES = {
  checkouts: checkout,
  charge_attempts: chargeAttempt,
  opportunities: opportunity,
  bank_authorities: dda,
  agreements: agreement,
  events: event,
  idempotency_keys: idempotencyKey,
  emails: email,
  enrolments: enrolment,
  link_requests: linkRequest,
  contacts: contact,
  webhook_deliveries: webhookDelivery,
  webhook_attempts: webhookAttempt,
  requests: requestLog,
} as const;

/** What it leaves of a provider: who it is, what it sells, who may call, and where events go. */
export const RESET_KEEPS = [
  "provider",
  "provider_logo",
  "provider_dark_logo",
  "course",
  "api_key",
  "webhook_endpoint",
] as const;

export type ResetCounts = Record<keyof typeof RESET_TABLES, number>;

/** The next checkouts of a provider by id, with what there is to know of their charges. */
export function listToReset(db: Db, providerId: Id<"prv">, after: Id<"chk"> | null, limit: number) {
  return db
    .select({
      checkoutId: checkout.id,
      attempt: { key: chargeAttempt.id, status: chargeAttempt.status, gateway: chargeAttempt.gateway },
      readAt: READ_AT,
    })
    .from(checkout)
    .leftJoin(chargeAttempt, belongsTo(chargeAttempt))
    .where(and(eq(checkout.providerId, providerId), after ? gt(checkout.id, after) : undefined))
    .orderBy(checkout.id)
    .limit(limit);
}

/**
 * In one transaction: each checkout goes with all its rows, or stays with all of them. Its events are locked before it, as
 * their dispatch does it.
 */
export function deleteCheckouts(db: Db, providerId: Id<"prv">, ids: readonly Id<"chk">[]) {
  const mine = sql`provider_id = ${idToUuid(providerId)}`;
  const are = (column: SQL) => sql`${mine} and ${column} = any(${arrayOf(ids.map(idToUuid))})`;
  const ofThem = are(sql`checkout_id`);
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select from ${event} where ${ofThem} order by checkout_id, sequence for update`);
    await tx.execute(sql`select from ${checkout} where ${are(sql`id`)} order by id for update`);
    return {
      events: await deleted(tx, event, ofThem),
      idempotency_keys: await deleted(tx, idempotencyKey, ofThem),
      emails: await deleted(tx, email, ofThem),
      agreements: await deleted(tx, agreement, ofThem),
      bank_authorities: await deleted(tx, dda, ofThem),
      charge_attempts: await deleted(tx, chargeAttempt, ofThem),
      opportunities: await deleted(tx, opportunity, ofThem),
      checkouts: await deleted(tx, checkout, are(sql`id`)),
    };
  });
}

/** Those without a checkout, with their mails: a student whose payment is under way has to see how it ends. */
export const deleteEnrolments = (db: Db, providerId: Id<"prv">, limit: number) =>
  inTransaction(db, async (tx) => {
    const mine = sql`provider_id = ${idToUuid(providerId)}`;
    const isOver = sql`${mine} and not exists (
      select from ${checkout} c where c.provider_id = ${enrolment.providerId}
        and c.provider_order_id = ${enrolment.providerOrderId})`;
    const found = await locked(tx, enrolment, enrolment.id, isOver, limit);
    // Looked for once more now that they are locked: a create may have come meanwhile.
    const ids = await locked(
      tx,
      enrolment,
      enrolment.id,
      sql`${isOver} and id = any(${arrayOf(found)})`,
      limit,
    );
    const are = (column: SQL) => sql`${mine} and ${column} = any(${arrayOf(ids)})`;
    return {
      emails: await deleted(tx, email, are(sql`enrolment_id`)),
      enrolments: await deleted(tx, enrolment, are(sql`id`)),
    };
  });

/** With their log. A delivery whose event is still there stays: it was promised. */
export const deleteDeliveries = (db: Db, providerId: Id<"prv">, limit: number) =>
  inTransaction(db, async (tx) => {
    const mine = sql`provider_id = ${idToUuid(providerId)}`;
    const isOver = sql`${mine} and not exists (
      select from ${event} e where e.provider_id = ${webhookDelivery.providerId} and e.id = ${webhookDelivery.eventId})`;
    const ids = await locked(tx, webhookDelivery, webhookDelivery.id, isOver, limit);
    const are = (column: SQL) => sql`${mine} and ${column} = any(${arrayOf(ids)})`;
    return {
      webhook_attempts: await deleted(tx, webhookAttempt, are(sql`delivery_id`)),
      webhook_deliveries: await deleted(tx, webhookDelivery, are(sql`id`)),
    };
  });

/** Those without an Opportunity, which is looked for once they are locked: a create may have made one meanwhile. */
export const deleteContacts = (db: Db, providerId: Id<"prv">, limit: number) =>
  inTransaction(db, async (tx) => {
    const mine = sql`provider_id = ${idToUuid(providerId)}`;
    const isUnused = sql`${mine} and not exists (
      select from ${opportunity} o where o.provider_id = ${contact.providerId} and o.contact_id = ${contact.id})`;
    const ids = await locked(tx, contact, contact.id, isUnused, limit);
    const are = sql`${isUnused} and id = any(${arrayOf(ids)})`;
    return { contacts: await deleted(tx, contact, are) };
  });

/** Keys of charges begin anew, because the gateway knows the former ones. */
export async function beginChargeEpoch(db: Db, providerId: Id<"prv">): Promise<void> {
  await db
    .update(provider)
    .set({ chargeEpoch: sql`${provider.chargeEpoch} + 1` })
    .where(eq(provider.id, providerId));
}

/** What belongs to no row above: requests for links, the log of requests, and what operators were told of its charges. */
export const deleteRest = (db: Db, providerId: Id<"prv">) =>
  inTransaction(db, async (tx) => {
    const mine = sql`provider_id = ${idToUuid(providerId)}`;
    const isOfCharges = inArray(operatorAlert.kind, [...CHARGE_ALERTS]);
    await tx
      .delete(operatorAlert)
      .where(and(isOfCharges, sql`${operatorAlert.details} ->> 'provider_id' = ${providerId}`));
    return {
      link_requests: await deleted(tx, linkRequest, mine),
      requests: await deleted(tx, requestLog, mine),
    };
  });

/** What a reset would delete, for whoever is asked whether to. */
export async function countToReset(db: Db, providerId: Id<"prv">) {
  const [row] = await readRows<{ checkouts: number; enrolments: number; deliveries: number }>(
    db,
    sql`select
    (select count(*) from ${checkout} where provider_id = ${idToUuid(providerId)})::int as checkouts,
    (select count(*) from ${enrolment} where provider_id = ${idToUuid(providerId)})::int as enrolments,
    (select count(*) from ${webhookDelivery} where provider_id = ${idToUuid(providerId)})::int as deliveries`,
  );
  return present(row, "count");
}

/** Which of these keys of charges no attempt has. */
export async function unrecordedKeys(db: Db, providerId: Id<"prv">, keys: readonly Id<"cat">[]) {
  const known = await db
    .select({ id: chargeAttempt.id })
    .from(chargeAttempt)
    .where(and(eq(chargeAttempt.providerId, providerId), inArray(chargeAttempt.id, [...keys])));
  const recorded = new Set(known.map(({ id }) => id));
  return keys.filter((key) => !recorded.has(key));
}

const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>) => retried(() => db.transaction(work));

/** In the order of ids, so that two resets at once do not wait for each other in a circle. */
async function locked(tx: Db, table: PgTable, id: PgColumn, where: SQL, limit: number): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(
    sql`select ${id} as id from ${table} where ${where} order by ${id} limit ${limit} for update of ${table}`,
  );
  return rows.map((row) => row.id);
}

const arrayOf = (uuids: readonly string[]) => sql`${`{${uuids.join(",")}}`}::uuid[]`;

async function deleted(tx: Db, table: PgTable, where: SQL): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(
    sql`with gone as (delete from ${table} where ${where} returning 1) select count(*)::int as count from gone`,
  );
  return present(row, "count").count;
}
