import type { Connection, Query } from "./connection";
import { connectionLost, faultOf, isDeadlineMissed } from "./errors";
import { inStatementSpan, inTransactionSpan } from "./spans";
import { type Declared, type Inner, sentOnce } from "./statement";

interface Around {
  connection: Connection;
  queryOf(text: string, args?: readonly unknown[], declared?: Declared): Query;
  deadlineMs: number;
}

let savepoints = 0;

/**
 * A statement that failed fails the whole, also where the work went on. One that misses its deadline closes the connection,
 * and so nothing of it is committed. Where the commit misses it, the whole may be committed all the same.
 * @param savepoint its name; without one, the transaction's own
 */
export async function scope<T>(
  around: Around,
  work: (inner: Inner) => Promise<T>,
  savepoint?: string,
): Promise<T> {
  const { connection, queryOf, deadlineMs } = around;
  const failed: unknown[] = [];
  const send = (query: Query) => connection.run(query, deadlineMs);
  const inner: Inner = {
    unsafe: (text, args, declared) =>
      sentOnce(queryOf(text, args, declared), async (query) => {
        try {
          return await inStatementSpan(text, () => send(query));
        } catch (error) {
          failed.push(error);
          throw error;
        }
      }),
    async savepoint(within) {
      const name = `s${savepoints++}`;
      await send({ text: `savepoint ${name}` });
      return inTransactionSpan(() => scope(around, within, name));
    },
  };
  try {
    const result = await work(inner);
    if (failed.length > 0) throw failed[0];
    if (savepoint) return result;
    // So it ends where a statement that nobody awaited has failed meanwhile.
    const { command } = await send({ text: "commit" });
    if (command === "ROLLBACK") throw failed[0] ?? faultOf("25P02", "The transaction was rolled back");
    return result;
  } catch (error) {
    if (connection.isOpen)
      await send({ text: savepoint ? `rollback to ${savepoint}` : "rollback" }).catch((fault) => {
        // Nobody else may have this connection.
        connection.destroy(connectionLost(error));
        if (isDeadlineMissed(fault)) throw fault;
      });
    throw error;
  }
}
