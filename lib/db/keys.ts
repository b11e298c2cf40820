import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { apiKey, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

/**
 * An API key with its provider; null when there is none. Where the secret is right and the key works, its use is
 * noted to the minute: who knows a key's public id leaves no trace. One round trip.
 */
export async function findApiKey(db: Db, id: Id<"key">, secretSha256: Uint8Array, now: Date) {
  const touched = db.$with("touched").as(
    db
      .update(apiKey)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKey.id, id),
          eq(apiKey.secretSha256, secretSha256),
          isNull(apiKey.revokedAt),
          or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
          sql`(${apiKey.lastUsedAt} is null or ${apiKey.lastUsedAt} < ${now.toISOString()}::timestamptz - interval '1 minute')`,
        ),
      )
      .returning({ touched: apiKey.id }),
  );
  const [row] = await db
    .with(touched)
    .select({
      providerId: apiKey.providerId,
      secretSha256: apiKey.secretSha256,
      scopes: apiKey.scopes,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
      code: provider.code,
      name: provider.name,
      timeZone: provider.timeZone,
    })
    .from(apiKey)
    .innerJoin(provider, eq(provider.id, apiKey.providerId))
    .where(eq(apiKey.id, id));
  return row ?? null;
}
