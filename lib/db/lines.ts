import { isLockTimeout } from "../../packages/postgres-guard/faults";
import type { Id } from "../domain/ids";

/** Callers at the end of a longer line would give up before their turn. */
const MAX_WAITING = 1_000;

interface Line {
  underWay: number;
  waiting: { start(): void; refuse(error: unknown): void }[];
}

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

/**
 * Writes to one checkout take turns. So a long lock of its row costs one connection of the pool, not all. See
 * docs/decisions/008-turns.md.
 */
export function inLineOfCheckout<T>(db: object, id: Id<"chk">, work: () => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  return pool ? inLine(pool.lines, id, { atOnce: 1, isOneRow: true }, work) : work();
}

/** One provider's creates, which may all wait for the same row, have at most half of the pool's connections. */
export function inLineOfCreates<T>(db: object, id: Id<"prv">, work: () => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  return pool ? inLine(pool.lines, id, { atOnce: pool.creates, isOneRow: false }, work) : work();
}

async function inLine<T>(
  lines: Pool["lines"],
  key: string,
  { atOnce, isOneRow }: { atOnce: number; isOneRow: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const line = lines.get(key) ?? { underWay: 0, waiting: [] };
  lines.set(key, line);
  if (line.underWay < atOnce) line.underWay += 1;
  else if (line.waiting.length >= MAX_WAITING) throw lineTooLong();
  else await new Promise<void>((start, refuse) => line.waiting.push({ start, refuse }));
  try {
    return await work();
  } catch (error) {
    // The row was locked all this time, so those behind have waited as long. A line that moves has no time limit.
    if (isOneRow && isLockTimeout(error)) for (const one of line.waiting.splice(0)) one.refuse(error);
    throw error;
  } finally {
    const next = line.waiting.shift();
    if (next) next.start();
    else line.underWay -= 1;
    if (line.underWay === 0) lines.delete(key);
  }
}

const lineTooLong = () =>
  Object.assign(new Error("Too many writes wait for the same row"), { code: "LINE_TOO_LONG" });
