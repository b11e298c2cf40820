import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  checkout,
  contact,
  dda,
  debit,
  debitPoll,
  email,
  enrolment,
  event,
  idempotencyKey,
  instalment,
  keyedRequest,
  linkRequest,
  operatorAlert,
  opportunity,
  outsidePayment,
  paymentPlan,
  provider,
  refund,
  settlement,
  settlementLine,
  webhookAttempt,
  webhookDelivery,
} from "../../drizzle/schema";
import { CHARGE_ALERTS } from "../../drizzle/vocabulary";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idFromUuid, idToUuid } from "../domain/ids";
import { IS_OPEN } from "./charge-attempts";
import { READ_AT } from "./checkout-records";
import type { Db } from "./client";

/** What a reset deletes of a provider, table by table. See docs/decisions/059-sandbox-reset.md. */
export const RESET_TABLES = {
  checkouts: checkout,
  charge_attempts: chargeAttempt,
  refunds: refund,
  debits: debit,
  outside_payments: outsidePayment,
  instalments: instalment,
  payment_plans: paymentPlan,
  opportunities: opportunity,
  bank_authorities: dda,
  agreements: agreement,
  events: event,
  idempotency_keys: idempotencyKey,
  keyed_requests: keyedRequest,
  emails: email,
  enrolments: enrolment,
  link_requests: linkRequest,
  contacts: contact,
  settlement_lines: settlementLine,
  settlements: settlement,
  webhook_deliveries: webhookDelivery,
  webhook_attempts: webhookAttempt,
} as const;

/** What it keeps of a provider: its record, its courses, its API keys, its webhook endpoints, its staff and their audit log, and its log of requests. */
export const RESET_KEEPS = [
  "provider",
  "provider_logo",
  "course",
  "api_key",
  "gateway_account",
  "gateway_event",
  "debit_poll",
  "webhook_endpoint",
  "staff_role",
  "staff_act",
  // Without what it is about, a mark shows nowhere.
  "attention_mark",
  "saved_view",
  "request_log",
] as const;

type Name = keyof typeof RESET_TABLES;

interface Further {
  key: Id<"cat">;
  gateway: string;
  isPaid: boolean;
}

/** Cards of the hosted card page after which another was tried, and card payments of a plan that have ended. */
const FURTHER = sql<Further[]>`(
  select coalesce(json_agg(json_build_object('key', id, 'gateway', gateway, 'isPaid', status = 'succeeded')), '[]')
  from ${chargeAttempt} where provider_id = ${checkout.providerId} and checkout_id = ${checkout.id}
    and (is_replaced or (instalments is not null and not ${IS_OPEN})))::text`.mapWith((text: string) =>
  (JSON.parse(text) as (Omit<Further, "key"> & { key: string })[]).map(
    (one): Further => ({ ...one, key: idFromUuid("cat", one.key) }),
  ),
);

/** The next checkouts of a provider by id, with their charges. */
export function listToReset(db: Db, providerId: Id<"prv">, after: Id<"chk"> | null, limit: number) {
  return db
    .select({
      checkoutId: checkout.id,
      attempt: { key: chargeAttempt.id, status: chargeAttempt.status, gateway: chargeAttempt.gateway },
      further: FURTHER,
      readAt: READ_AT,
    })
    .from(checkout)
    .leftJoin(
      chargeAttempt,
      and(
        eq(chargeAttempt.providerId, checkout.providerId),
        eq(chargeAttempt.checkoutId, checkout.id),
        sql`not is_replaced and (instalments is null or ${IS_OPEN})`,
      ),
    )
    .where(and(eq(checkout.providerId, providerId), after ? gt(checkout.id, after) : undefined))
    .orderBy(checkout.id)
    .limit(limit);
}

const OF_CHECKOUTS = [
  "events",
  "idempotency_keys",
  "emails",
  "agreements",
  "bank_authorities",
  "refunds",
  "debits",
  "outside_payments",
  "instalments",
  "payment_plans",
  "charge_attempts",
  "opportunities",
] as const;

/**
 * In one transaction: each checkout goes with all its rows, or stays with all of them. Its events are locked first, as in
 * their dispatch.
 * @returns how many went
 */
export function deleteCheckouts(db: Db, providerId: Id<"prv">, ids: readonly Id<"chk">[]): Promise<number> {
  const are = rowsOf(providerId, ids.map(idToUuid));
  return inTransaction(db, async (tx) => {
    const ofThem = are("checkout_id");
    await tx.execute(sql`select 1 from ${event} where ${ofThem} order by checkout_id, sequence for update`);
    await tx.execute(sql`select 1 from ${checkout} where ${are("id")} order by id for update`);
    for (const name of OF_CHECKOUTS) await deleted(tx, name, ofThem);
    return deleted(tx, "checkouts", are("id"));
  });
}

interface Left {
  name: Name;
  isOver: SQL;
  /** What refers to the row, and by which column. */
  parts?: [Name, string];
}

/**
 * Deleted after the checkouts. An enrolment with a checkout stays, because its student has to see how the payment ends. So
 * does a delivery whose event exists.
 */
export const LEFT: readonly Left[] = [
  {
    name: "enrolments",
    isOver: sql`not exists (select 1 from ${checkout} c where c.provider_id = ${enrolment.providerId}
      and c.provider_order_id = ${enrolment.providerOrderId})`,
    parts: ["emails", "enrolment_id"],
  },
  {
    name: "webhook_deliveries",
    isOver: sql`not exists (select 1 from ${event} e where e.provider_id = ${webhookDelivery.providerId}
      and e.id = ${webhookDelivery.eventId})`,
    parts: ["webhook_attempts", "delivery_id"],
  },
  {
    name: "contacts",
    isOver: sql`not exists (select 1 from ${opportunity} o where o.provider_id = ${contact.providerId}
      and o.contact_id = ${contact.id})`,
  },
];

/**
 * Some of them, locked in the order of ids, so that two resets do not wait in a circle.
 * @returns how many were found
 */
export function deleteLeft(
  db: Db,
  providerId: Id<"prv">,
  { name, isOver, parts }: Left,
  limit: number,
): Promise<number> {
  const table = RESET_TABLES[name];
  return inTransaction(db, async (tx) => {
    const lock = async (which: SQL) => {
      const rows = await tx.execute<{ id: string }>(
        sql`select id from ${table} where ${which} and ${isOver} order by id limit ${limit} for update of ${table}`,
      );
      return rows.map(({ id }) => id);
    };
    const found = await lock(ofProvider(providerId));
    // Checked again now that they are locked, because a create may have come meanwhile.
    const are = rowsOf(providerId, await lock(rowsOf(providerId, found)("id")));
    if (parts) await deleted(tx, parts[0], are(parts[1]));
    await deleted(tx, name, are("id"));
    return found.length;
  });
}

/** Keys of charges start anew, because the gateway knows the former ones. */
export async function beginChargeEpoch(db: Db, providerId: Id<"prv">): Promise<void> {
  await db
    .update(provider)
    .set({ chargeEpoch: sql`${provider.chargeEpoch} + 1` })
    .where(eq(provider.id, providerId));
}

/**
 * Rows that belong to no row above: keys without a checkout and those of other operations, requests for links, and operators' alerts
 * about its charges and payouts, and the payouts.
 */
export function deleteRest(db: Db, providerId: Id<"prv">): Promise<void> {
  const ours = [...CHARGE_ALERTS, "debit_unexplained", "settlement_problem"] as const;
  const isOfCharges = inArray(operatorAlert.kind, [...ours]);
  const hasNoCheckout = sql`not exists (select 1 from ${checkout} c
    where c.provider_id = ${idempotencyKey.providerId} and c.id = ${idempotencyKey.checkoutId})`;
  return inTransaction(db, async (tx) => {
    await tx
      .delete(operatorAlert)
      .where(and(isOfCharges, sql`${operatorAlert.details} ->> 'provider_id' = ${providerId}`));
    const isLeft = sql`${ofProvider(providerId)} and ${hasNoCheckout}`;
    // Locked first: a create that takes over such a key is waited for, and then seen.
    await tx.execute(sql`select 1 from ${idempotencyKey} where ${isLeft} for update`);
    await deleted(tx, "idempotency_keys", isLeft);
    // Those of requests under way stay, such as this reset's own.
    await deleted(tx, "keyed_requests", sql`${ofProvider(providerId)} and lease_until is null`);
    for (const name of ["link_requests", "settlement_lines", "settlements"] as const)
      await deleted(tx, name, ofProvider(providerId));
  });
}

/** The sandbox's clock is the real one again, and its processor is asked about every day anew. */
export const restartClock = (db: Db, providerId: Id<"prv">): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.update(provider).set({ clockDays: 0 }).where(eq(provider.id, providerId));
    await tx.update(debitPoll).set({ cursor: null }).where(eq(debitPoll.providerId, providerId));
  });

const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>) => retried(() => db.transaction(work));

const deleted = async (tx: Db, name: Name, where: SQL) =>
  (await tx.execute(sql`delete from ${RESET_TABLES[name]} where ${where} returning 1`)).length;

const ofProvider = (providerId: Id<"prv">) => sql`provider_id = ${idToUuid(providerId)}`;

const rowsOf = (providerId: Id<"prv">, uuids: readonly string[]) => (column: string) =>
  sql`${ofProvider(providerId)} and ${sql.identifier(column)} = any(${`{${uuids.join(",")}}`}::uuid[])`;
