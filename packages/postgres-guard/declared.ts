import { is, type SQL } from "drizzle-orm";
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import { PostgresJsDatabase, PostgresJsSession } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { Client } from "./pipeline";
import type { Declared } from "./statement";

export type Db = PostgresJsDatabase;

export const READ: Declared = { isRead: true };

/** Drizzle over a client. What `select` builds is a read, but for one whose `with` may write. */
export function drizzleOver(client: Client): Db {
  const dialect = new PgDialect({ casing: "snake_case" });
  const { parsers, serializers } = client.options;
  for (const type of AS_TEXT) parsers[type] = asItIs;
  for (const type of [...AS_TEXT, ...JSON_TYPES]) serializers[type] = asItIs;
  const unsafe: Client["unsafe"] = (text, args, declared) =>
    client.unsafe(text, args, { ...declared, ...READ });
  const reads = new DrizzleSession(asDriver({ ...client, unsafe }), dialect, undefined);

  class Session extends DrizzleSession {
    override prepareQuery<T extends PreparedQueryConfig>(...args: Prepared): PgPreparedQuery<T> {
      const [{ sql: text }, , , , , about] = args;
      const isRead = about?.type === "select" && !text.startsWith("with ");
      return isRead ? reads.prepareQuery<T>(...args) : super.prepareQuery<T>(...args);
    }
  }
  return new PostgresJsDatabase(dialect, new Session(asDriver(client), dialect, undefined), undefined);
}

/** Of the driver Drizzle uses just this. */
const asDriver = (client: Client) => client as unknown as postgres.Sql;

type NoSchema = Record<string, never>;
class DrizzleSession extends PostgresJsSession<postgres.Sql, NoSchema, NoSchema> {}
type Prepared = Parameters<DrizzleSession["prepareQuery"]>;

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
