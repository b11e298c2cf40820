import { and, asc, count, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { provider, webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import { retried } from "./retried";

export type EndpointRow = typeof webhookEndpoint.$inferSelect;
export type NewEndpointRow = typeof webhookEndpoint.$inferInsert;

const isEndpoint = (providerId: Id<"prv">, id: Id<"whe">) =>
  and(eq(webhookEndpoint.providerId, providerId), eq(webhookEndpoint.id, id), IS_THERE);
const IS_THERE = isNull(webhookEndpoint.deletedAt);

/** A provider's endpoints, the oldest first, disabled ones too. */
export async function findEndpoints(db: Db, providerId: Id<"prv">): Promise<EndpointRow[]> {
  return db
    .select()
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.providerId, providerId), IS_THERE))
    .orderBy(asc(webhookEndpoint.id));
}

export async function findEndpoint(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"whe">,
): Promise<EndpointRow | null> {
  const [row] = await db.select().from(webhookEndpoint).where(isEndpoint(providerId, id));
  return row ?? null;
}

/**
 * Writes a new endpoint. The provider's row is locked while they are counted, so that two at once do not pass the limit.
 * @returns false where the provider has `most` already
 */
export function insertEndpoint(db: Db, row: NewEndpointRow, most: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const { providerId } = row;
    await inner
      .select({ id: provider.id })
      .from(provider)
      .where(eq(provider.id, providerId))
      .for("no key update");
    const [there] = await inner
      .select({ number: count() })
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.providerId, providerId), IS_THERE));
    if (there!.number >= most) return false;
    await inner.insert(webhookEndpoint).values(row);
    return true;
  });
}

/** What a change may write; SQL where it depends on the row as it is. */
export type EndpointChange = {
  [C in keyof NewEndpointRow]?: NewEndpointRow[C] | SQL;
};

/**
 * Changes an endpoint that is there; `cancel` ends what is pending for it. What is under way is left to who has it: the
 * attempt is recorded, and ended after that.
 */
export async function changeEndpoint(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"whe">,
  change: EndpointChange,
  { at, cancel }: { at: Date; cancel: boolean },
): Promise<void> {
  const isPending = and(
    eq(webhookDelivery.providerId, providerId),
    eq(webhookDelivery.endpointId, id),
    eq(webhookDelivery.status, "pending"),
    or(isNull(webhookDelivery.leaseUntil), lt(webhookDelivery.leaseUntil, at)),
  );
  const inTransaction = async (tx: Db) => {
    if (cancel)
      await tx
        .update(webhookDelivery)
        .set({ status: "cancelled", dueAt: null, leaseUntil: null, finishedAt: at })
        .where(isPending);
    await tx
      .update(webhookEndpoint)
      .set({ ...change, updatedAt: at })
      .where(isEndpoint(providerId, id));
  };
  await retried(() => db.transaction(inTransaction));
}

/** The change that puts a new secret in the place of the present one, which signs beside it until then. */
export function secretChange(
  sealed: { bytes: Uint8Array; keyVersion: number },
  until: Date | null,
): EndpointChange {
  return {
    secretSealed: sealed.bytes,
    secretKeyVersion: sealed.keyVersion,
    previousSecretSealed: until && sql`${webhookEndpoint.secretSealed}`,
    previousSecretKeyVersion: until && sql`${webhookEndpoint.secretKeyVersion}`,
    previousSecretUntil: until,
  };
}

/** The change that disables, and leaves as it is what was disabled before. */
export function disableChange(at: Date): EndpointChange {
  return {
    disabledReason: sql`coalesce(${webhookEndpoint.disabledReason}, 'requested')`,
    disabledAt: sql`coalesce(${webhookEndpoint.disabledAt}, ${at.toISOString()}::timestamptz)`,
  };
}
