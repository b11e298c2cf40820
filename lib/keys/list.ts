import type { Db } from "../db/client";
import { findKeys } from "../db/keys";
import type { Id } from "../domain/ids";
import { type Key, keyAt } from "./key";

/** A provider's keys, the oldest first, those that no longer work too. Never their text. Contract section 3. */
export async function listKeys(db: Db, providerId: Id<"prv">, now = new Date()): Promise<Key[]> {
  return (await findKeys(db, providerId)).map((row) => keyAt(row, now));
}
