import type postgres from "postgres";
import type { Query, Rows } from "./connection";
import { isConnectionLost, isDeadlineMissed } from "./errors";
import type { Pool } from "./pool";
import { again } from "./retried";
import { inStatementSpan, inTransactionSpan } from "./spans";
import { type Declared, type Inner, sentOnce } from "./statement";
import { scope } from "./transaction";

/** How much is asked of a pool. */
export interface Load {
  /** Queries and transactions that work, or wait for a connection. */
  underWay: number;
  /** Those given up since the process started. */
  deadlinesMissed: number;
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
  /** For the wait for a connection, and again for each statement: one that waited long has as long to be done. */
  deadlineMs: number;
  load: Load;
  /** Statements that each transaction begins with. Then a statement outside of one has a transaction to itself. */
  opening?: string;
}

/**
 * The way of each statement: counted, traced, sent again where that does no harm, given up at its deadline, and sent over a
 * connection that it has to itself. Sent again is what is declared a read, and what has not left this process; of a
 * transaction, what failed before it began. See docs/decisions/010-lost-connections.md.
 */
export function pipelineOver({ pool, options, prepare, deadlineMs, load, opening }: Pipeline): Client {
  const begun: Query = { text: opening ? `begin; ${opening}` : "begin" };
  const queryOf = (text: string, args?: readonly unknown[], declared?: Declared): Query => ({
    text,
    args,
    isNamed: prepare && !declared?.isPlannedAnew,
  });

  function send(query: Query, isRead: boolean): Promise<Rows> {
    let hasLeft = false;
    const attempt = async () => {
      const connection = await pool.take(deadlineMs);
      const before = connection.sent;
      try {
        if (!opening) return await connection.run(query, deadlineMs);
        const run = (one: Query) => connection.run(one, deadlineMs);
        // Sent together: where one fails, the last rolls back.
        const sent = [run(begun), run(query), run({ text: "commit" })] as const;
        await Promise.allSettled(sent);
        const [, rows] = await Promise.all(sent);
        return rows;
      } finally {
        hasLeft = connection.sent > before;
        pool.giveBack(connection);
      }
    };
    const isWorthIt = (error: unknown) => isConnectionLost(error) && (isRead || !hasLeft);
    return counted(load, () => inStatementSpan(query.text, () => again(isWorthIt, attempt)));
  }

  function begin<T>(work: (inner: Inner) => Promise<T>): Promise<T> {
    let isBegun = false;
    const attempt = async () => {
      const connection = await pool.take(deadlineMs);
      try {
        await connection.run(begun, deadlineMs);
        isBegun = true;
        return await connection.orLost(scope({ connection, queryOf, deadlineMs }, work));
      } finally {
        // An opening that failed leaves a transaction that nobody ends.
        if (!isBegun) connection.close();
        pool.giveBack(connection);
      }
    };
    const isWorthIt = (error: unknown) => isConnectionLost(error) && !isBegun;
    return counted(load, () => inTransactionSpan(() => again(isWorthIt, attempt)));
  }

  return {
    options,
    unsafe: (text, args, declared) =>
      sentOnce(queryOf(text, args, declared), (query) => send(query, declared?.isRead ?? false)),
    begin,
  };
}

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
