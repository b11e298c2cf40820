import { and, eq } from "drizzle-orm";
import { idempotencyKey } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

export type IdempotencyRow = typeof idempotencyKey.$inferSelect;

export async function findIdempotencyKey(db: Db, providerId: Id<"prv">, operation: string, key: string) {
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

export async function findKeyOfCheckout(db: Db, providerId: Id<"prv">, checkoutId: Id<"chk">) {
  const [row] = await db
    .select()
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.providerId, providerId), eq(idempotencyKey.checkoutId, checkoutId)));
  return row ?? null;
}
