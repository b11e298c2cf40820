import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * The select of `insert … select … from`, which inserts nothing where `from` is empty. Each value is a placeholder. A
 * column without a value is null, whatever its default.
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

/** How many rows a part of the statement wrote. */
export const writtenBy = (part: string): SQL<number> =>
  sql`(select count(*)::int from ${sql.identifier(part)})`;
