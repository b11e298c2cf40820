import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { findKeys, type KeyRow, revokeOnce } from "../../lib/db/keys";
import type { Id } from "../../lib/domain/ids";

type KeyStatus = "active" | "expired" | "revoked";

/** All that is ever shown of a key once it was issued. */
export interface Key extends KeyRow {
  status: KeyStatus;
}

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

/** A provider's keys, oldest first, with those that no longer work. Contract section 3. */
export async function listKeys(db: Db, providerId: Id<"prv">): Promise<Key[]> {
  const now = await databaseNow(db);
  return (await findKeys(db, providerId)).map((row) => keyAt(row, now));
}

/**
 * Revokes a key on every server within five seconds. A repeated call keeps the first moment. Contract section 3.
 * @returns null for a key that the provider does not have
 */
export async function revokeKey(db: Db, providerId: Id<"prv">, id: Id<"key">): Promise<Key | null> {
  const now = await databaseNow(db);
  const row = await revokeOnce(db, providerId, id, now);
  return row && keyAt(row, now);
}
