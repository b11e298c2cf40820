import type { Db } from "../db/client";
import { findKeys, type KeyRow, revokeOnce } from "../db/keys";
import type { Id } from "../domain/ids";

type KeyStatus = "active" | "expired" | "revoked";

/** All that is ever shown of an API key once it was issued. */
export interface Key extends KeyRow {
  status: KeyStatus;
}

/** A key as it stands at a moment. Revoked is the last word: a revoked key that expires too stays revoked. */
export function keyAt(row: KeyRow, now: Date): Key {
  return { ...row, status: statusOf(row, now) };
}

export function statusOf(
  { revokedAt, expiresAt }: Pick<KeyRow, "revokedAt" | "expiresAt">,
  now: Date,
): KeyStatus {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** A provider's keys, the oldest first, those that no longer work too. Never their text. Contract section 3. */
export async function listKeys(db: Db, providerId: Id<"prv">, now = new Date()): Promise<Key[]> {
  return (await findKeys(db, providerId)).map((row) => keyAt(row, now));
}

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
