import type { Db } from "../db/client";
import { lockKey, markReplaced } from "../db/keys";
import type { Environment } from "../domain/environment";
import type { Id } from "../domain/ids";
import type { Scope } from "../domain/scopes";
import { DAY_MS } from "../domain/time";
import { type Issued, issueKey } from "./issue";
import { type Key, keyAt } from "./key";

/** How long the old key goes on working beside the new one. Contract section 3. */
export const OVERLAP_MS = { usual: DAY_MS, most: 7 * DAY_MS } as const;

interface Rotation {
  /** Of the new key; the same as the old one's. */
  environment: Environment;
  /** Milliseconds, up to `OVERLAP_MS.most`. */
  overlapMs?: number;
  /** When the new key expires; without it, it lives as long as the old one was issued for. */
  expiresAt?: Date;
}

export interface Rotated extends Issued {
  /** Works until its `expiresAt`. */
  old: Key;
}

/**
 * Issues a key in the place of another, with its label and scopes, and lets the old one end with the overlap, never
 * later than it would have. Both happen or neither. Contract section 3.
 * @returns `refused` with the key as it stands, where it is revoked, expired or replaced already; null for a key that
 * the provider does not have
 * @throws RangeError for an overlap that is not from 0 to 7 days
 */
export function rotateKey(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"key">,
  { environment, overlapMs = OVERLAP_MS.usual, expiresAt }: Rotation,
  now = new Date(),
): Promise<Rotated | { refused: Key } | null> {
  if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MS.most)) throw new RangeError(`Not an overlap: ${overlapMs}`);
  return db.transaction(async (inner) => {
    const row = await lockKey(inner, providerId, id);
    if (!row) return null;
    const key = keyAt(row, now);
    if (key.status !== "active" || key.replacedBy !== null) return { refused: key };
    const issued = await issueKey(
      inner,
      providerId,
      {
        environment,
        label: key.label,
        scopes: key.scopes as Scope[],
        expiresAt: expiresAt ?? renewed(key, now),
      },
      now,
    );
    const end = new Date(Math.min(now.getTime() + overlapMs, key.expiresAt?.getTime() ?? Infinity));
    const old = await markReplaced(inner, providerId, id, { replacedBy: issued.key.id, expiresAt: end });
    return { ...issued, old: keyAt(old, now) };
  });
}

function renewed({ createdAt, expiresAt }: Key, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}
