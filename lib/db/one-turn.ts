import { setImmediate } from "node:timers/promises";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

/** More would hold up the first of them. */
export const MAX_IN_ONE_TURN = 25;

interface Asked<Key, Row> {
  keys: Set<Key>;
  rows: Promise<ReadonlyMap<Key, Row>>;
}

/**
 * Asks in one statement for what is asked of a provider within one turn of the event loop: the busier the process, the
 * fewer statements it sends for each answer. What is asked for while a statement is under way waits for the next, so that
 * nobody reads what was true before he asked. D-283
 * @param find the rows that are there, by their keys
 */
export function inOneTurn<Key, Row>(
  find: (db: Db, providerId: Id<"prv">, keys: Key[]) => Promise<ReadonlyMap<Key, Row>>,
) {
  const waiting = new WeakMap<Db, Map<Id<"prv">, Asked<Key, Row>>>();

  function begin(db: Db, providerId: Id<"prv">, ofProviders: Map<Id<"prv">, Asked<Key, Row>>) {
    const keys = new Set<Key>();
    const rows = setImmediate().then(() => {
      if (ofProviders.get(providerId) === asked) ofProviders.delete(providerId);
      return find(db, providerId, [...keys]);
    });
    const asked = { keys, rows };
    ofProviders.set(providerId, asked);
    return asked;
  }

  return async (db: Db, providerId: Id<"prv">, key: Key): Promise<Row | null> => {
    const ofProviders = waiting.get(db) ?? new Map<Id<"prv">, Asked<Key, Row>>();
    waiting.set(db, ofProviders);
    const open = ofProviders.get(providerId);
    const asked = open && open.keys.size < MAX_IN_ONE_TURN ? open : begin(db, providerId, ofProviders);
    asked.keys.add(key);
    return (await asked.rows).get(key) ?? null;
  };
}
