import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { checkout, idempotencyKey } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

export type IdempotencyRow = typeof idempotencyKey.$inferSelect;

export async function findIdempotencyKey(db: Db, providerId: Id<"prv">, operation: string, key: string) {
  const [row] = await db
    // A create that lost its order at the same moment has left its key without a checkout.
    .select({ ...getTableColumns(idempotencyKey), hasCheckout: sql<boolean>`${checkout.id} is not null` })
    .from(idempotencyKey)
    .leftJoin(
      checkout,
      and(eq(checkout.providerId, idempotencyKey.providerId), eq(checkout.id, idempotencyKey.checkoutId)),
    )
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
