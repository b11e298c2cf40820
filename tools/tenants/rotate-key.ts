import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { lockKey, markReplaced } from "../../lib/db/keys";
import type { Environment } from "../../lib/domain/environment";
import type { Id } from "../../lib/domain/ids";
import { DAY_MS } from "../../packages/dates/time";
import { type Issued, issueKey } from "./issue-key";
import { type Key, keyAt } from "./key";

/** How long the old key still works beside the new one. Contract section 3. */
export const OVERLAP_MS = { usual: DAY_MS, most: 7 * DAY_MS } as const;

interface Rotation {
  /** The same as the old key's. */
  environment: Environment;
  /** Up to `OVERLAP_MS.most`. */
  overlapMs?: number;
  /** Of the new key; by default it lives as long as the old one was issued for. */
  expiresAt?: Date;
}

export interface Rotated extends Issued {
  /** Works until its `expiresAt`. */
  old: Key;
}

/**
 * Replaces a key by a new one with the same label and scopes. The old one ends with the overlap, or at its own expiry if
 * that is earlier. Contract section 3.
 * @returns `refused` for a key that is revoked, expired or replaced already; null for a key that the provider
 * does not have
 * See docs/decisions/015-rotated-api-keys.md.
 * @throws RangeError for an overlap that is not from 0 to 7 days
 */
export function rotateKey(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"key">,
  { environment, overlapMs = OVERLAP_MS.usual, expiresAt }: Rotation,
): Promise<Rotated | { refused: Key } | null> {
  if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MS.most)) throw new RangeError(`Not an overlap: ${overlapMs}`);
  return db.transaction(async (inner) => {
    const row = await lockKey(inner, providerId, id);
    if (!row) return null;
    const now = await databaseNow(inner);
    const key = keyAt(row, now);
    if (key.status !== "active" || key.replacedBy !== null) return { refused: key };
    const { label, scopes } = key;
    const next = { environment, label, scopes, expiresAt: expiresAt ?? renewed(key, now) };
    const issued = await issueKey(inner, providerId, next, now);
    const end = new Date(Math.min(now.getTime() + overlapMs, key.expiresAt?.getTime() ?? Infinity));
    const old = await markReplaced(inner, providerId, id, { replacedBy: issued.key.id, expiresAt: end });
    return { ...issued, old: keyAt(old, now) };
  });
}

function renewed({ createdAt, expiresAt }: Key, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}
