import { and, eq, lte } from "drizzle-orm";
import { idempotencyKey } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

export type IdempotencyRow = typeof idempotencyKey.$inferSelect;

/** The earlier request with this key, if any. */
export async function findIdempotencyKey(
  db: Db,
  providerId: Id<"prv">,
  operation: string,
  key: string,
): Promise<IdempotencyRow | null> {
  const [row] = await db
    .select()
    .from(idempotencyKey)
    .where(
      and(
        eq(idempotencyKey.providerId, providerId),
        eq(idempotencyKey.operation, operation),
        eq(idempotencyKey.key, key),
      ),
    );
  return row ?? null;
}

/** The key that a checkout was created with, if any. */
export async function findKeyOfCheckout(
  db: Db,
  providerId: Id<"prv">,
  checkoutId: Id<"chk">,
): Promise<IdempotencyRow | null> {
  const [row] = await db
    .select()
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.providerId, providerId), eq(idempotencyKey.checkoutId, checkoutId)));
  return row ?? null;
}

/** Forgets keys whose 31 days have passed. Returns how many. */
export async function purgeIdempotencyKeys(db: Db, now: Date): Promise<number> {
  const gone = await db
    .delete(idempotencyKey)
    .where(lte(idempotencyKey.expiresAt, now))
    .returning({ key: idempotencyKey.key });
  return gone.length;
}
