import { and, asc, eq, getTableColumns, inArray, isNull, ne, or, sql } from "drizzle-orm";
import {
  chargeAttempt,
  debit,
  debitPoll,
  gatewayAccount,
  gatewayEvent,
  provider,
  refund,
} from "../../drizzle/schema";
import type { ProcessorMode } from "../../drizzle/vocabulary";
import { orNothing } from "../../packages/postgres-guard/index";
import type { Sealed } from "../crypto/vault";
import { type Id, isId } from "../domain/ids";
import type { Db } from "./client";

export type AccountRow = typeof gatewayAccount.$inferSelect;

const isAccount = ({ providerId, id }: Pick<AccountRow, "providerId" | "id">) =>
  and(eq(gatewayAccount.providerId, providerId), eq(gatewayAccount.id, id));

/** Of one provider or of all, newest first. Async, because a query that is kept would run again for each who awaits it. */
export async function findAccounts(db: Db, providerId?: Id<"prv">): Promise<AccountRow[]> {
  return db
    .select()
    .from(gatewayAccount)
    .where(providerId && eq(gatewayAccount.providerId, providerId))
    .orderBy(sql`${gatewayAccount.createdAt} desc`, asc(gatewayAccount.id));
}

export async function findAccount(db: Db, id: Id<"gwa">): Promise<AccountRow | null> {
  const [row] = await db.select().from(gatewayAccount).where(eq(gatewayAccount.id, id));
  return row ?? null;
}

/**
 * Makes each open charge of the account due that an event names, by the processor's reference or by our key, and each refund
 * that did not fail. One whose request is still in progress is left alone.
 * @returns false if the event was recorded before; then nothing is made due
 */
export function recordGatewayEvent(
  db: Db,
  { providerId, id: accountId }: Pick<AccountRow, "providerId" | "id">,
  eventId: string,
  names: readonly string[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const recorded = await tx
      .insert(gatewayEvent)
      .values({ providerId, accountId, eventId })
      .onConflictDoNothing()
      .returning({ eventId: gatewayEvent.eventId });
    if (recorded.length === 0) return false;
    const keys = names.filter((name): name is Id<"cat"> => isId("cat", name));
    await tx
      .update(chargeAttempt)
      .set({ dueAt: sql`now()` })
      .where(
        and(
          eq(chargeAttempt.providerId, providerId),
          eq(chargeAttempt.gateway, accountId),
          eq(chargeAttempt.status, "unknown"),
          or(inArray(chargeAttempt.gatewayReference, [...names]), inArray(chargeAttempt.id, keys)),
        ),
      );
    const isOfAccount = sql`(exists (select 1 from ${chargeAttempt} a where a.provider_id = ${refund.providerId}
      and a.id = ${refund.chargeAttemptId} and a.gateway = ${accountId})
      or exists (select 1 from ${debit} d where d.provider_id = ${refund.providerId}
      and d.id = ${refund.debitId} and d.gateway = ${accountId}))`;
    const refundKeys = names.filter((name): name is Id<"ref"> => isId("ref", name));
    await tx
      .update(refund)
      .set({ dueAt: sql`now()` })
      .where(
        and(
          eq(refund.providerId, providerId),
          // A success can come back at any time.
          ne(refund.status, "Failed"),
          or(inArray(refund.gatewayReference, [...names]), inArray(refund.id, refundKeys)),
          isOfAccount,
        ),
      );
    // Reports name debits in ways of each processor's own.
    await tx
      .update(debitPoll)
      .set({ dueAt: sql`now()` })
      .where(
        and(
          eq(debitPoll.providerId, providerId),
          eq(debitPoll.gateway, accountId),
          eq(debitPoll.what, "debits"),
        ),
      );
    return true;
  });
}

/** Those that are not retired, with their provider's code. */
export function findAccountsInMode(db: Db, mode: ProcessorMode) {
  return db
    .select({ id: gatewayAccount.id, code: provider.code })
    .from(gatewayAccount)
    .innerJoin(provider, eq(provider.id, gatewayAccount.providerId))
    .where(and(eq(gatewayAccount.mode, mode), isNull(gatewayAccount.retiredAt)))
    .orderBy(asc(gatewayAccount.createdAt));
}

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
    .returning(getTableColumns(gatewayAccount));
  return row ?? null;
}
