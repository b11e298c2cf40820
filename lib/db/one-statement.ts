import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { isTorn } from "./errors";
import { retried } from "./retried";

/**
 * `insert … select … from`: inserts nothing where `from` is empty. Each value is a placeholder, a column without a value
 * is null, whatever its default.
 * @param computed SQL for columns that are not values
 */
export function rowFrom<T extends PgTable>(
  from: SQL,
  table: T,
  part: string,
  row: Partial<Record<keyof T["$inferInsert"], unknown>>,
  computed: Readonly<Record<string, SQL>> = {},
): SQL {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    if ((given[name] ?? null) === null) return computed[name] ?? sql`null`;
    return sql.param(sql.placeholder(`${part}.${name}`), column);
  });
  return sql`select ${sql.join(values, sql`, `)} ${from}`;
}

/**
 * How many rows the first part wrote. Where another part wrote a different number, a division by zero undoes the
 * statement: a constraint would too, but PostgreSQL's log quotes the row that it refuses.
 */
export function allOrNone([first, ...others]: readonly string[]): SQL<number> {
  const count = (name = "") => sql`(select count(*)::int from ${sql.identifier(name)})`;
  const same = [sql`true`, ...others.map((name) => sql`${count(name)} = ${count(first)}`)];
  return sql`${count(first)} / case when ${sql.join(same, sql` and `)} then 1 else 0 end`;
}

/** Null where `allOrNone` undid the statement. */
export async function orNothing<T>(statement: () => Promise<T>): Promise<T | null> {
  try {
    return await retried(statement);
  } catch (error) {
    if (isTorn(error)) return null;
    throw error;
  }
}
