import { sql } from "drizzle-orm";
import { type Clock, clockFrom, instantOf } from "../../packages/dates/time";
import { readRows } from "../../packages/postgres-guard/index";
import type { Db } from "./client";

/** The database's time decides, because servers' clocks differ. It is read as a number, which no session setting changes. */
export async function databaseNow(db: Db): Promise<Date> {
  const [row] = await readRows<{ at: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
  return instantOf(row?.at);
}

/** A clock for one round of work. It reads the database's time once, and adds the time that has passed since. */
export const readClock = async (db: Db): Promise<Clock> => clockFrom(await databaseNow(db));
