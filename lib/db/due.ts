import { and, isNull, lte, or, sql } from "drizzle-orm";
import {
  chargeAttempt,
  checkout,
  email,
  event,
  refund,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { readRows } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";
import { type Id, idToUuid } from "../domain/ids";
import { COUNT_DUE_AGREEMENTS } from "./agreements";
import { type AttemptKey, IS_OPEN, isAttempt } from "./charge-attempts";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { isLeased, type Leased } from "./leases";
import { isToDispatch } from "./outbox";
import { at, IS_AWAITING, IS_ENABLED } from "./sql";

export interface DueRow {
  providerId: Id<"prv">;
  checkoutId: Id<"chk">;
}

/** A charge attempt that is leased. */
export interface DueAttempt extends DueRow {
  id: Id<"cat">;
}

export interface LapsedRow extends DueRow {
  expiresAt: Date | null;
}

/** Under a lease: no two workers have the same attempt, and it is free again when the lease of a dead worker ends. */
export async function leaseDueAttempts(db: Db, now: Date, leaseUntil: Date, limit: number) {
  const isDue = sql`${IS_OPEN} and due_at <= ${at(now)} and (lease_until is null or lease_until < ${at(now)})`;
  const found = sql`select provider_id, id from ${chargeAttempt} where ${isDue} order by due_at limit ${limit}`;
  return takeDue(db, chargeAttempt, { found, limit, isDue }, (free) =>
    db
      .update(chargeAttempt)
      .set({ leaseUntil, recoveries: sql`${chargeAttempt.recoveries} + 1` })
      .where(free)
      .returning({
        providerId: chargeAttempt.providerId,
        checkoutId: chargeAttempt.checkoutId,
        id: chargeAttempt.id,
        recoveries: chargeAttempt.recoveries,
        leaseUntil: chargeAttempt.leaseUntil,
      }),
  );
}

/** Does nothing while another worker has it. Nobody has it once its outcome was recorded as unknown again. */
export async function postponeAttempt(db: Db, attempt: Leased & AttemptKey, dueAt: Date): Promise<void> {
  await db
    .update(chargeAttempt)
    .set({ dueAt, leaseUntil: null })
    .where(
      and(isAttempt(attempt), IS_OPEN, or(isNull(chargeAttempt.leaseUntil), isLeased("charge", attempt))),
    );
}

/** Awaiting checkouts whose time is over, in that order. `after` is the last one of the previous page. */
export async function findLapsed(db: Db, now: Date, limit: number, after: LapsedRow | null) {
  const isAfter =
    after &&
    sql`(${checkout.expiresAt}, ${checkout.id}) > (${present(after.expiresAt, "time of expiry").toISOString()}::timestamptz, ${idToUuid(after.checkoutId)}::uuid)`;
  return db
    .select({ providerId: checkout.providerId, checkoutId: checkout.id, expiresAt: checkout.expiresAt })
    .from(checkout)
    .where(and(IS_AWAITING, lte(checkout.expiresAt, now), isAfter ?? undefined))
    .orderBy(checkout.expiresAt, checkout.id)
    .limit(limit);
}

export async function countDue(db: Db, now: Date): Promise<number> {
  const [row] = await readRows<{ due: number }>(
    db,
    sql`select (
    (select count(*) from ${chargeAttempt} where ${IS_OPEN} and due_at <= ${at(now)})
    + (select count(*) from ${refund} where due_at <= ${at(now)})
    + ${COUNT_DUE_AGREEMENTS}
    + (select count(*) from ${checkout} where ${IS_AWAITING} and expires_at <= ${at(now)})
    + (select count(*) from ${event} where ${isToDispatch(now)})
    + (select count(*) from ${webhookEndpoint} w join ${webhookDelivery} d on d.provider_id = w.provider_id and d.endpoint_id = w.id
      where ${IS_ENABLED} and d.status = 'pending' and d.due_at <= ${at(now)})
    + (select count(*) from ${email} where status = 'pending' and due_at <= ${at(now)})
  )::int as due`,
  );
  return row?.due ?? 0;
}
