import { and, eq, isNull, sql } from "drizzle-orm";
import { debitPoll, gatewayAccount } from "../../drizzle/schema";
import { orNothing } from "../../packages/postgres-guard/index";
import type { Sealed } from "../crypto/vault";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import type { AccountRow } from "./gateway-accounts";

const isAccount = ({ providerId, id }: Pick<AccountRow, "providerId" | "id">) =>
  and(eq(gatewayAccount.providerId, providerId), eq(gatewayAccount.id, id));

/**
 * Null if the provider has an account for the same use that is not retired, or no such account to be replaced. Then nothing
 * is written.
 * @param replaces is retired in the same transaction. The new one takes all that it takes
 */
export function insertAccount(
  db: Db,
  row: typeof gatewayAccount.$inferInsert,
  replaces: Id<"gwa"> | null = null,
): Promise<AccountRow | null> {
  return orNothing(db, async (tx) => {
    if (replaces !== null) {
      const replaced = await tx
        .update(gatewayAccount)
        .set({ retiredAt: sql`now()`, updatedAt: sql`now()` })
        .where(
          and(
            isAccount({ providerId: row.providerId, id: replaces }),
            isNull(gatewayAccount.retiredAt),
            row.takesCards ? undefined : eq(gatewayAccount.takesCards, false),
            row.takesDebits ? undefined : eq(gatewayAccount.takesDebits, false),
          ),
        )
        .returning({ id: gatewayAccount.id });
      if (replaced.length === 0) return null;
    }
    const [made] = await tx.insert(gatewayAccount).values(row).onConflictDoNothing().returning();
    if (!made) return null;
    const { providerId, id: gateway, createdAt: dueAt } = made;
    await tx.insert(debitPoll).values({ providerId, gateway, what: "payouts", dueAt });
    return made;
  });
}

/** The new secret, and a new webhook secret beside the former one. What is not given stays. */
export async function rotateSecrets(
  db: Db,
  account: Pick<AccountRow, "providerId" | "id">,
  { secret, webhookSecret }: { secret: Sealed | null; webhookSecret: Sealed | null },
): Promise<AccountRow | null> {
  const [row] = await db
    .update(gatewayAccount)
    .set({
      ...(secret && { secretSealed: secret.bytes, secretKeyVersion: secret.keyVersion }),
      ...(webhookSecret && {
        webhookSecretSealed: webhookSecret.bytes,
        webhookSecretKeyVersion: webhookSecret.keyVersion,
        previousWebhookSecretSealed: sql`${gatewayAccount.webhookSecretSealed}`,
        previousWebhookSecretKeyVersion: sql`${gatewayAccount.webhookSecretKeyVersion}`,
      }),
      updatedAt: sql`now()`,
    })
    .where(isAccount(account))
    .returning();
  return row ?? null;
}

/** The time of the first retirement stays. */
export async function retireAccount(db: Db, account: Pick<AccountRow, "providerId" | "id">) {
  const [row] = await db
    .update(gatewayAccount)
    .set({ retiredAt: sql`coalesce(${gatewayAccount.retiredAt}, now())`, updatedAt: sql`now()` })
    .where(isAccount(account))
    .returning();
  return row ?? null;
}
