import { and, eq } from "drizzle-orm";
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
