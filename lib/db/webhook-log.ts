import { and, asc, desc, eq, inArray, lt } from "drizzle-orm";
import { webhookAttempt, webhookDelivery } from "../../drizzle/schema";
import { present } from "../../packages/text/narrow";
import type { Id } from "../domain/ids";
import type { DeliveryStatus } from "../domain/webhooks";
import type { Db } from "./client";

type AttemptLogRow = typeof webhookAttempt.$inferSelect;
type DeliveryRow = typeof webhookDelivery.$inferSelect;

export interface LoggedDelivery {
  delivery: DeliveryRow;
  attempts: AttemptLogRow[];
}

export interface DeliveryFilter {
  id?: Id<"whd">;
  status?: DeliveryStatus;
  eventId?: Id<"evt">;
  before?: Id<"whd">;
  limit: number;
}

/** Newest first, including pending ones; their attempts oldest first. Without an endpoint, of all. */
export async function findDeliveries(
  db: Db,
  providerId: Id<"prv">,
  endpointId: Id<"whe"> | null,
  { id, status, eventId, before, limit }: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  const deliveries = await db
    .select()
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.providerId, providerId),
        endpointId ? eq(webhookDelivery.endpointId, endpointId) : undefined,
        id && eq(webhookDelivery.id, id),
        status && eq(webhookDelivery.status, status),
        eventId && eq(webhookDelivery.eventId, eventId),
        before && lt(webhookDelivery.id, before),
      ),
    )
    .orderBy(desc(webhookDelivery.id))
    .limit(limit);
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(({ id }) => id);
  const attempts = await db
    .select()
    .from(webhookAttempt)
    .where(and(eq(webhookAttempt.providerId, providerId), inArray(webhookAttempt.deliveryId, ids)))
    .orderBy(asc(webhookAttempt.deliveryId), asc(webhookAttempt.number));
  return deliveries.map((delivery) => ({
    delivery,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
  }));
}

export async function insertDelivery(db: Db, row: typeof webhookDelivery.$inferInsert): Promise<DeliveryRow> {
  const [made] = await db.insert(webhookDelivery).values(row).returning();
  return present(made, "row of the delivery");
}
