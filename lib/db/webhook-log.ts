import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { event, webhookAttempt, webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import type { DeliveryStatus } from "../domain/webhooks";
import type { Db } from "./client";

export type AttemptLogRow = typeof webhookAttempt.$inferSelect;
export type DeliveryRow = typeof webhookDelivery.$inferSelect;

/** A delivery with its attempts, oldest first. */
export interface LoggedDelivery {
  delivery: DeliveryRow;
  attempts: AttemptLogRow[];
}

export interface DeliveryFilter {
  status?: DeliveryStatus;
  eventId?: Id<"evt">;
  /** Only deliveries older than this one. */
  before?: Id<"whd">;
  limit: number;
}

/** What was sent to an endpoint and what is to be sent, newest first. */
export async function findDeliveries(
  db: Db,
  providerId: Id<"prv">,
  endpointId: Id<"whe">,
  { status, eventId, before, limit }: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  const deliveries = await db
    .select()
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.providerId, providerId),
        eq(webhookDelivery.endpointId, endpointId),
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
  return made!;
}

/** A UUIDv7 of PostgreSQL 15's own means. */
const NEW_UUID = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/**
 * Schedules every event of a span that an enabled endpoint takes, in one statement. They become due a millisecond apart,
 * in the order in which they happened: what is sent again stands in line with what is new.
 * @returns how many
 */
export async function insertReplays(
  db: Db,
  providerId: Id<"prv">,
  endpointId: Id<"whe">,
  span: { since: Date; until: Date },
  now: Date,
): Promise<number> {
  const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ made: number }>(sql`
    with made as (
      insert into ${webhookDelivery}
        (provider_id, id, endpoint_id, event_id, event_type, kind, status, attempts, due_at, created_at)
      select told.provider_id, ${NEW_UUID}, endpoint.id, told.id, told.type, 'replay', 'pending', 0,
        ${at(now)} + (row_number() over (order by told.occurred_at, told.id) - 1) * interval '1 millisecond', ${at(now)}
      from ${event} as told
      join ${webhookEndpoint} as endpoint on endpoint.provider_id = told.provider_id
      where told.provider_id = ${idToUuid(providerId)} and endpoint.id = ${idToUuid(endpointId)}
        and endpoint.deleted_at is null and endpoint.disabled_reason is null
        and told.data is not null and told.occurred_at >= ${at(span.since)} and told.occurred_at < ${at(span.until)}
        and (endpoint.event_types = '{}' or told.type = any(endpoint.event_types))
      returning 1)
    select count(*)::int as made from made`);
  return row?.made ?? 0;
}
