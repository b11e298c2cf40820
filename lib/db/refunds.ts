import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { chargeAttempt, checkout, refund } from "../../drizzle/schema";
import { orNothing, retried } from "../../packages/postgres-guard/index";
import type { Id } from "../domain/ids";
import { hasFreeKey, MAX_REFUNDS } from "../domain/refunds";
import type { CheckoutRow, NewEvent } from "./checkout-records";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { findDebit } from "./collection";
import { isLeased } from "./leases";
import { inLineOfCheckout } from "./lines";
import { insertMail } from "./mail";
import { at } from "./sql";
import { tell } from "./writes";

export type RefundRow = typeof refund.$inferSelect;
type RefundKey = Pick<RefundRow, "providerId" | "id">;

const isRefund = ({ providerId, id }: RefundKey) => and(eq(refund.providerId, providerId), eq(refund.id, id));

const ofCheckout = (providerId: Id<"prv">, checkoutId: Id<"chk">) =>
  and(eq(refund.providerId, providerId), eq(refund.checkoutId, checkoutId));

/** Oldest first. */
export const listRefunds = (db: Db, providerId: Id<"prv">, checkoutId: Id<"chk">): Promise<RefundRow[]> =>
  db
    .select()
    .from(refund)
    .where(ofCheckout(providerId, checkoutId))
    .orderBy(asc(refund.createdAt), asc(refund.id));

export async function findRefund(db: Db, { providerId, id }: RefundKey): Promise<RefundRow | null> {
  const [row] = await db.select().from(refund).where(isRefund({ providerId, id }));
  return row ?? null;
}

export async function findRefundByKey(db: Db, providerId: Id<"prv">, key: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refund)
    .where(and(eq(refund.providerId, providerId), eq(refund.idempotencyKey, key)));
  return row ?? null;
}

/**
 * What all refunds of these charges amount to, by the charge's key.
 * @param since those that have failed since then count too, because a gateway's list may be behind
 */
export async function refundsOfCharges(db: Db, keys: Id<"cat">[], since: Date): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const counts = sql`${refund.status} <> 'Failed' or ${refund.updatedAt} > ${at(since)}`;
  const rows = await db
    .select({
      key: chargeAttempt.id,
      cents: sql<number>`(sum(${refund.amountCents}) filter (where ${counts}))::int`,
    })
    .from(chargeAttempt)
    .innerJoin(
      refund,
      and(eq(refund.providerId, chargeAttempt.providerId), eq(refund.chargeAttemptId, chargeAttempt.id)),
    )
    .where(inArray(chargeAttempt.id, keys))
    .groupBy(chargeAttempt.id);
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}

/**
 * Records a refund before the processor is asked, under the checkout's lock: what all refunds of a payment give back, failed
 * ones aside, never exceeds it. What the bank takes back of a debit is written under that lock too.
 * @returns why it was not recorded, or null
 */
export function insertRefund(
  db: Db,
  row: RefundRow,
  paidCents: number,
): Promise<{ leftCents: number } | "too_many" | "key_is_used" | "checkout_is_gone" | "not_paid" | null> {
  const inTransaction = async (tx: Db) => {
    const locked = await tx
      .select({ id: checkout.id })
      .from(checkout)
      .where(and(eq(checkout.providerId, row.providerId), eq(checkout.id, row.checkoutId)))
      .for("update");
    if (locked.length === 0) return "checkout_is_gone";
    const { idempotencyKey: key } = row;
    const other = key === null ? null : await findRefundByKey(tx, row.providerId, key);
    if (other && !hasFreeKey(other, row.createdAt)) return "key_is_used";
    if (other) await tx.update(refund).set({ idempotencyKey: null, answer: null }).where(isRefund(other));
    const { debitId } = row;
    if (debitId !== null && (await findDebit(tx, row.providerId, debitId))?.status !== "Paid")
      return "not_paid";
    const all = await listRefunds(tx, row.providerId, row.checkoutId);
    const earlier = all.filter(
      (one) => one.debitId === debitId && one.chargeAttemptId === row.chargeAttemptId,
    );
    const given = earlier.filter(({ status }) => status !== "Failed");
    const leftCents = paidCents - given.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (row.amountCents > leftCents) return { leftCents };
    if (earlier.length >= MAX_REFUNDS) return "too_many";
    const made = await tx.insert(refund).values(row).onConflictDoNothing().returning({ id: refund.id });
    return made.length === 0 ? "key_is_used" : null;
  };
  return inLineOfCheckout(db, row.checkoutId, () => retried(() => db.transaction(inTransaction)));
}

/** Forgets a refund that the processor refused or never heard of, unless recovery has it by now. */
export async function deleteRefund(db: Db, row: RefundRow): Promise<boolean> {
  const gone = await db
    .delete(refund)
    .where(
      and(
        isRefund(row),
        eq(refund.requestId, row.requestId),
        eq(refund.status, "Requested"),
        eq(refund.recoveries, 0),
      ),
    )
    .returning({ id: refund.id });
  return gone.length > 0;
}

/** Under a lease, like charges: no two workers have the same refund. */
export async function leaseDueRefunds(
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<RefundRow[]> {
  const isDue = sql`due_at <= ${at(now)} and (lease_until is null or lease_until < ${at(now)})`;
  const found = sql`select provider_id, id from ${refund} where ${isDue} order by due_at limit ${limit}`;
  return takeDue(db, refund, { found, limit, isDue }, (free) =>
    db
      .update(refund)
      .set({ leaseUntil, recoveries: sql`${refund.recoveries} + 1` })
      .where(free)
      .returning(),
  );
}

/** Does nothing while another worker has it. */
export async function postponeRefund(db: Db, row: RefundRow, dueAt: Date | null): Promise<void> {
  await db
    .update(refund)
    .set({ dueAt, leaseUntil: null })
    .where(
      and(
        isRefund(row),
        eq(refund.status, row.status),
        or(isNull(refund.leaseUntil), isLeased("refund", row)),
      ),
    );
}

export interface RefundChange {
  read: RefundRow;
  to: Pick<RefundRow, "status" | "failureReason" | "gatewayReference" | "updatedAt" | "dueAt" | "answer">;
  /** With the checkout as it was read, what all its refunds amount to now, and whether its student gets an email. */
  told: { checkout: CheckoutRow; event: NewEvent; refundedCents: number; mails: boolean } | null;
}

/**
 * One transaction, which begins with the checkout's row.
 * @returns false if checkout or refund were changed since they were read
 */
export async function changeRefund(db: Db, { read, to, told }: RefundChange): Promise<boolean> {
  const { status, failureReason, gatewayReference, updatedAt, dueAt, answer } = to;
  const done = await orNothing(db, async (tx) => {
    if (told) {
      const { checkout: before, event, refundedCents } = told;
      if (!(await tell(tx, before, event, { refundedCents }))) return null;
    }
    const moved = await tx
      .update(refund)
      .set({ status, failureReason, gatewayReference, updatedAt, dueAt, answer, leaseUntil: null })
      .where(and(isRefund(read), eq(refund.status, read.status)))
      .returning({ id: refund.id });
    if (moved.length === 0) return null;
    if (told?.mails) await insertMail(tx, { ...read, kind: "refunded", about: read.id }, to.updatedAt);
    return "written";
  });
  return done !== null;
}
