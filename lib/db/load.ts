import type postgres from "postgres";
import { onceAwaited, type Query } from "./awaited";
import { isDeadlineMissed } from "./errors";

/** How much is asked of a pool. */
export interface Load {
  /** Queries and transactions that work, or wait for a connection. */
  underWay: number;
  /** Those given up since the process started. */
  deadlinesMissed: number;
}

type Work = PromiseLike<unknown>;

/** Counts what is asked of a pool whose work has deadlines. What runs inside a transaction counts as one with it. */
export function counted<T extends postgres.Sql>(sql: T, load: Load): T {
  async function watch(work: Work): Promise<unknown> {
    load.underWay += 1;
    try {
      return await work;
    } catch (error) {
      if (isDeadlineMissed(error)) load.deadlinesMissed += 1;
      throw error;
    } finally {
      load.underWay -= 1;
    }
  }
  return new Proxy(sql, {
    get(target, property, receiver) {
      const member = Reflect.get(target, property, receiver);
      if (property === "unsafe")
        return (...args: unknown[]) =>
          onceAwaited((member as (...all: unknown[]) => Query).apply(target, args), watch);
      if (property !== "begin") return member;
      return (...args: unknown[]) => watch((member as (...all: unknown[]) => Work).apply(target, args));
    },
  });
}
