import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "../../drizzle/schema";
import { inTime } from "../domain/time";

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
  /** Milliseconds after which a query without an answer fails. */
  deadlineMs?: number;
}

/** A pool of connections with Drizzle over it. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, prepare, name, deadlineMs = DEADLINE_MS } = options;
  const sql = postgres(url, {
    max: poolSize,
    prepare,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    // Drizzle reads arrays itself. The driver's question on each new connection is one whose failure nobody can catch.
    fetch_types: false,
    // A transaction pooler refuses settings that it cannot keep for a session.
    connection: { application_name: name, ...(prepare && { TimeZone: "UTC", statement_timeout: 15_000 }) },
    onnotice: () => {},
  });
  const db = drizzle(supervised(sql, prepare, deadlineMs), { schema, casing: "snake_case" });
  return { db, close: () => sql.end({ timeout: 5 }) };
}

/** Longer than the server's own statement_timeout, which a server that hangs does not keep. */
const DEADLINE_MS = 20_000;

/**
 * The client as Drizzle uses it, with two things added to each query, inside transactions and savepoints too. It is
 * prepared under a name: Drizzle asks for none, which costs two round trips each. And it has a deadline: a database
 * that hangs refuses nothing and answers nothing. A transaction has one for its beginning, the wait for a connection
 * included, and one for its end.
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

/** A transaction that began too late does nothing. One whose end nobody hears of may have been committed. */
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
  /** Set once a connection has it. */
  state?: unknown;
}

/** The query as far as Drizzle uses it: awaited, or awaited as rows of values. */
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
    // One that was never sent is taken out of the queue, after its caller has heard that it is late. To end one under
    // way takes a connection of its own, whose failure the driver lets nobody catch.
    setImmediate(() => query.state || query.cancel());
    throw deadlineMissed();
  });
