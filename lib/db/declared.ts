import { is, type SQL } from "drizzle-orm";
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import { PostgresJsDatabase, PostgresJsSession } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

export type Db = PostgresJsDatabase;

/** What a statement says of itself when it is sent. */
export interface Declared extends postgres.UnsafeQueryOptions {
  /** It only reads. Outside a transaction it is sent again where its connection was lost; any other is never sent twice. */
  isRead?: true;
  /** It has no name, and is planned for its values each time. */
  isPlannedAnew?: true;
}

export const READ: Declared = { isRead: true };

/** Drizzle over a client. What `select` builds is a read, but for one whose `with` may write. */
export function drizzleOver(client: postgres.Sql): Db {
  const dialect = new PgDialect({ casing: "snake_case" });
  for (const type of AS_TEXT) client.options.parsers[type] = asItIs;
  for (const type of [...AS_TEXT, ...JSON_TYPES]) client.options.serializers[type] = asItIs;
  const unsafe: postgres.Sql["unsafe"] = (text, args, options) =>
    client.unsafe(text, args, { ...options, ...READ });
  const reads = new PostgresJsSession<postgres.Sql, NoSchema, NoSchema>(
    { ...client, unsafe } as postgres.Sql,
    dialect,
    undefined,
  );

  class Session extends PostgresJsSession<postgres.Sql, NoSchema, NoSchema> {
    override prepareQuery<T extends PreparedQueryConfig>(...args: Prepared): PgPreparedQuery<T> {
      const [{ sql: text }, , , , , about] = args;
      const isRead = about?.type === "select" && !text.startsWith("with ");
      return isRead ? reads.prepareQuery<T>(...args) : super.prepareQuery<T>(...args);
    }
  }
  return new PostgresJsDatabase(dialect, new Session(client, dialect, undefined), undefined);
}

type NoSchema = Record<string, never>;
type Prepared = Parameters<PostgresJsSession<postgres.Sql, NoSchema, NoSchema>["prepareQuery"]>;

/** The client of a database, or of a transaction. */
export function clientOf(db: Db): postgres.Sql {
  const { session } = db._;
  if (!is(session, PostgresJsSession)) throw new Error("A database of another driver");
  return session.client;
}

/** The rows of a statement that only reads: see `Declared`. */
export async function readRows<Row extends Record<string, unknown>>(
  db: Db,
  query: SQL,
): Promise<postgres.RowList<Row[]>> {
  const { sql: text, params } = db.execute(query).getQuery();
  return clientOf(db).unsafe<Row[]>(text, params as [], READ);
}

/** Dates and times, which Drizzle's columns read and write as text, by PostgreSQL's numbers of their types. */
const AS_TEXT = [1184, 1082, 1083, 1114, 1182, 1185, 1115, 1231];
const JSON_TYPES = [114, 3802];
const asItIs = (value: unknown) => value;
