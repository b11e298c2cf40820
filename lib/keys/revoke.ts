import type { Db } from "../db/client";
import { revokeOnce } from "../db/keys";
import type { Id } from "../domain/ids";
import { type Key, keyAt } from "./key";

/**
 * Revokes a key, which every server feels within five seconds. Again it changes nothing: the first moment stays.
 * Contract section 3.
 * @returns null for a key that the provider does not have
 */
export async function revokeKey(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"key">,
  now = new Date(),
): Promise<Key | null> {
  const row = await revokeOnce(db, providerId, id, now);
  return row && keyAt(row, now);
}
