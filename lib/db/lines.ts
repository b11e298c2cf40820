import { isLockTimeout } from "../../packages/postgres-guard/faults";
import { inLine, type Line } from "../../packages/turns/lines";
import type { Id } from "../domain/ids";

interface Pool {
  /** How many creates of one provider may run at once: half of the connections. */
  creates: number;
  /** By what is locked: a checkout's id, or a provider's for its creates. */
  lines: Map<string, Line>;
}

const pools = new WeakMap<object, Pool>();

/** Makes writes through this handle wait in line. Through others, such as a transaction, none waits. */
export function keepLines(db: object, poolSize: number): void {
  pools.set(db, { creates: Math.max(1, Math.floor(poolSize / 2)), lines: new Map() });
}

/** Both are the same connections. */
export function shareLines(from: object, to: object): void {
  const pool = pools.get(from);
  if (pool) pools.set(to, pool);
}

/**
 * Writes to one checkout take turns. So a long lock of its row costs one connection of the pool, not all. See
 * docs/decisions/008-turns.md.
 */
export function inLineOfCheckout<T>(db: object, id: Id<"chk">, work: () => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  // Behind a timed out lock all have waited as long. A line that moves has no time limit.
  return pool ? inLine(pool.lines, id, { atOnce: 1, endsLine: isLockTimeout }, work) : work();
}

/** One provider's creates, which may all wait for the same row, have at most half of the pool's connections. */
export function inLineOfCreates<T>(db: object, id: Id<"prv">, work: () => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  return pool ? inLine(pool.lines, id, { atOnce: pool.creates, endsLine: () => false }, work) : work();
}
