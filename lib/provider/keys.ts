import { SCOPES, type Scope } from "../../drizzle/vocabulary";
import { DAY_MS, later } from "../../packages/dates/time";
import { makeApiKey } from "../crypto/api-key";
import type { Db } from "../db/client";
import { databaseNow } from "../db/clock";
import { findKeys, insertKey, type KeyRow, lockKey, markReplaced, revokeOnce } from "../db/keys";
import type { Environment } from "../domain/environment";
import { type Id, newId } from "../domain/ids";

// A provider's API keys. Contract section 3.

/** All that is ever shown of a key once it was issued. */
export interface Key extends KeyRow {
  status: "active" | "expired" | "revoked";
}

export interface NewKey {
  environment: Environment;
  label: string;
  /** Every scope where none is named. */
  scopes?: readonly Scope[];
  /** Without it, or with null, the key does not expire. */
  lifeMs?: number | null;
}

/** `apiKey` is the key's text, which cannot be shown again: only its hash is kept. */
export interface Issued {
  apiKey: string;
  key: Key;
}

const keyAt = (row: KeyRow, now: Date): Key => ({ ...row, status: statusOf(row, now) });

export function statusOf(
  { revokedAt, expiresAt }: Pick<KeyRow, "revokedAt" | "expiresAt">,
  now: Date,
): Key["status"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** Oldest first, with those that no longer work. */
export async function listKeys(db: Db, providerId: Id<"prv">): Promise<Key[]> {
  const now = await databaseNow(db);
  return (await findKeys(db, providerId)).map((row) => keyAt(row, now));
}

export const issueKey = async (db: Db, providerId: Id<"prv">, asked: NewKey): Promise<Issued> =>
  issuedAt(db, providerId, asked, await databaseNow(db));

async function issuedAt(
  db: Db,
  providerId: Id<"prv">,
  { environment, label, scopes, lifeMs = null }: NewKey,
  now: Date,
): Promise<Issued> {
  const id = newId("key");
  const { key: apiKey, secretSha256, lastFour } = makeApiKey(environment, id);
  const named = new Set<Scope>(scopes?.length ? scopes : SCOPES);
  const row = await insertKey(db, {
    providerId,
    id,
    label,
    secretSha256,
    lastFour,
    scopes: SCOPES.filter((scope) => named.has(scope)),
    createdAt: now,
    expiresAt: lifeMs === null ? null : later(now, lifeMs),
  });
  return { apiKey, key: keyAt(row, now) };
}

/**
 * Revokes a key on every server within five seconds. A repeated call keeps the first moment.
 * @returns null for a key that the provider does not have
 */
export async function revokeKey(db: Db, providerId: Id<"prv">, id: Id<"key">): Promise<Key | null> {
  const now = await databaseNow(db);
  const row = await revokeOnce(db, providerId, id, now);
  return row && keyAt(row, now);
}

interface Rotation {
  /** The same as the old key's. */
  environment: Environment;
  /** How long the old key still works beside the new one: a day unless told otherwise. */
  overlapMs?: number;
  /** Of the new key; by default as long as the old one was issued for. */
  lifeMs?: number;
}

/** `old` works until its `expiresAt`. */
export interface Rotated extends Issued {
  old: Key;
}

/**
 * Replaces a key by a new one with the same label and scopes. The old one ends with the overlap, or at its own expiry if
 * that is earlier.
 * @returns `refused` for a key that is revoked, expired or replaced already; null for a key that the provider
 * does not have
 */
export function rotateKey(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"key">,
  { environment, overlapMs = DAY_MS, lifeMs }: Rotation,
): Promise<Rotated | { refused: Key } | null> {
  return db.transaction(async (inner) => {
    const row = await lockKey(inner, providerId, id);
    if (!row) return null;
    const now = await databaseNow(inner);
    const key = keyAt(row, now);
    if (key.status !== "active" || key.replacedBy !== null) return { refused: key };
    const { label, scopes, createdAt, expiresAt } = key;
    const formerMs = expiresAt && expiresAt.getTime() - createdAt.getTime();
    const next = { environment, label, scopes, lifeMs: lifeMs ?? formerMs };
    const issued = await issuedAt(inner, providerId, next, now);
    const end = new Date(Math.min(now.getTime() + overlapMs, expiresAt?.getTime() ?? Infinity));
    const old = await markReplaced(inner, providerId, id, { replacedBy: issued.key.id, expiresAt: end });
    return { ...issued, old: keyAt(old, now) };
  });
}
