import type { KeyRow } from "../db/keys";

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
