import { and, eq, type SQL, sql } from "drizzle-orm";
import { event, webhookAttempt, webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";
import { type Id, idToUuid } from "../domain/ids";
import type { DeliveryStatus, DisabledReason } from "../domain/webhooks";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { isLeased } from "./leases";
import { asTable, type RecordedEvent } from "./outbox";
import { at, IS_ENABLED, NEW_UUID, takesType } from "./sql";

/** One delivery for each event and each enabled endpoint whose filter fits. */
export async function insertDeliveries(db: Db, events: readonly RecordedEvent[], now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${webhookDelivery} (provider_id, id, endpoint_id, event_id, event_type, kind, due_at, created_at)
    select e.provider_id, ${NEW_UUID}, w.id, e.id, e.type, 'event', least(e.occurred_at, ${at(now)}), ${at(now)}
    from ${asTable(events, "e (provider_id uuid, id uuid, type text, occurred_at timestamptz)")}
    join ${webhookEndpoint} w on w.provider_id = e.provider_id
    where ${IS_ENABLED} and ${takesType(sql`e.type`)}
    on conflict do nothing`);
}

interface Room {
  limit: number;
  /** At the same time: to all endpoints of a provider, to one endpoint, to one failing since `failingSince` or longer. */
  perProvider: number;
  perEndpoint: number;
  perFailingEndpoint: number;
  failingSince: Date;
  /** What this worker is sending now, by endpoint and by provider. */
  busy: ReadonlyMap<Id<"whe" | "prv">, number>;
}

/**
 * Under a lease: no two workers have the same delivery, and it is free again when the lease of a dead worker ends. Each
 * endpoint and provider has a share, and those with the fewest current requests go first. So a long queue or a slow receiver
 * delays nobody else.
 */
export async function leaseDeliveries(db: Db, now: Date, leaseUntil: Date, room: Room) {
  const busy = sql`${JSON.stringify(Object.fromEntries([...room.busy].map(([id, count]) => [idToUuid(id), count])))}::jsonb`;
  const isDue = sql`status = 'pending' and due_at <= ${at(now)} and (lease_until is null or lease_until < ${at(now)})`;
  const found = sql`
    select provider_id, id from (
      select provider_id, id, due_at,
        row_number() over (partition by provider_id order by due_at, id) + coalesce((${busy} ->> provider_id::text)::int, 0) as turn
      from (
        select d.* from ${webhookEndpoint} w cross join lateral (
          select provider_id, id, due_at from ${webhookDelivery}
          where endpoint_id = w.id and provider_id = w.provider_id and ${isDue}
          order by due_at
          limit greatest(0, case when w.failing_since <= ${at(room.failingSince)} then ${room.perFailingEndpoint}::int else ${room.perEndpoint}::int end
            - coalesce((${busy} ->> w.id::text)::int, 0))
        ) d where ${IS_ENABLED}
      ) of_endpoints
    ) due where turn <= ${room.perProvider} order by turn, due_at limit ${room.limit}`;
  const leased = await takeDue(db, webhookDelivery, { found, limit: room.limit, isDue }, (free) =>
    db.execute(
      sql`update ${webhookDelivery} set lease_until = ${at(leaseUntil)} where ${free} returning provider_id, id`,
    ),
  );
  if (leased.length === 0) return [];
  return db
    .select({ delivery: webhookDelivery, endpoint: webhookEndpoint, event })
    .from(webhookDelivery)
    .innerJoin(
      asTable(leased, "leased (provider_id uuid, id uuid)"),
      sql`leased.provider_id = ${webhookDelivery.providerId} and leased.id = ${webhookDelivery.id}`,
    )
    .innerJoin(
      webhookEndpoint,
      and(
        eq(webhookEndpoint.providerId, webhookDelivery.providerId),
        eq(webhookEndpoint.id, webhookDelivery.endpointId),
      ),
    )
    .leftJoin(
      event,
      and(eq(event.providerId, webhookDelivery.providerId), eq(event.id, webhookDelivery.eventId)),
    )
    .where(eq(webhookDelivery.leaseUntil, leaseUntil))
    .orderBy(webhookDelivery.dueAt);
}

export type LeasedDelivery = Awaited<ReturnType<typeof leaseDeliveries>>[number];

interface Attempted {
  status: DeliveryStatus;
  /** Null after the last attempt. */
  dueAt: Date | null;
  at: Date;
  log: Omit<typeof webhookAttempt.$inferInsert, "providerId" | "deliveryId" | "number">;
  /** The endpoint is disabled if it responds with a 410, or has failed since `failedSince` or longer. */
  isGone: boolean;
  /** No request was sent, which says nothing about the endpoint. */
  isOurs: boolean;
  failedSince: Date;
}

/**
 * One statement: the log's line, the delivery's next attempt or end, and the endpoint's health.
 * @returns null if the lease was lost; then nothing is written. Else why the endpoint was disabled, if it was
 */
export async function recordAttempt(
  db: Db,
  { delivery, endpoint: { url } }: Pick<LeasedDelivery, "delivery"> & { endpoint: { url: string } },
  attempted: Attempted,
): Promise<{ disabled: DisabledReason | null } | null> {
  const { log } = attempted;
  const isOver = attempted.dueAt === null;
  const ofEndpoint = attempted.status === "delivered" ? CLEARED : failed(attempted);
  // A response from the endpoint's former address says nothing about its present one.
  const isItsOwn = sql`w.provider_id = held.provider_id and w.id = held.endpoint_id and w.url = ${url} and ${IS_ENABLED}`;
  const [row] = await retried(() =>
    db.execute<{ held: number; disabled: DisabledReason | null }>(sql`
    with held as (
      update ${webhookDelivery} set status = ${attempted.status}, attempts = attempts + 1, lease_until = null,
        due_at = ${attempted.dueAt && at(attempted.dueAt)}, finished_at = ${isOver ? at(attempted.at) : null}
      where provider_id = ${idToUuid(delivery.providerId)} and id = ${idToUuid(delivery.id)} and status = 'pending'
        and lease_until = ${at(present(delivery.leaseUntil, "lease"))}
      returning provider_id, id, endpoint_id, attempts
    ), logged as (
      insert into ${webhookAttempt} (provider_id, delivery_id, number, started_at, duration_ms, request_headers,
        response_status, response_body, fault)
      select provider_id, id, attempts, ${at(log.startedAt)}, ${log.durationMs}::int, ${JSON.stringify(log.requestHeaders)}::jsonb,
        ${log.responseStatus ?? null}::int, ${log.responseBody ?? null}, ${log.fault ?? null} from held
    ), marked as (
      update ${webhookEndpoint} w set ${ofEndpoint.set} from held where ${isItsOwn} and ${ofEndpoint.changes}
      returning w.disabled_reason
    )
    select (select count(*) from held)::int as held, (select disabled_reason from marked) as disabled`),
  );
  return row?.held === 1 ? { disabled: row.disabled } : null;
}

interface EndpointWrite {
  set: SQL;
  changes: SQL;
}

/** A healthy endpoint's row is not written: its deliveries would wait for each other's locks. */
const CLEARED: EndpointWrite = { set: sql`failing_since = null`, changes: sql`w.failing_since is not null` };

function failed({ isGone, isOurs, at: time, failedSince }: Attempted): EndpointWrite {
  const isOver = sql`${isGone}::boolean or w.failing_since <= ${at(failedSince)}`;
  return {
    set: sql`failing_since = coalesce(w.failing_since, ${at(time)}),
      disabled_reason = case when ${isGone}::boolean then 'gone' when ${isOver} then 'failing' end,
      disabled_at = case when ${isOver} then ${at(time)} end,
      updated_at = case when ${isOver} then ${at(time)} else w.updated_at end`,
    changes: sql`not ${isOurs}::boolean and (w.failing_since is null or ${isOver})`,
  };
}

/** Ends pending deliveries of disabled or deleted endpoints. An attempt in progress may still be recorded. */
export async function cancelOfDisabled(db: Db, now: Date): Promise<number> {
  const cancelled = await retried(() =>
    db.execute(sql`
    update ${webhookDelivery} d set status = 'cancelled', due_at = null, lease_until = null, finished_at = ${at(now)}
    from ${webhookEndpoint} w
    where not (${IS_ENABLED}) and w.provider_id = d.provider_id and w.id = d.endpoint_id and d.status = 'pending'
      and (d.lease_until is null or d.lease_until < ${at(now)})
    returning d.id`),
  );
  return cancelled.length;
}

export async function cancelDelivery(db: Db, { delivery }: LeasedDelivery, now: Date): Promise<void> {
  await db
    .update(webhookDelivery)
    .set({ status: "cancelled", dueAt: null, leaseUntil: null, finishedAt: now })
    .where(isLeased("delivery", delivery));
}
