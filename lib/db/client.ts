import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "../../drizzle/schema";
import { inTime } from "../domain/time";
import { inShares } from "./shares";
import { traced } from "./traced";

export type Db = PostgresJsDatabase<typeof schema>;

export interface Database {
  db: Db;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Named prepared statements save a round trip a query; switch them off behind a transaction pooler. */
  prepare: boolean;
  /** Shown in pg_stat_activity. */
  name: string;
  deadlineMs?: number;
  patienceMs?: number;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, prepare, name, deadlineMs = DEADLINE_MS } = options;
  const sql = postgres(url, {
    max: poolSize,
    prepare,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    // Drizzle reads arrays itself. The driver's own query on each new connection can fail where nobody catches it.
    fetch_types: false,
    // A transaction pooler refuses session settings.
    connection: {
      application_name: name,
      ...(prepare && { TimeZone: "UTC", statement_timeout: 15_000, lock_timeout: 3_000 }),
    },
    onnotice: () => {},
  });
  const shared = inShares(supervised(sql, prepare, deadlineMs), options);
  const db = drizzle(traced(shared), { schema, casing: "snake_case" });
  return { db, close: () => sql.end({ timeout: 5 }) };
}

/** Longer than the server's statement_timeout, which does not help against a server that hangs. */
const DEADLINE_MS = 20_000;

/**
 * Adds two things to every query of Drizzle, also inside transactions and savepoints: a named prepared statement, which
 * saves a round trip, and a deadline, because a database that hangs neither answers nor fails. A transaction has a
 * deadline for its beginning, with the wait for a connection, and one for its end.
 */
function supervised<T extends postgres.Sql | postgres.TransactionSql>(
  sql: T,
  prepare: boolean,
  deadlineMs: number,
): T {
  return new Proxy(sql, {
    get(target, property, receiver) {
      if (property === "unsafe")
        return (query: string, args?: [], options?: postgres.UnsafeQueryOptions) =>
          withDeadline(target.unsafe(query, args, { ...options, prepare }), deadlineMs);
      const member = Reflect.get(target, property, receiver);
      if (property !== "begin" && property !== "savepoint") return member;
      return (...args: unknown[]) => {
        const work = args.pop() as (inner: postgres.TransactionSql) => unknown;
        const inside = (inner: postgres.TransactionSql) => work(supervised(inner, prepare, deadlineMs));
        const open = (inner: typeof inside) =>
          (member as (...all: unknown[]) => Promise<unknown>).call(target, ...args, inner);
        return property === "begin" ? begunAndEnded(open, inside, deadlineMs) : open(inside);
      };
    },
  });
}

/** A transaction that begins after its deadline does nothing. One that misses the second may be committed all the same. */
function begunAndEnded<Inner>(
  open: (work: (inner: Inner) => Promise<unknown>) => Promise<unknown>,
  work: (inner: Inner) => unknown,
  deadlineMs: number,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      reject(deadlineMissed());
    };
    let timer = setTimeout(giveUp, deadlineMs);
    open(async (inner) => {
      clearTimeout(timer);
      if (isGivenUp) throw deadlineMissed();
      try {
        return await work(inner);
      } finally {
        timer = setTimeout(giveUp, deadlineMs);
      }
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const deadlineMissed = () =>
  Object.assign(new Error("The database did not answer in time"), { code: "DEADLINE_MISSED" });

interface Query extends PromiseLike<unknown> {
  values(): Query;
  cancel(): unknown;
  /** Set once it was sent. */
  state?: unknown;
}

/** Drizzle awaits the query, or its `values()`. */
function withDeadline(query: unknown, deadlineMs: number): unknown {
  const pending = query as Query;
  return {
    values: () => withDeadline(pending.values(), deadlineMs),
    // biome-ignore lint/suspicious/noThenProperty: it stands for the driver's query, which is awaited
    then: (...callbacks: Parameters<Promise<unknown>["then"]>) =>
      race(pending, deadlineMs).then(...callbacks),
  };
}

const race = (query: Query, deadlineMs: number) =>
  inTime(query, deadlineMs, () => {
    // Only a query that was not sent yet is cancelled: to cancel a running one the driver opens a connection whose
    // failure nobody could catch.
    setImmediate(() => query.state || query.cancel());
    throw deadlineMissed();
  });
