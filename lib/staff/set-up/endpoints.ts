import type { Untimed } from "../../../packages/dates/time";
import { asTenant } from "../../db/as-tenant";
import type { Db } from "../../db/client";
import { readClock } from "../../db/clock";
import { findEvent } from "../../db/events";
import { type EndpointRow, findEndpoint, findEndpoints } from "../../db/webhook-endpoints";
import { findDeliveries, type LoggedDelivery } from "../../db/webhook-log";
import { isId } from "../../domain/ids";
import type { EventsDeps } from "../../events/context";
import { sentBody } from "../../events/deliver";
import { keptFrom } from "../../events/read";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import { DELIVERY_KIND_WORDS, DELIVERY_WORDS, ENDPOINT_WORDS, EVENT_WORDS } from "../words";

const PAGE_LENGTH = 20;

type Deps = Untimed<Pick<EventsDeps, "db" | "now" | "environment">>;
export type EndpointView = ReturnType<typeof viewOf>;
export type DeliveryView = ReturnType<typeof deliveryOf>;
export type EndpointPage = NonNullable<Awaited<ReturnType<typeof readEndpoint>>>;

const clockOf = async ({ db, now }: Deps) => (now ?? (await readClock(db)))();

/** Oldest first. */
export async function readEndpoints(deps: Deps, caller: StaffCaller): Promise<EndpointView[]> {
  demand(caller, "read");
  const { id } = caller.provider;
  const now = await clockOf(deps);
  return (await asTenant(deps.db, id, (tx) => findEndpoints(tx, id))).map((row) => viewOf(row, now));
}

/** Null for another provider's, and for one that was deleted. */
export async function endpointAt(db: Db, { provider }: StaffCaller, id: string): Promise<EndpointRow | null> {
  return isId("whe", id) ? asTenant(db, provider.id, (tx) => findEndpoint(tx, provider.id, id)) : null;
}

/** A delivery of any endpoint. Null for another provider's. */
export async function deliveryAt(db: Db, { provider }: StaffCaller, id: string) {
  if (!isId("whd", id)) return null;
  const filter = { id, limit: 1 };
  const [found] = await asTenant(db, provider.id, (tx) => findDeliveries(tx, provider.id, null, filter));
  return found ?? null;
}

/**
 * An endpoint with a page of its log, newest first. Null for another provider's.
 * @param before the last delivery of the page before
 * @param delivery the one that is shown in full
 */
export async function readEndpoint(
  deps: Deps,
  caller: StaffCaller,
  id: string,
  { before, delivery }: { before: string; delivery: string },
) {
  demand(caller, "read");
  const { id: providerId } = caller.provider;
  const row = await endpointAt(deps.db, caller, id);
  if (!row) return null;
  const now = await clockOf(deps);
  const filter = { ...(isId("whd", before) && { before }), limit: PAGE_LENGTH + 1 };
  const found = await asTenant(deps.db, providerId, (tx) => findDeliveries(tx, providerId, row.id, filter));
  const deliveries = found.slice(0, PAGE_LENGTH).map(deliveryOf);
  return {
    endpoint: viewOf(row, now),
    deliveries,
    next: found.length > PAGE_LENGTH ? (deliveries.at(-1)?.id ?? null) : null,
    /** Null where it is another's, or no longer in the log. */
    opened: await inFull(deps, caller, row, delivery, now),
  };
}

async function inFull(
  { db, environment }: Deps,
  caller: StaffCaller,
  endpoint: EndpointRow,
  id: string,
  now: Date,
) {
  const { id: providerId } = caller.provider;
  const found = await deliveryAt(db, caller, id);
  if (!found || found.delivery.endpointId !== endpoint.id) return null;
  const { eventId } = found.delivery;
  const event = await asTenant(db, providerId, (tx) => findEvent(tx, providerId, eventId, keptFrom(now)));
  return {
    ...deliveryOf(found),
    checkoutId: event?.checkoutId ?? null,
    /** The same at each attempt; null once it is deleted. */
    body: sentBody({ delivery: found.delivery, endpoint, event }, environment),
    attempts: found.attempts.map(({ requestHeaders, ...attempt }) => ({
      ...attempt,
      headers: Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`),
    })),
  };
}

function standingOf({ disabledReason, disabledAt, failingSince }: EndpointRow) {
  if (disabledReason !== null) return { ...ENDPOINT_WORDS[disabledReason], since: disabledAt };
  return { ...ENDPOINT_WORDS[failingSince ? "fails" : "enabled"], since: failingSince };
}

function viewOf(row: EndpointRow, now: Date) {
  const { id, url, description, eventTypes, disabledReason, previousSecretUntil: until, createdAt } = row;
  return {
    id,
    url,
    description,
    /** Empty for all. */
    eventTypes,
    isDisabled: disabledReason !== null,
    standing: standingOf(row),
    secretRotatingUntil: until !== null && until > now ? until : null,
    createdAt,
  };
}

function deliveryOf({ delivery, attempts }: LoggedDelivery) {
  const { id, eventId, eventType, kind, status, dueAt, createdAt, finishedAt } = delivery;
  const last = attempts.at(-1);
  return {
    id,
    eventId,
    eventType,
    what: EVENT_WORDS[eventType],
    kind: DELIVERY_KIND_WORDS[kind],
    hasEvent: delivery.testData === null,
    status: { ...DELIVERY_WORDS[status], term: status },
    made: delivery.attempts,
    /** Of the last attempt. */
    response: last ? (last.responseStatus?.toString() ?? last.fault) : null,
    nextAt: dueAt,
    createdAt,
    finishedAt,
  };
}
