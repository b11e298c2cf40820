import { getTableName, is, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../../drizzle/schema";
import type { Db } from "../../../lib/db/client";

interface InForce extends Record<string, unknown> {
  on: string;
  what: string;
}

/**
 * The constraints of the schema that the database does not have, or does not hold rows to. Those that are in force need no
 * look at the rows.
 * @returns how many there must be, and the missing ones as `table: constraint`
 */
export async function missingConstraints(db: Db): Promise<{ wanted: number; missing: string[] }> {
  const found = await db.execute<InForce>(sql`
    select c.relname::text as on, case when k.contype in ('f', 'p') then pg_get_constraintdef(k.oid) else k.conname::text end as what
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.convalidated and not exists (
      select from pg_trigger t where t.tgconstraint = k.oid and t.tgenabled not in ('O', 'A'))
    union all
    select c.relname::text, i.relname::text from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where c.relnamespace = 'public'::regnamespace and x.indisunique and x.indisvalid
    union all
    select c.relname::text, a.attname || ' not null' from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnotnull`);
  const inForce = new Set(found.map(({ on, what }) => `${on}: ${withoutAction(what)}`));
  const wanted = Object.values(schema).flatMap((one) => (isOurs(one) ? constraintsOf(one) : []));
  return { wanted: wanted.length, missing: wanted.filter((one) => !inForce.has(one)) };
}

/** The sandbox gateway's tables are a stranger's. */
const isOurs = (one: unknown): one is PgTable => is(one, PgTable) && !getTableConfig(one).schema;

function constraintsOf(table: PgTable): string[] {
  const config = getTableConfig(table);
  const names = (columns: readonly { name: string }[]) =>
    columns.map(({ name }) => toSnakeCase(name)).join(", ");
  const single = config.columns.filter(({ primary }) => primary);
  const primaryKeys = [
    ...config.primaryKeys.map(({ columns }) => columns),
    ...(single.length > 0 ? [single] : []),
  ];
  return [
    ...config.columns.filter(({ notNull }) => notNull).map((column) => `${names([column])} not null`),
    ...config.columns.flatMap(({ isUnique, uniqueName }) => (isUnique && uniqueName ? [uniqueName] : [])),
    ...config.checks.map(({ name }) => name),
    ...config.uniqueConstraints.flatMap(({ name }) => name ?? []),
    ...config.indexes.flatMap(({ config: { unique, name } }) => (unique && name ? [name] : [])),
    ...primaryKeys.map((columns) => `PRIMARY KEY (${names(columns)})`),
    ...config.foreignKeys.map((key) => {
      const { columns, foreignTable, foreignColumns } = key.reference();
      return `FOREIGN KEY (${names(columns)}) REFERENCES ${getTableName(foreignTable)}(${names(foreignColumns)})`;
    }),
  ].map((what) => `${config.name}: ${what}`);
}

/** What happens on delete is no rule about rows. */
const withoutAction = (definition: string) => definition.replace(/ ON DELETE .*$/, "");
