import { and, eq, sql } from "drizzle-orm";
import { apiKey, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

/** An API key with its provider, noting its use to the minute; null when there is none. One round trip. */
export async function findApiKey(db: Db, id: Id<"key">, now: Date) {
  const touched = db.$with("touched").as(
    db
      .update(apiKey)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKey.id, id),
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

export async function insertApiKey(db: Db, key: typeof apiKey.$inferInsert): Promise<void> {
  await db.insert(apiKey).values(key);
}
