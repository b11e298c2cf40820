import { and, type Column, desc, eq, gte, lt, sql } from "drizzle-orm";
import {
  dda,
  debit,
  debitPoll,
  instalment,
  paymentPlan,
  provider,
  settlementLine,
} from "../../drizzle/schema";
import type { CalendarDate } from "../../packages/dates/calendar";
import type { Id } from "../domain/ids";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { isLeased } from "./leases";
import type { DebitRow, PlanKey } from "./plans";
import { at } from "./sql";

/**
 * Whether that day has come for a plan, by the clock of its provider `pr`, which a sandbox may have moved ahead.
 * @param only one provider's; null for all whose clock is the real one
 */
export const hasCome = (day: Column, providerId: Column, now: Date, only: Id<"prv"> | null) =>
  and(
    // No zone is further ahead of UTC. An index finds these.
    only ? eq(providerId, only) : sql`${day} <= (${at(now)} + interval '1 day')::date and pr.clock_days = 0`,
    sql`${day} <= ((${at(now)} + make_interval(days => pr.clock_days)) at time zone pr.time_zone)::date`,
  );

export const IS_RUNNING = sql`${paymentPlan.status} in ('Active', 'Paused')`;

const { providerId, checkoutId, number } = instalment;
/** Of an instalment, with its provider as `pr`. */
export const itsPlan = and(eq(paymentPlan.providerId, providerId), eq(paymentPlan.checkoutId, checkoutId));

export interface DueInstalment extends PlanKey {
  number: number;
}

/**
 * Instalments whose day to be handed over has come, the earliest first.
 * @param skipped so many of the earliest are left out
 */
export async function dueInstalments(
  db: Db,
  now: Date,
  only: Id<"prv"> | null,
  limit: number,
  skipped: number,
): Promise<DueInstalment[]> {
  return db
    .select({ providerId, checkoutId, number })
    .from(instalment)
    .innerJoin(paymentPlan, itsPlan)
    .innerJoin(sql`${provider} pr`, sql`pr.id = ${providerId}`)
    .where(
      and(
        sql`${instalment.handOverOn} is not null`,
        hasCome(instalment.handOverOn, providerId, now, only),
        IS_RUNNING,
      ),
    )
    .orderBy(instalment.handOverOn, checkoutId, number)
    .limit(limit)
    .offset(skipped);
}

/** Plans whose pause is over. */
export function endedPauses(db: Db, now: Date, only: Id<"prv"> | null, limit: number): Promise<PlanKey[]> {
  return db
    .select({ providerId: paymentPlan.providerId, checkoutId: paymentPlan.checkoutId })
    .from(paymentPlan)
    .innerJoin(sql`${provider} pr`, sql`pr.id = ${paymentPlan.providerId}`)
    .where(
      and(
        // Written as in its index.
        sql`${paymentPlan.status} = 'Paused'`,
        hasCome(paymentPlan.pausedUntil, paymentPlan.providerId, now, only),
      ),
    )
    .limit(limit);
}

export async function findDebit(db: Db, providerId: Id<"prv">, id: Id<"dbt">): Promise<DebitRow | null> {
  const [row] = await db
    .select()
    .from(debit)
    .where(and(eq(debit.providerId, providerId), eq(debit.id, id)));
  return row ?? null;
}

export interface Attempts extends PlanKey {
  number: number;
  attempts: number;
}

/** Of each payment of a provider's plans. */
export const attemptsOf = (db: Db, of: Id<"prv">): Promise<Attempts[]> =>
  db
    .select({ providerId, checkoutId, number, attempts: instalment.attempts })
    .from(instalment)
    .where(eq(providerId, of));

/** The newest bank account of a plan that this processor account knows; null if it knows none. */
export async function authorityAt(
  db: Db,
  { providerId, checkoutId }: PlanKey,
  gateway: string,
): Promise<string | null> {
  const [found] = await db
    .select({ reference: dda.debitReference })
    .from(dda)
    .where(and(eq(dda.providerId, providerId), eq(dda.checkoutId, checkoutId), eq(dda.debitGateway, gateway)))
    .orderBy(desc(dda.createdAt))
    .limit(1);
  return found?.reference ?? null;
}

/** Debits without an outcome, under a lease: no two workers have the same. */
export async function leaseDueDebits(
  db: Db,
  now: Date,
  leaseUntil: Date,
  only: Id<"prv"> | null,
  limit: number,
): Promise<DebitRow[]> {
  const ours = only ? sql`provider_id = ${debit.providerId.mapToDriverValue(only)}::uuid` : sql`true`;
  const isDue = sql`due_at <= ${at(now)} and (lease_until is null or lease_until < ${at(now)}) and ${ours}`;
  const found = sql`select provider_id, id from ${debit} where ${isDue} order by due_at limit ${limit}`;
  return takeDue(db, debit, { found, limit, isDue }, (free) =>
    db
      .update(debit)
      .set({ leaseUntil, recoveries: sql`${debit.recoveries} + 1` })
      .where(free)
      .returning(),
  );
}

/** Does nothing while another worker has it. */
export async function postponeDebit(db: Db, row: DebitRow, dueAt: Date): Promise<void> {
  await db
    .update(debit)
    .set({ dueAt, leaseUntil: null })
    .where(and(eq(debit.status, row.status), isLeased("debit", row)));
}

/** Whose collection is due: one provider's, or that of all whose clock is the real one. */
export interface Which {
  only: Id<"prv"> | null;
  whateverIsDue?: true;
}

export type PollRow = typeof debitPoll.$inferSelect;

/**
 * The accounts whose reports are due.
 * @param which one provider's; `whateverIsDue` takes it before its time
 */
export async function leaseDuePolls(
  db: Db,
  what: PollRow["what"],
  now: Date,
  leaseUntil: Date,
  { only, whateverIsDue }: Which,
): Promise<PollRow[]> {
  return db
    .update(debitPoll)
    .set({ leaseUntil })
    .where(
      and(
        eq(debitPoll.what, what),
        only ? eq(debitPoll.providerId, only) : undefined,
        whateverIsDue
          ? undefined
          : sql`${debitPoll.dueAt} <= ${at(now)} and (${debitPoll.leaseUntil} is null or ${debitPoll.leaseUntil} < ${at(now)})`,
      ),
    )
    .returning();
}

/** Does nothing if another worker has read further. */
export async function endPoll(db: Db, row: PollRow, cursor: string | null, dueAt: Date): Promise<void> {
  await db
    .update(debitPoll)
    .set({ cursor, dueAt, leaseUntil: null })
    .where(
      and(
        eq(debitPoll.providerId, row.providerId),
        eq(debitPoll.gateway, row.gateway),
        eq(debitPoll.what, row.what),
        sql`${debitPoll.cursor} is not distinct from ${row.cursor}`,
      ),
    );
}

const IS_UNSETTLED = sql`not exists (select 1 from ${settlementLine} l
  where l.provider_id = ${debit.providerId} and l.debit_id = ${debit.id})`;

interface DebitFilter {
  status: DebitRow["status"];
  before?: CalendarDate;
  since?: CalendarDate;
  /** One of so many parts. Each debit stays in its part. */
  part?: { number: number; of: number };
  /** Only those that are in no payout so far. */
  isUnsettled?: true;
}

/** Debits of an account by their date, the earliest first. */
export const debitsAt = (
  db: Db,
  { providerId, gateway }: Pick<PollRow, "providerId" | "gateway">,
  { status, before, since, part, isUnsettled }: DebitFilter,
  limit: number,
): Promise<DebitRow[]> =>
  db
    .select()
    .from(debit)
    .where(
      and(
        ...[eq(debit.providerId, providerId), eq(debit.gateway, gateway), eq(debit.status, status)],
        before ? lt(debit.date, before) : undefined,
        since ? gte(debit.date, since) : undefined,
        isUnsettled ? IS_UNSETTLED : undefined,
        part && sql`mod(hashtext(${debit.id}::text)::bigint + 2147483648, ${part.of}) = ${part.number}`,
      ),
    )
    .orderBy(debit.date, debit.id)
    .limit(limit);

/** Moves a sandbox's clock. @returns the days that it is ahead now */
export async function advanceClock(db: Db, providerId: Id<"prv">, days: number): Promise<number> {
  const [row] = await db
    .update(provider)
    .set({ clockDays: sql`${provider.clockDays} + ${days}` })
    .where(eq(provider.id, providerId))
    .returning({ days: provider.clockDays });
  return row?.days ?? 0;
}

export async function findClock(db: Db, providerId: Id<"prv">): Promise<{ clockDays: number }> {
  const [row] = await db
    .select({ clockDays: provider.clockDays })
    .from(provider)
    .where(eq(provider.id, providerId));
  return row ?? { clockDays: 0 };
}

/** Providers whose clock is ahead. */
export async function providersAhead(db: Db): Promise<Id<"prv">[]> {
  const rows = await db.select({ id: provider.id }).from(provider).where(sql`${provider.clockDays} > 0`);
  return rows.map(({ id }) => id);
}
