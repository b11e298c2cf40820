import type postgres from "postgres";
import { inTime } from "../domain/time";
import { inSpan, isTracing } from "../../packages/tracing/span";
import type { Connection, Query, Rows } from "./connection";
import { faultOf, isDeadlineMissed, isStandby } from "./errors";
import { lineLost } from "./line";
import type { Pool, Ticket } from "./pool";
import { resent } from "./resent";
import { ABOUT_TRANSACTION, aboutStatement } from "./spans";

/** What a statement says of itself when it is sent. */
export interface Declared extends postgres.UnsafeQueryOptions {
  /** It only reads. Outside a transaction it is sent again where its connection was lost; any other is never sent twice. */
  isRead?: true;
  /** It has no name, and is planned for its values each time. */
  isPlannedAnew?: true;
}

/** How much is asked of a pool. */
export interface Load {
  /** Queries and transactions that work, or wait for a connection. */
  underWay: number;
  /** Those given up since the process started. */
  deadlinesMissed: number;
}

/** A query as Drizzle awaits it, or its `values()`. */
export interface Sendable extends PromiseLike<Rows> {
  values(): PromiseLike<Rows>;
}

export interface Inner {
  unsafe(text: string, args?: readonly unknown[], declared?: Declared): Sendable;
  savepoint<T>(work: (inner: Inner) => Promise<T>): Promise<T>;
}

/** What Drizzle uses of a driver. */
export interface Client extends Pick<Inner, "unsafe"> {
  options: Pick<postgres.ParsedOptions, "parsers" | "serializers">;
  begin<T>(work: (inner: Inner) => Promise<T>): Promise<T>;
}

export interface Pipeline {
  pool: Pool;
  options: Client["options"];
  /** Whether sessions keep named prepared statements. */
  prepare: boolean;
  /** For a statement with its wait for a connection, and for the begin of a transaction. */
  deadlineMs: number;
  load: Load;
}

/**
 * The way of each statement: counted, traced, sent again where that does no harm, given up at its deadline, and sent over a
 * connection that it has to itself. Sent again is what is declared a read, and what has not left this process; of a
 * transaction, what failed before it began. D-168
 */
export function pipelineOver({ pool, options, prepare, deadlineMs, load }: Pipeline): Client {
  const queryOf: ToQuery = (text, args, declared) => ({
    text,
    args,
    isNamed: prepare && !declared?.isPlannedAnew,
  });

  function send(query: Query, isRead: boolean): Promise<Rows> {
    let hasLeft = false;
    const attempt = () =>
      inDeadline(deadlineMs, async (ticket) => {
        const connection = await pool.take(ticket);
        const before = connection.sent;
        try {
          return await run(connection, query);
        } finally {
          hasLeft = connection.sent > before;
          pool.giveBack(connection);
        }
      });
    const harmless = () => isRead || !hasLeft;
    return counted(load, () => traced(query.text, () => resent(attempt, harmless)));
  }

  function begin<T>(work: (inner: Inner) => Promise<T>): Promise<T> {
    let isBegun = false;
    const attempt = async () => {
      const connection = await inDeadline(deadlineMs, (ticket) => begun(pool, ticket));
      isBegun = true;
      try {
        return await connection.orLost(scope({ connection, queryOf, deadlineMs }, TRANSACTION, work));
      } finally {
        pool.giveBack(connection);
      }
    };
    return counted(load, () => inSpan(ABOUT_TRANSACTION, () => resent(attempt, () => !isBegun)));
  }

  return {
    options,
    unsafe: (text, args, declared) =>
      sentOnce(queryOf(text, args, declared), (query) => send(query, declared?.isRead ?? false)),
    begin,
  };
}

type ToQuery = (text: string, args?: readonly unknown[], declared?: Declared) => Query;

/** As it is awaited, and once, however often it is. */
function sentOnce(query: Query, send: (query: Query) => Promise<Rows>): Sendable {
  let sent: Promise<Rows> | undefined;
  return {
    values: () => sentOnce({ ...query, asValues: true }, send),
    // biome-ignore lint/suspicious/noThenProperty: it stands for the driver's query, which is awaited
    then(...callbacks) {
      sent ??= send(query);
      return sent.then(...callbacks);
    },
  };
}

/** Work that has an hour of its own: what misses it fails, and what is under way for it ends. */
function inDeadline<T>(milliseconds: number, work: (ticket: Ticket) => Promise<T>): Promise<T> {
  const ticket: Ticket = { giveUp() {} };
  return inTime(work(ticket), milliseconds, () => {
    const fault = deadlineMissed();
    ticket.giveUp(fault);
    throw fault;
  });
}

export const deadlineMissed = () => faultOf("DEADLINE_MISSED", "The database did not answer in time");

const traced = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  isTracing() ? inSpan(aboutStatement(text), work) : work();

async function counted<T>(load: Load, work: () => Promise<T>): Promise<T> {
  load.underWay += 1;
  try {
    return await work();
  } catch (error) {
    if (isDeadlineMissed(error)) load.deadlinesMissed += 1;
    throw error;
  } finally {
    load.underWay -= 1;
  }
}

/** A connection whose server has become a standby is of no use any more. */
async function run(connection: Connection, query: Query): Promise<Rows> {
  try {
    return await connection.run(query);
  } catch (error) {
    if (error instanceof Error && isStandby(error)) connection.destroy(error);
    throw error;
  }
}

async function begun(pool: Pool, ticket: Ticket): Promise<Connection> {
  const connection = await pool.take(ticket);
  try {
    await run(connection, { text: "begin" });
    return connection;
  } catch (error) {
    pool.giveBack(connection);
    throw error;
  }
}

interface Scope {
  connection: Connection;
  queryOf: ToQuery;
  deadlineMs: number;
}

/** How a transaction or a savepoint ends. */
interface Ends {
  commit: string | null;
  rollback: string;
}

const TRANSACTION: Ends = { commit: "commit", rollback: "rollback" };
let savepoints = 0;

/**
 * A statement that failed fails the whole, also where the work went on. One that misses its deadline closes the connection,
 * and so nothing of it is committed. Where the commit misses it, the whole may be committed all the same.
 */
async function scope<T>(around: Scope, ends: Ends, work: (inner: Inner) => Promise<T>): Promise<T> {
  const { connection, queryOf, deadlineMs } = around;
  let failed: { error: unknown } | undefined;
  const send = (query: Query) =>
    inDeadline(deadlineMs, (ticket) => {
      ticket.giveUp = (fault) => connection.destroy(fault);
      return run(connection, query);
    });
  const inner: Inner = {
    unsafe: (text, args, declared) =>
      sentOnce(queryOf(text, args, declared), async (query) => {
        try {
          return await traced(text, () => send(query));
        } catch (error) {
          failed ??= { error };
          throw error;
        }
      }),
    async savepoint(within) {
      const name = `s${savepoints++}`;
      await send({ text: `savepoint ${name}` });
      return inSpan(ABOUT_TRANSACTION, () =>
        scope(around, { commit: null, rollback: `rollback to ${name}` }, within),
      );
    },
  };
  try {
    const result = await work(inner);
    if (failed) throw failed.error;
    if (ends.commit) await send({ text: ends.commit });
    return result;
  } catch (error) {
    if (connection.isOpen)
      await send({ text: ends.rollback }).catch((fault) => {
        // Nobody else may have this connection.
        connection.destroy(lineLost(error));
        if (isDeadlineMissed(fault)) throw fault;
      });
    throw error;
  }
}
