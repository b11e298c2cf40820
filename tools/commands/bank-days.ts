import {
  type BankDayRow,
  deleteBankDay,
  findBankDays,
  insertBankDay,
  lockBankDays,
} from "../../lib/db/bank-days";
import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { MAX_INSTALMENTS } from "../../lib/domain/limits";
import { lastFirstPayment } from "../../lib/domain/plan-offer";
import { type BankDays, isHoliday, longClosure } from "../../packages/dates/business-days";
import {
  addMonthsClamped,
  type CalendarDate,
  formatWeekday,
  isCalendarDate,
  weekday,
} from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { isLonger } from "../../packages/text/text";
import { Problem } from "../../server/program/problem.mjs";
import { command, type Row } from "../command-line/run";

const DATE = { value: "2027-09-22", required: true } as const;
const NEW_DAY = {
  date: { ...DATE, fault: weekdayFault },
  name: {
    value: "TEXT",
    required: true,
    fault: (name: string) => (isLonger(name, 100) ? "it is longer than 100 characters." : null),
  },
} as const;

const list = command({}, () => async (db) => (await findBankDays(db)).map(rowOf));

const add = command(NEW_DAY, (given) => recorded({ ...given, isOpen: false }));

const open = command(NEW_DAY, (given) => recorded({ ...given, isOpen: true }));

const remove = command({ date: { ...DATE, fault: dateFault } }, ({ date }) => async (db) => {
  await db.transaction(async (tx) => {
    const known = await lockBankDays(tx);
    if (!known.some((one) => one.date === date))
      throw wrong(date, "no such day was added or opened. See `npm run bank-days -- list`.");
    refuseLongClosure(
      date,
      known.filter((one) => one.date !== date),
    );
    await deleteBankDay(tx, date);
  });
  return (await findBankDays(db)).map(rowOf);
});

function recorded(day: BankDayRow) {
  return async (db: Db) => {
    await db.transaction(async (tx) => {
      const known = await lockBankDays(tx);
      const fault = dayFault(day, known, dateInZone(await databaseNow(tx), "Australia/Sydney"));
      if (fault) throw wrong(day.date, fault);
      refuseLongClosure(day.date, [...known, day]);
      await insertBankDay(tx, day);
    });
    return [rowOf(day)];
  };
}

function dateFault(text: string): string | null {
  return isCalendarDate(text) ? null : "write a date that exists, year first: 2027-09-22.";
}

function weekdayFault(text: string): string | null {
  const fault = dateFault(text);
  if (fault) return fault;
  return weekday(text) % 6 === 0
    ? `${formatWeekday(text)} is at a weekend, when nothing is debited in any case.`
    : null;
}

function dayFault({ date, isOpen }: BankDayRow, known: BankDayRow[], today: CalendarDate): string | null {
  if (date < today) return "it is past, and no debit to come can fall on it.";
  const last = addMonthsClamped(lastFirstPayment(today), MAX_INSTALMENTS - 1);
  if (date > last) return `no plan that is made today has a payment after ${last}.`;
  const before = known.find((one) => one.date === date);
  if (before)
    return `it is there already: ${statusOf(before)}, "${before.name}". To change it, remove it first.`;
  if (isHoliday(date) === isOpen) return null;
  return isOpen
    ? "banks work on it already, as it is not on the national list."
    : "it is on the national list already, and nothing is debited on it.";
}

/** @throws Problem where two weekly payments would be debited on one day */
function refuseLongClosure(date: CalendarDate, days: BankDayRow[]): void {
  const bankDays: BankDays = Object.fromEntries(days.map((one) => [one.date, one.isOpen]));
  const closure = longClosure(date, bankDays);
  if (closure)
    throw wrong(
      date,
      `nothing could be debited from ${closure[0]} to ${closure[1]}. A week needs a day on which banks work.`,
    );
}

const wrong = (date: CalendarDate, fault: string) => new Problem(`--date "${date}": ${fault}`);

const statusOf = ({ isOpen }: BankDayRow) => (isOpen ? "open" : "closed");

const rowOf = (day: BankDayRow): Row => ({ date: day.date, status: statusOf(day), name: day.name });

export const BANK_DAYS = { list, add, open, remove };
