import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import { chargeAttempt, OPEN_ATTEMPTS, refund } from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import { later, SECOND_MS } from "../../packages/dates/time";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";
import { at } from "./sql";

const COLUMNS = {
  id: chargeAttempt.id,
  gateway: chargeAttempt.gateway,
  gatewayReference: chargeAttempt.gatewayReference,
  providerId: chargeAttempt.providerId,
  checkoutId: chargeAttempt.checkoutId,
  providerOrderId: chargeAttempt.providerOrderId,
  status: chargeAttempt.status,
  amountCents: chargeAttempt.amountCents,
  createdAt: chargeAttempt.createdAt,
  instalments: chargeAttempt.instalments,
};

export type RecordedAttempt = Pick<typeof chargeAttempt.$inferSelect, keyof typeof COLUMNS>;

export type AttemptKey = Pick<typeof chargeAttempt.$inferSelect, "providerId" | "id">;

export const isAttempt = ({ providerId, id }: AttemptKey) =>
  and(eq(chargeAttempt.providerId, providerId), eq(chargeAttempt.id, id));

const NO_UUID = "00000000-0000-0000-0000-000000000000";

/** By the gateway's key, which is the attempt's id. */
export async function findAttempts(db: Db, keys: Id<"cat">[]): Promise<Map<string, RecordedAttempt>> {
  if (keys.length === 0) return new Map();
  const rows = await db.select(COLUMNS).from(chargeAttempt).where(inArray(chargeAttempt.id, keys));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The card payments of a plan's instalments, newest first. */
export const findPlanCharges = (db: Db, providerId: Id<"prv">, checkoutId: Id<"chk">) =>
  db
    .select()
    .from(chargeAttempt)
    .where(
      and(
        eq(chargeAttempt.providerId, providerId),
        eq(chargeAttempt.checkoutId, checkoutId),
        isNotNull(chargeAttempt.instalments),
      ),
    )
    .orderBy(desc(chargeAttempt.createdAt));

/** Attempts since an instant that a gateway charged, according to our records, oldest first. */
export async function* recordedCharges(db: Db, gateway: string, since: Date, pageSize: number) {
  for (let after = sql`(${at(since)}, ${NO_UUID}::uuid)`; ; ) {
    const page: RecordedAttempt[] = await db
      .select(COLUMNS)
      .from(chargeAttempt)
      .where(
        and(
          sql`(${chargeAttempt.createdAt}, ${chargeAttempt.id}) > ${after}`,
          eq(chargeAttempt.status, "succeeded"),
          eq(chargeAttempt.gateway, gateway),
        ),
      )
      .orderBy(asc(chargeAttempt.createdAt), asc(chargeAttempt.id))
      .limit(pageSize);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = sql`(${at(last.createdAt)}, ${idToUuid(last.id)}::uuid)`;
  }
}

/** Literals: with parameters PostgreSQL could not tell that the partial index holds these rows. */
export const IS_OPEN = oneOf("status", OPEN_ATTEMPTS);

export const isOpen = ({ status }: Pick<RecordedAttempt, "status">): boolean =>
  OPEN_ATTEMPTS.some((open) => open === status);

const isElsewhere = (gateways: string[]) =>
  and(notInArray(chargeAttempt.gateway, gateways), sql`not starts_with(${chargeAttempt.gateway}, 'gwa_')`);

const COUNT = sql<number>`(count(*) over ())::int`;

/** Open attempts that were sent to any other gateway of the settings: the oldest of them, each with the number of all. */
export const openAttemptsElsewhere = (db: Db, gateways: string[], limit: number) =>
  db
    .select({ id: chargeAttempt.id, gateway: chargeAttempt.gateway, count: COUNT })
    .from(chargeAttempt)
    .where(and(IS_OPEN, isElsewhere(gateways)))
    .orderBy(asc(chargeAttempt.createdAt))
    .limit(limit);

/** The same for refunds that have no end yet, of charges there. */
export const openRefundsElsewhere = (db: Db, gateways: string[], limit: number) =>
  db
    .select({ id: refund.id, gateway: chargeAttempt.gateway, count: COUNT })
    .from(refund)
    .innerJoin(
      chargeAttempt,
      and(eq(chargeAttempt.providerId, refund.providerId), eq(chargeAttempt.id, refund.chargeAttemptId)),
    )
    .where(
      and(isNotNull(refund.dueAt), notInArray(refund.status, ["Succeeded", "Failed"]), isElsewhere(gateways)),
    )
    .orderBy(asc(refund.createdAt))
    .limit(limit);

/**
 * Takes an attempt as recovery would, so that recovery leaves it alone meanwhile.
 * @returns the lease's end; null if the outcome is known, the request may still be in progress, or another worker has it
 */
export async function leaseUnknownAttempt(db: Db, attempt: AttemptKey, now: Date, seconds = 60) {
  const leaseUntil = later(now, seconds * SECOND_MS);
  const [leased] = await db
    .update(chargeAttempt)
    .set({ leaseUntil })
    .where(
      and(
        isAttempt(attempt),
        or(eq(chargeAttempt.status, "unknown"), and(IS_OPEN, lt(chargeAttempt.dueAt, now))),
        or(isNull(chargeAttempt.leaseUntil), lt(chargeAttempt.leaseUntil, now)),
      ),
    )
    .returning({ id: chargeAttempt.id });
  return leased ? leaseUntil : null;
}

/**
 * For a request that waited long before it is sent: recovery leaves it alone for the same time again.
 * @returns false if somebody has ended the wait, or is about to
 */
export async function extendUnsent(db: Db, attempt: AttemptKey, milliseconds: number): Promise<boolean> {
  const extended = await db
    .update(chargeAttempt)
    .set({ dueAt: sql`now() + ${milliseconds}::float8 * interval '1 millisecond'` })
    .where(and(isAttempt(attempt), eq(chargeAttempt.status, "started"), isNull(chargeAttempt.leaseUntil)))
    .returning({ id: chargeAttempt.id });
  return extended.length > 0;
}

/** Has the outcome asked for at the next round of background work: somebody may know it by now. */
export async function askSoon(db: Db, attempt: AttemptKey): Promise<void> {
  await db
    .update(chargeAttempt)
    .set({ dueAt: sql`now()` })
    .where(and(isAttempt(attempt), eq(chargeAttempt.status, "unknown"), isNull(chargeAttempt.leaseUntil)));
}

/**
 * Stores the processor's own reference, for as long as the attempt's request has it to itself.
 * @returns false once recovery, an operator or a reset has taken the attempt, or if it has another reference
 */
export async function keepReference(db: Db, attempt: AttemptKey, gatewayReference: string): Promise<boolean> {
  const kept = await db
    .update(chargeAttempt)
    .set({ gatewayReference })
    .where(
      and(
        isAttempt(attempt),
        eq(chargeAttempt.status, "started"),
        isNull(chargeAttempt.leaseUntil),
        or(isNull(chargeAttempt.gatewayReference), eq(chargeAttempt.gatewayReference, gatewayReference)),
      ),
    )
    .returning({ id: chargeAttempt.id });
  return kept.length > 0;
}

/** Returns an attempt to recovery, unless another worker has it by now. */
export async function releaseAttempt(db: Db, attempt: AttemptKey, leaseUntil: Date): Promise<void> {
  await db
    .update(chargeAttempt)
    .set({ leaseUntil: null })
    .where(and(isAttempt(attempt), eq(chargeAttempt.leaseUntil, leaseUntil)));
}
