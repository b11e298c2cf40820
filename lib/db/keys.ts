import { and, asc, eq, getTableColumns, gt, isNull, or, sql } from "drizzle-orm";
import { apiKey, provider } from "../../drizzle/schema";
import { present } from "../../packages/text/narrow";
import type { Id } from "../domain/ids";
import type { PlanPolicy } from "../domain/plan-policy";
import { READ_AT } from "./checkout-records";
import type { Db } from "./client";
import { at } from "./sql";

const POLICY = {
  fewestInstalments: provider.fewestInstalments,
  mostInstalments: provider.mostInstalments,
  smallestInstalmentCents: provider.smallestInstalmentCents,
  leastDepositCents: provider.leastDepositCents,
  mostDepositCents: provider.mostDepositCents,
  firstDebitLeadDays: provider.firstDebitLeadDays,
  latestFirstDebitDays: provider.latestFirstDebitDays,
  latestLastDebitDays: provider.latestLastDebitDays,
  latestLastDebitDate: provider.latestLastDebitDate,
  highestPriceCents: provider.highestPriceCents,
} satisfies Record<keyof PlanPolicy, unknown>;

/** Records the use to the minute, but only if the secret is right: knowing a key's public id must leave no trace. */
export async function findApiKey(db: Db, id: Id<"key">, secretSha256: Uint8Array) {
  const touched = db.$with("touched").as(
    db
      .update(apiKey)
      .set({ lastUsedAt: sql`now()` })
      .where(
        and(
          eq(apiKey.id, id),
          eq(apiKey.secretSha256, secretSha256),
          isNull(apiKey.revokedAt),
          or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
          sql`(${apiKey.lastUsedAt} is null or ${apiKey.lastUsedAt} < now() - interval '1 minute')`,
        ),
      )
      .returning({ touched: apiKey.id }),
  );
  const [row] = await db
    .with(touched)
    .select({
      secretSha256: apiKey.secretSha256,
      scopes: apiKey.scopes,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
      readAt: READ_AT,
      provider: {
        id: provider.id,
        code: provider.code,
        name: provider.name,
        timeZone: provider.timeZone,
        ...POLICY,
      },
    })
    .from(apiKey)
    .innerJoin(provider, eq(provider.id, apiKey.providerId))
    .where(eq(apiKey.id, id));
  return row ?? null;
}

const { secretSha256: _, providerId: __, ...SHOWN } = getTableColumns(apiKey);

export type KeyRow = Omit<typeof apiKey.$inferSelect, "secretSha256" | "providerId">;

export async function insertKey(db: Db, row: typeof apiKey.$inferInsert): Promise<KeyRow> {
  const [made] = await db.insert(apiKey).values(row).returning(SHOWN);
  return present(made, "row of the key");
}

export async function findKeys(db: Db, providerId: Id<"prv">): Promise<KeyRow[]> {
  return db
    .select(SHOWN)
    .from(apiKey)
    .where(eq(apiKey.providerId, providerId))
    .orderBy(asc(apiKey.createdAt), asc(apiKey.id));
}

/** Nobody else can change the key before the transaction ends. */
export async function lockKey(db: Db, providerId: Id<"prv">, id: Id<"key">): Promise<KeyRow | null> {
  const [row] = await db.select(SHOWN).from(apiKey).where(isKey(providerId, id)).for("update");
  return row ?? null;
}

export async function markReplaced(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"key">,
  end: { replacedBy: Id<"key">; expiresAt: Date },
): Promise<KeyRow> {
  const [row] = await db.update(apiKey).set(end).where(isKey(providerId, id)).returning(SHOWN);
  return present(row, "row of the key");
}

/** The time of the first revocation stays. */
export async function revokeOnce(db: Db, providerId: Id<"prv">, id: Id<"key">, now: Date) {
  const revokedAt = sql`coalesce(${apiKey.revokedAt}, ${at(now)})`;
  const [row] = await db.update(apiKey).set({ revokedAt }).where(isKey(providerId, id)).returning(SHOWN);
  return row ?? null;
}

const isKey = (providerId: Id<"prv">, id: Id<"key">) =>
  and(eq(apiKey.providerId, providerId), eq(apiKey.id, id));
