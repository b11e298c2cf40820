import { makeApiKey } from "../../lib/crypto/api-key";
import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { insertKey } from "../../lib/db/keys";
import type { Environment } from "../../lib/domain/environment";
import { type Id, newId } from "../../lib/domain/ids";
import { SCOPES, type Scope } from "../../lib/domain/scopes";
import { type Key, keyAt } from "./key";

export interface NewKey {
  environment: Environment;
  label: string;
  /** Every scope where none is named. */
  scopes?: readonly Scope[];
  /** Null for a key that does not expire. */
  expiresAt?: Date | null;
}

/** `apiKey` is the key's text, which cannot be shown again: only its hash is kept. */
export interface Issued {
  apiKey: string;
  key: Key;
}

/** Contract section 3. @param at when, where the caller has asked the database already */
export async function issueKey(
  db: Db,
  providerId: Id<"prv">,
  { environment, label, scopes, expiresAt = null }: NewKey,
  at?: Date,
): Promise<Issued> {
  const now = at ?? (await databaseNow(db));
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
    expiresAt,
  });
  return { apiKey, key: keyAt(row, now) };
}
