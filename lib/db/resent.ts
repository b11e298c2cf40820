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
