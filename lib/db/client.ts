import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "../../drizzle/schema";

export type Db = PostgresJsDatabase<typeof schema>;

export interface Database {
  db: Db;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Named prepared statements: one round trip a query; to be off behind a transaction pooler. */
  prepare: boolean;
  /** Shown in pg_stat_activity. */
  name: string;
}

/** A pool of connections with Drizzle over it. */
export function openDatabase({ url, poolSize, prepare, name }: DatabaseOptions): Database {
  const sql = postgres(url, {
    max: poolSize,
    prepare,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    // A transaction pooler refuses settings that it cannot keep for a session.
    connection: { application_name: name, ...(prepare && { TimeZone: "UTC", statement_timeout: 15_000 }) },
    onnotice: () => {},
  });
  const db = drizzle(prepare ? withNamedStatements(sql) : sql, { schema, casing: "snake_case" });
  return { db, close: () => sql.end({ timeout: 5 }) };
}

/**
 * Drizzle hands every query to `unsafe` without a name, which costs two round trips each; asking the driver to
 * prepare makes it one from the second time on. Transactions get the same through `begin` and `savepoint`.
 */
function withNamedStatements<T extends postgres.Sql | postgres.TransactionSql>(sql: T): T {
  return new Proxy(sql, {
    get(target, property, receiver) {
      if (property === "unsafe")
        return (query: string, args?: [], options?: postgres.UnsafeQueryOptions) =>
          target.unsafe(query, args, { ...options, prepare: true });
      const member = Reflect.get(target, property, receiver);
      if (property !== "begin" && property !== "savepoint") return member;
      return (...args: unknown[]) => {
        const work = args.pop() as (inner: postgres.TransactionSql) => unknown;
        const inside = (inner: postgres.TransactionSql) => work(withNamedStatements(inner));
        return (member as (...all: unknown[]) => unknown).call(target, ...args, inside);
      };
    },
  });
}
