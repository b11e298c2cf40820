import { AsyncLocalStorage } from "node:async_hooks";
import type postgres from "postgres";
import type { Id } from "../domain/ids";
import { createTurns } from "../domain/turns";
import { onceAwaited, type Query } from "./awaited";

/** Longer than any burst waits whose queries are answered; as long as a statement waits for a lock. */
const PATIENCE_MS = 3_000;
const MOST_WAITING = { each: 1_000, all: 5_000 };

/** For which provider the work under way is done. */
const owners = new AsyncLocalStorage<Id<"prv"> | undefined>();

/**
 * Work whose queries and transactions count for a provider, so that rows of his that are locked hold up nobody else.
 * What is done outside, such as looking up a key, waits for nobody's share. D-134
 */
export const onBehalfOf = <T>(provider: Id<"prv">, work: () => T): T => owners.run(provider, work);

export interface ShareSettings {
  poolSize: number;
  /** Milliseconds that a query or transaction waits for its provider's share of the pool. */
  patienceMs?: number;
}

/**
 * Shares out a pool's connections among providers: each may take another one while it has fewer than are free, so that
 * one has half at most, and any number of them together never all. A transaction waits before it begins and never
 * inside; reads wait for nobody, as no lock of a row holds them up. Who has waited too long, or finds too many waiting,
 * is refused: nothing was sent. D-134
 */
export function inShares(sql: postgres.Sql, settings: ShareSettings): postgres.Sql {
  const inPlace = sharesOf(settings);
  return new Proxy(sql, {
    get(target, property, receiver) {
      const member = Reflect.get(target, property, receiver);
      const owner = property === "unsafe" || property === "begin" ? owners.getStore() : undefined;
      if (owner === undefined) return member;
      if (property === "unsafe")
        return (text: string, args?: [], options?: postgres.UnsafeQueryOptions) => {
          if (isRead(text)) return target.unsafe(text, args, options);
          const query = target.unsafe(text, args, { ...options, ...ALONE }) as unknown as Query;
          return onceAwaited(query, (sent) => inPlace(owner, () => sent));
        };
      return (...args: unknown[]) => {
        const work = args.pop() as (inner: postgres.TransactionSql) => unknown;
        const inside = (inner: postgres.TransactionSql) => owners.run(undefined, () => work(inner));
        const begin = () => (member as (...all: unknown[]) => Promise<unknown>).call(target, ...args, inside);
        return inPlace(owner, begin);
      };
    },
  });
}

/** With this the driver, as patched, sends nothing on that connection until the statement has its answer. */
const ALONE = { onexecute() {} };

/**
 * A statement that changes nothing and locks nothing, so that it may be sent a second time. Not one that locks rows, has a
 * second statement behind it, makes a table, or calls what changes more than its answer.
 */
export function isRead(text: string): boolean {
  const known = judged.get(text);
  if (known !== undefined) return known;
  const isOne = text.startsWith("select ") && !MAY_CHANGE.test(text);
  if (judged.size < MOST_JUDGED) judged.set(text, isOne);
  return isOne;
}

/** Statements that were looked at; the code has some hundreds. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 1_000;

const MAY_CHANGE =
  /\s(for|into)\s|;|\b(nextval|setval|set_config|pg_notify|pg_\w*advisory\w*|pg_\w+_backend)\s*\(/i;

function sharesOf({ poolSize, patienceMs = PATIENCE_MS }: ShareSettings) {
  // One is left to what counts for nobody, where there are enough.
  let free = poolSize > 2 ? poolSize - 1 : poolSize;
  const held = new Map<string, number>();
  const waiting = createTurns<() => void>(MOST_WAITING);

  const heldBy = (owner: string) => held.get(owner) ?? 0;
  const mayTake = (owner: string) => heldBy(owner) < free;

  function count(owner: string, change: 1 | -1): void {
    free -= change;
    const now = heldBy(owner) + change;
    if (now > 0) held.set(owner, now);
    else held.delete(owner);
  }

  const place = (owner: string) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        count(owner, 1);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.drop(owner, start);
        reject(noPlace());
      }, patienceMs);
      if (waiting.add(owner, start)) return;
      clearTimeout(timer);
      reject(noPlace());
    });

  return async (owner: string, work: () => PromiseLike<unknown>): Promise<unknown> => {
    if (mayTake(owner)) count(owner, 1);
    else await place(owner);
    try {
      return await work();
    } finally {
      count(owner, -1);
      for (let start = waiting.take(mayTake); start; start = waiting.take(mayTake)) start();
    }
  };
}

const noPlace = () =>
  Object.assign(new Error("The provider's share of the database connections is in use"), {
    code: "SHARE_IN_USE",
  });
