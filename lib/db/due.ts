import { and, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import {
  chargeAttempt,
  checkout,
  email,
  event,
  OPEN_ATTEMPTS,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import { type Id, idToUuid } from "../domain/ids";
import { IS_AWAITING } from "./checkout-status";
import type { Db } from "./client";
import { IS_ENABLED } from "./webhook-sql";

export interface DueRow {
  providerId: Id<"prv">;
  checkoutId: Id<"chk">;
}

export interface LapsedRow extends DueRow {
  expiresAt: Date | null;
}

/**
 * Takes charge attempts whose outcome is due to be looked for, under a lease: no two workers have the same one, and
 * one that dies gives it back when the lease ends.
 */
export async function leaseDueAttempts(db: Db, now: Date, leaseSeconds: number, limit: number) {
  const due = db
    .select({ id: chargeAttempt.id })
    .from(chargeAttempt)
    .where(
      and(
        inArray(chargeAttempt.status, [...OPEN_ATTEMPTS]),
        lte(chargeAttempt.dueAt, now),
        or(isNull(chargeAttempt.leaseUntil), lt(chargeAttempt.leaseUntil, now)),
      ),
    )
    .orderBy(chargeAttempt.dueAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(chargeAttempt)
    .set({
      leaseUntil: new Date(now.getTime() + leaseSeconds * 1000),
      recoveries: sql`${chargeAttempt.recoveries} + 1`,
    })
    .where(inArray(chargeAttempt.id, due))
    .returning({
      providerId: chargeAttempt.providerId,
      checkoutId: chargeAttempt.checkoutId,
      id: chargeAttempt.id,
      recoveries: chargeAttempt.recoveries,
    });
}

/** Puts an attempt off that the gateway could not tell about yet. */
export async function postponeAttempt(db: Db, id: Id<"cat">, dueAt: Date): Promise<void> {
  await db
    .update(chargeAttempt)
    .set({ dueAt, leaseUntil: null })
    .where(and(eq(chargeAttempt.id, id), inArray(chargeAttempt.status, [...OPEN_ATTEMPTS])));
}

/** Checkouts that await something and whose time has passed, by that time; those that come after one that was found before. */
export async function findLapsed(db: Db, now: Date, limit: number, after: LapsedRow | null) {
  const isAfter =
    after &&
    sql`(${checkout.expiresAt}, ${checkout.id}) > (${after.expiresAt!.toISOString()}::timestamptz, ${idToUuid(after.checkoutId)}::uuid)`;
  return db
    .select({ providerId: checkout.providerId, checkoutId: checkout.id, expiresAt: checkout.expiresAt })
    .from(checkout)
    .where(and(IS_AWAITING, lte(checkout.expiresAt, now), isAfter ?? undefined))
    .orderBy(checkout.expiresAt, checkout.id)
    .limit(limit);
}

/** How much background work is due now and was not done. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const [row] = await db.execute<{ due: number }>(sql`select (
    (select count(*) from ${chargeAttempt} where ${oneOf("status", OPEN_ATTEMPTS)} and due_at <= ${now.toISOString()}::timestamptz)
    + (select count(*) from ${checkout} where ${IS_AWAITING} and expires_at <= ${now.toISOString()}::timestamptz)
    + (select count(*) from ${event} where dispatched_at is null)
    + (select count(*) from ${webhookEndpoint} w join ${webhookDelivery} d on d.provider_id = w.provider_id and d.endpoint_id = w.id
      where ${IS_ENABLED} and d.status = 'pending' and d.due_at <= ${now.toISOString()}::timestamptz)
    + (select count(*) from ${email} where status = 'pending' and due_at <= ${now.toISOString()}::timestamptz)
  )::int as due`);
  return row?.due ?? 0;
}
