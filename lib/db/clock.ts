import { sql } from "drizzle-orm";
import { type Clock, clockFrom, instantOf } from "../../packages/dates/time";
import { readRows } from "../../packages/postgres-guard/index";
import type { Db } from "./client";

/** The database's time, which decides: clocks of servers differ. Read as a number, which no setting of a session changes. */
export async function databaseNow(db: Db): Promise<Date> {
  const [row] = await readRows<{ at: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
  return instantOf(row?.at);
}

/** A clock for one round of work: it reads the database's time once, and adds what has passed since. */
export const readClock = async (db: Db): Promise<Clock> => clockFrom(await databaseNow(db));
