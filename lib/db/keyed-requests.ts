import { and, eq, isNull, sql } from "drizzle-orm";
import { keyedRequest } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import { inLineOfCheckout } from "./lines";
import { LEASE } from "./sql";

export type KeyedRow = typeof keyedRequest.$inferSelect;
type Named = Pick<KeyedRow, "providerId" | "operation" | "key">;
export type KeyClaim = Pick<KeyedRow, "fingerprint" | "requestId" | "expiresAt"> & Named;

const isNamed = ({ providerId, operation, key }: Named) =>
  and(
    eq(keyedRequest.providerId, providerId),
    eq(keyedRequest.operation, operation),
    eq(keyedRequest.key, key),
  );

/** The row while it is this request's, and not done. */
const isMine = (claim: KeyClaim) =>
  and(isNamed(claim), eq(keyedRequest.requestId, claim.requestId), isNull(keyedRequest.sealedAnswer));

/** Takes a key that is new, expired, or left by a process that died. @returns whether this request has it now */
export async function claimKey(db: Db, claim: KeyClaim): Promise<boolean> {
  const row = { ...claim, leaseUntil: LEASE, keyVersion: null, sealedAnswer: null };
  const claimed = await db
    .insert(keyedRequest)
    .values(row)
    .onConflictDoUpdate({
      target: [keyedRequest.providerId, keyedRequest.operation, keyedRequest.key],
      set: row,
      setWhere: sql`${keyedRequest.expiresAt} <= now() or ${keyedRequest.leaseUntil} <= now()`,
    })
    .returning({ requestId: keyedRequest.requestId });
  return claimed.length > 0;
}

export async function findKeyed(db: Db, named: Named): Promise<KeyedRow | null> {
  const [row] = await db.select().from(keyedRequest).where(isNamed(named));
  return row ?? null;
}

/** @returns false if another request has the key by now */
export async function keepAnswer(
  db: Db,
  claim: KeyClaim,
  { keyVersion, bytes }: { keyVersion: number; bytes: Uint8Array },
): Promise<boolean> {
  const kept = await db
    .update(keyedRequest)
    .set({ leaseUntil: null, keyVersion, sealedAnswer: bytes })
    .where(isMine(claim))
    .returning({ requestId: keyedRequest.requestId });
  return kept.length > 0;
}

export async function holdKey(db: Db, claim: KeyClaim): Promise<void> {
  await db.update(keyedRequest).set({ leaseUntil: LEASE }).where(isMine(claim));
}

export async function freeKey(db: Db, claim: KeyClaim): Promise<void> {
  await db.delete(keyedRequest).where(isMine(claim));
}

/** @param checkoutId what it changes, if that is a checkout */
export function inOneTransaction<T>(
  db: Db,
  checkoutId: Id<"chk"> | null,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const once = () => retried(() => db.transaction(work));
  return checkoutId ? inLineOfCheckout(db, checkoutId, once) : once();
}
