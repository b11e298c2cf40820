import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
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
import { type Id, isId } from "../domain/ids";
import type { Db } from "./client";

export type AccountRow = typeof gatewayAccount.$inferSelect;

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
