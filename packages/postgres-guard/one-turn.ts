import { setImmediate } from "node:timers/promises";
import type { Db } from "./declared";

/** More would hold up the first of them. */
export const MAX_IN_ONE_TURN = 25;

interface Asked<Key, Row> {
  keys: Set<Key>;
  rows: Promise<ReadonlyMap<Key, Row>>;
}

/**
 * Asks in one statement for what is asked of a group, such as one tenant's rows, within one turn of the event loop: the
 * busier the process, the fewer statements it sends for each response. What is asked for while a statement is under way
 * waits for the next, so that nobody reads what was true before they asked.
 * @param find the rows that are there, by their keys
 */
export function inOneTurn<Group extends string, Key, Row>(
  find: (db: Db, group: Group, keys: Key[]) => Promise<ReadonlyMap<Key, Row>>,
) {
  const waiting = new WeakMap<Db, Map<Group, Asked<Key, Row>>>();

  function begin(db: Db, group: Group, groups: Map<Group, Asked<Key, Row>>) {
    const keys = new Set<Key>();
    const rows = setImmediate().then(() => {
      if (groups.get(group) === asked) groups.delete(group);
      return find(db, group, [...keys]);
    });
    const asked = { keys, rows };
    groups.set(group, asked);
    return asked;
  }

  return async (db: Db, group: Group, key: Key): Promise<Row | null> => {
    const groups = waiting.get(db) ?? new Map<Group, Asked<Key, Row>>();
    waiting.set(db, groups);
    const open = groups.get(group);
    const asked = open && open.keys.size < MAX_IN_ONE_TURN ? open : begin(db, group, groups);
    asked.keys.add(key);
    return (await asked.rows).get(key) ?? null;
  };
}
