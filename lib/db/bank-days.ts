import { asc, eq, sql } from "drizzle-orm";
import { bankDay } from "../../drizzle/schema";
import type { BankDays } from "../../packages/dates/business-days";
import type { CalendarDate } from "../../packages/dates/calendar";
import type { Db } from "./client";

export type BankDayRow = typeof bankDay.$inferSelect;

/**
 * All of them, as a column of the query that reads for whom plans are made: nobody else asks for them.
 * See docs/decisions/042-bank-days.md.
 */
export const BANK_DAYS = sql<BankDays>`(
  select coalesce(json_object_agg(d.date, d.is_open), '{}') from ${bankDay} d)`;

export async function findBankDays(db: Db): Promise<BankDayRow[]> {
  return db.select().from(bankDay).orderBy(asc(bankDay.date));
}

/** Nobody else can change them before the transaction ends. */
export async function lockBankDays(db: Db): Promise<BankDayRow[]> {
  await db.execute(sql`lock table ${bankDay} in share row exclusive mode`);
  return findBankDays(db);
}

export async function insertBankDay(db: Db, row: BankDayRow): Promise<void> {
  await db.insert(bankDay).values(row);
}

export async function deleteBankDay(db: Db, date: CalendarDate): Promise<void> {
  await db.delete(bankDay).where(eq(bankDay.date, date));
}
