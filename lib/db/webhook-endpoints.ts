import { and, asc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { provider, webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import { at } from "./sql";

export type EndpointRow = typeof webhookEndpoint.$inferSelect;
type NewEndpointRow = typeof webhookEndpoint.$inferInsert;

const isEndpoint = (providerId: Id<"prv">, id: Id<"whe">) =>
  and(eq(webhookEndpoint.providerId, providerId), eq(webhookEndpoint.id, id), IS_THERE);
const IS_THERE = isNull(webhookEndpoint.deletedAt);

/** Oldest first, disabled ones too. */
export async function findEndpoints(db: Db, providerId: Id<"prv">): Promise<EndpointRow[]> {
  return db
    .select()
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.providerId, providerId), IS_THERE))
    .orderBy(asc(webhookEndpoint.id));
}

export async function findEndpoint(db: Db, providerId: Id<"prv">, id: Id<"whe">) {
  const [row] = await db.select().from(webhookEndpoint).where(isEndpoint(providerId, id));
  return row ?? null;
}

/**
 * Locks the provider's row while it counts, so that two at once cannot pass the limit together.
 * @returns null if the provider has `most` already
 */
export function insertEndpoint(db: Db, row: NewEndpointRow, most: number): Promise<EndpointRow | null> {
  return db.transaction(async (inner) => {
    const { providerId } = row;
    await inner
      .select({ id: provider.id })
      .from(provider)
      .where(eq(provider.id, providerId))
      .for("no key update");
    const isTheirs = and(eq(webhookEndpoint.providerId, providerId), IS_THERE);
    if ((await inner.$count(webhookEndpoint, isTheirs)) >= most) return null;
    const [made] = await inner.insert(webhookEndpoint).values(row).returning();
    return present(made, "row of the endpoint");
  });
}

/** SQL if the new value depends on the present one. */
export type EndpointChange = { [C in keyof NewEndpointRow]?: NewEndpointRow[C] | SQL };

/**
 * `cancel` ends pending deliveries of the endpoint. An attempt in progress is recorded first, and ended after that.
 * @returns the endpoint as it is now, so that nothing can fail after the change; null for one that was removed meanwhile
 */
export async function changeEndpoint(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"whe">,
  change: EndpointChange,
  { at: now, cancel }: { at: Date; cancel: boolean },
): Promise<EndpointRow | null> {
  const isPending = and(
    eq(webhookDelivery.providerId, providerId),
    eq(webhookDelivery.endpointId, id),
    eq(webhookDelivery.status, "pending"),
    or(isNull(webhookDelivery.leaseUntil), lt(webhookDelivery.leaseUntil, now)),
  );
  const write = async (tx: Db) => {
    const set = { ...change, updatedAt: now };
    const [row] = await tx.update(webhookEndpoint).set(set).where(isEndpoint(providerId, id)).returning();
    return row ?? null;
  };
  const inTransaction = async (tx: Db) => {
    await tx
      .update(webhookDelivery)
      .set({ status: "cancelled", dueAt: null, leaseUntil: null, finishedAt: now })
      .where(isPending);
    return write(tx);
  };
  return retried(() => (cancel ? db.transaction(inTransaction) : write(db)));
}

/** The former secret also signs until `until`. */
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

/** Keeps the reason and time of an endpoint that is disabled already. */
export function disableChange(now: Date): EndpointChange {
  return {
    disabledReason: sql`coalesce(${webhookEndpoint.disabledReason}, 'requested')`,
    disabledAt: sql`coalesce(${webhookEndpoint.disabledAt}, ${at(now)})`,
  };
}
