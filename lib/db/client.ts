import type postgres from "postgres";
import { inTime, patience } from "../domain/time";
import { onceAwaited } from "./awaited";
import { type Db, type Declared, drizzleOver } from "./declared";
import { isStandby } from "./errors";
import { askHost, openPool } from "./hosts";
import { keepLines } from "./lines";
import { counted, type Load } from "./load";
import { resent, resentQuery, type Sendable } from "./resent";
import { LOCK_MS, settingsOf } from "./session";
import { traced } from "./traced";
import { type Backend, watch } from "./watch";

export type { Db };

export interface Database {
  db: Db;
  load: Readonly<Load>;
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
  /** How long a statement may wait for a lock, in milliseconds. */
  lockMs?: number;
  /** In place of all limits that are not named here, in milliseconds. */
  limitMs?: number;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, prepare, name, limitMs } = options;
  const { deadlineMs = limitMs ?? DEADLINE_MS, lockMs = limitMs ?? LOCK_MS } = options;
  const sql = openPool(url, name, {
    max: poolSize,
    prepare,
    connect_timeout: (limitMs ?? CONNECT_MS) / 1_000,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    // Behind a transaction pooler a statement that is sent before the last one's answer hangs, or gets that answer. D-130
    max_pipeline: prepare ? 100 : 0,
    // Where sessions are not kept, the role has these settings. D-130
    ...(prepare && {
      session: settingsOf(lockMs, limitMs)
        .map((one) => `set ${one}`)
        .join("; "),
    }),
  });
  const { host, port, shared } = sql.options as unknown as Pooled;
  const unwatch = watch(shared.backends, {
    silenceMs: limitMs ?? SILENCE_MS,
    fault: deadlineMissed,
    async ask(one, at) {
      const opinion = await askHost(url, one, at).catch(() => "unknown" as const);
      if (opinion) return opinion;
      const silent = host.findIndex((other, i) => other === one && port[i] === at);
      for (const [index, other] of host.entries()) {
        if (index === silent || !(await askHost(url, other, port[index]!).catch(() => null))) continue;
        if (shared.host === silent) shared.host = index;
        return "replaced";
      }
      return "unknown";
    },
  });
  const load: Load = { underWay: 0, deadlinesMissed: 0 };
  const client = counted(supervised(sql, prepare, deadlineMs, true), load);
  const db = drizzleOver(traced(client));
  keepLines(db, poolSize);
  const close = async () => {
    unwatch();
    await sql.end({ timeout: 5 });
  };
  return { db, load, close };
}

/** What the patched driver knows of a pool; `host` in `shared` is the index of the one to try first. */
interface Pooled {
  host: string[];
  port: number[];
  shared: { backends: Set<Backend>; host: number };
}

const CONNECT_MS = 5_000;
/** Longer than the server's statement_timeout, which does not help against a server that hangs. */
const DEADLINE_MS = 20_000;
/** Nearly every answer takes less; of one that takes longer the server is asked why. */
const SILENCE_MS = 2_500;

/**
 * Adds two things to every query of Drizzle, also inside transactions and savepoints: a named prepared statement, which
 * saves a round trip (unless it is to be planned anew), and a deadline, because a database that hangs neither answers nor fails. A transaction has a
 * deadline for its beginning, with the wait for a connection, and one for its end.
 *
 * Outside transactions, what did not leave this process because its connection was found dead is sent again, and what is
 * declared a read in any case; of a transaction, what failed before it began. D-168
 * @param isOutside any transaction
 */
function supervised<T extends postgres.Sql | postgres.TransactionSql>(
  sql: T,
  prepare: boolean,
  deadlineMs: number,
  isOutside: boolean,
): T {
  return new Proxy(sql, {
    get(target, property, receiver) {
      if (property === "unsafe")
        return (query: string, args?: [], declared: Declared = {}) => {
          const { isRead = false, isPlannedAnew } = declared;
          const named = prepare && !isPlannedAnew;
          const alone = isOutside && !isRead && ALONE;
          const make = () => target.unsafe(query, args, { ...alone, prepare: named }) as unknown as SentQuery;
          const run = (sent: SentQuery) => inDeadline(sent, deadlineMs);
          return isOutside ? resentQuery(make, run, isRead) : onceAwaited(make(), run);
        };
      const member = Reflect.get(target, property, receiver);
      if (property !== "begin" && property !== "savepoint") return member;
      return (...args: unknown[]) => {
        const work = args.pop() as (inner: postgres.TransactionSql) => unknown;
        const inside = (inner: postgres.TransactionSql) =>
          work(supervised(inner, prepare, deadlineMs, false));
        const open = (inner: typeof inside) =>
          (member as (...all: unknown[]) => Promise<unknown>).call(target, ...args, inner);
        if (property === "savepoint") return open(inside);
        let isBegun = false;
        const begun: typeof inside = (inner) => {
          isBegun = true;
          return inside(inner);
        };
        return resent(
          () => begunAndEnded(open, begun, deadlineMs),
          () => !isBegun,
        );
      };
    },
  });
}

/** With this the driver, as patched, sends nothing behind a write that may wait for a lock until that is answered. */
const ALONE = { onexecute() {} };

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
    let settle = patience(deadlineMs, giveUp);
    let cause: { error: unknown } | undefined;
    open(async (inner) => {
      settle();
      if (isGivenUp) throw deadlineMissed();
      try {
        return await work(inner);
      } catch (error) {
        cause = { error };
        throw error;
      } finally {
        settle = patience(deadlineMs, giveUp);
      }
    })
      // Where its connection was closed, the rollback fails too, and says less.
      .then(resolve, (error) => reject(cause ? cause.error : error))
      .finally(() => settle());
  });
}

const deadlineMissed = () =>
  Object.assign(new Error("The database did not answer in time"), { code: "DEADLINE_MISSED" });

interface SentQuery extends Sendable {
  cancel(): unknown;
  /** Its connection, once it was sent. */
  state?: Backend;
}

/** A connection is closed when it has not answered in time, and when its server has become a standby. */
const inDeadline = (query: SentQuery, deadlineMs: number) =>
  inTime(query, deadlineMs, () => {
    // A query that was not sent yet is cancelled. A running one is not: to cancel it the driver opens a connection whose
    // failure nobody could catch.
    setImmediate(() => (query.state ? query.state.destroy(deadlineMissed()) : query.cancel()));
    throw deadlineMissed();
  }).catch((error) => {
    if (isStandby(error)) query.state?.destroy(error);
    throw error;
  });
