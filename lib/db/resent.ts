import type { Query } from "./awaited";
import { isConnectionLost } from "./errors";

/** A query as the patched driver keeps it. */
export interface Sendable extends Query {
  /** Whether its execution was written to a connection that could take it: the database may have done it. */
  hasLeft?: boolean;
}

const MAX_TRIES = 4;

/**
 * Does again what failed because its connection was lost, as often as a pool may still hold dead connections.
 * @param isHarmless whether the database has certainly done nothing, or nothing that a second time changes
 */
export async function resent<T>(attempt: () => PromiseLike<T>, isHarmless: () => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_TRIES || !isConnectionLost(error) || !isHarmless()) throw error;
    }
  }
}

/** A query that is made anew for each try. */
export function resentQuery<Q extends Sendable>(
  make: () => Q,
  run: (query: Q) => Promise<unknown>,
  isRead: boolean,
): Query {
  let query: Q;
  let result: Promise<unknown> | undefined;
  const attempt = () => {
    query = make();
    return run(query);
  };
  return {
    values: () => resentQuery(() => make().values() as Q, run, isRead),
    // biome-ignore lint/suspicious/noThenProperty: it stands for the driver's query, which is awaited
    then(...callbacks: Parameters<Query["then"]>) {
      // Like the driver's own, it is sent once, however often it is awaited.
      result ??= resent(attempt, () => isRead || !query.hasLeft);
      return result.then(...callbacks) as never;
    },
  };
}

/** A statement that changes nothing and locks nothing: not one that locks rows, has a second behind it, or makes a table. */
export function isRead(text: string): boolean {
  const known = judged.get(text);
  if (known !== undefined) return known;
  const isOne = text.startsWith("select ") && !MAY_CHANGE.test(text);
  if (judged.size < MAX_JUDGED) judged.set(text, isOne);
  return isOne;
}

/** Statements that were looked at; the code has some hundreds. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 1_000;

const MAY_CHANGE =
  /\s(for|into)\s|;|\b(nextval|setval|set_config|pg_notify|pg_\w*advisory\w*|pg_\w+_backend)\s*\(/i;
