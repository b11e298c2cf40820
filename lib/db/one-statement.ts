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
 * How many rows the first part wrote: 0 or 1, and the other parts as many. Where another part lost a race and wrote none, the
 * statement must be undone. Only an error undoes a single statement, so the count is then divided by zero. A transaction
 * with a rollback would say so better, but it costs each create two more round trips. A constraint would undo it too, but
 * PostgreSQL's log quotes the row that it refuses.
 */
export function allOrNone(first: string, ...others: string[]): SQL<number> {
  const written = (part: string) => sql`(select count(*)::int from ${sql.identifier(part)})`;
  const isWhole = others.map((part) => sql`${written(part)} = ${written(first)}`);
  return sql`${written(first)} / case when ${sql.join([sql`true`, ...isWhole], sql` and `)} then 1 else 0 end`;
}

/** Null where the statement lost a race and `allOrNone` undid it. */
export async function orNothing<T>(statement: () => Promise<T>): Promise<T | null> {
  try {
    return await retried(statement);
  } catch (error) {
    if (isTorn(error)) return null;
    throw error;
  }
}
