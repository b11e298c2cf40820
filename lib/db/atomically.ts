import { getTableColumns, is, SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import { isDeadlock, isTorn } from "./errors";

/**
 * Several writes as one statement: each becomes a data-modifying CTE under its name, all of them happen or none,
 * and it costs one round trip where BEGIN, the writes and COMMIT would cost one each. A write may read what an
 * earlier one returned: `sql\`(select id from contact)\``. Foreign keys are checked when the statement ends.
 * @param whole names of writes that return something: each writes one row, or none of them does
 * @returns whether those did
 */
export async function atomically(
  db: Db,
  writes: Record<string, SQLWrapper | null>,
  whole: readonly string[] = [],
): Promise<boolean> {
  const parts = Object.entries(writes)
    .filter((entry): entry is [string, SQLWrapper] => entry[1] !== null)
    .map(([name, write]) => sql`${sql.identifier(name)} as ${write}`);
  const statement = sql`with ${sql.join(parts, sql`, `)} select ${rowsOf(whole)} as written`;
  const rows = await orNothing(() => db.execute<{ written: number }>(statement));
  return rows?.[0]?.written === 1;
}

/**
 * How many rows the first of these writes wrote. Where another wrote a different number, the statement ends in a
 * division by zero, and nothing of it stays. A constraint would do the same, but PostgreSQL's log quotes the row that
 * one refuses, and this has none to quote. Read so, the writes are made in the order of their dependence.
 */
export function rowsOf([first, ...others]: readonly string[]): SQL<number> {
  if (first === undefined) return sql`1`;
  const count = (name: string) => sql`(select count(*)::int from ${sql.identifier(name)})`;
  const same = others.map((name) => sql`${count(name)} = ${count(first)}`);
  if (same.length === 0) return sql`${count(first)}`;
  return sql`${count(first)} / case when ${sql.join(same, sql` and `)} then 1 else 0 end`;
}

/** A table's row, of values, SQL and placeholders. */
export type RowOf<T extends PgTable> = { [C in keyof T["$inferInsert"]]: unknown };

/**
 * A row to insert where `from` has one: `insert … select`, with which a write depends on another without a row that
 * must be refused. What is not given is null; defaults of the table do not count.
 */
export function rowFrom<T extends PgTable>(table: T, row: RowOf<T>, from: SQL): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = (row as Record<string, unknown>)[name] ?? null;
    if (value === null) return sql`null`;
    return is(value, SQL) ? value : sql.param(value, column);
  });
  return sql`select ${sql.join(values, sql`, `)} ${from}`;
}

const MOST_TRIES = 4;

/** Runs a statement again that lost a deadlock: nothing of it stayed, and the winner is done. */
export async function retried<T>(statement: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await statement();
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** The same, and null where `rowsOf` ended it. */
export async function orNothing<T>(statement: () => Promise<T>): Promise<T | null> {
  try {
    return await retried(statement);
  } catch (error) {
    if (isTorn(error)) return null;
    throw error;
  }
}
