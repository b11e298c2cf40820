import { and, desc, eq, gt, gte, isNotNull, lt } from "drizzle-orm";
import { event } from "../../drizzle/schema";
import { firstIdAt, type Id } from "../domain/ids";
import type { EventType } from "../domain/states";
import { DAY_MS, earlier } from "../domain/time";
import type { Db } from "./client";

/** An event as far as it is told. */
export interface EventRow {
  id: Id<"evt">;
  type: EventType;
  sequence: number;
  data: Record<string, unknown>;
  occurredAt: Date;
}

const TOLD = {
  id: event.id,
  type: event.type,
  sequence: event.sequence,
  data: event.data,
  occurredAt: event.occurredAt,
};

/**
 * Events that can still be read: none from before, and none whose data is gone. The bound by id, a day wider for clocks
 * that differ, lets a page end where they begin, instead of looking through all that was ever told.
 */
const isKept = (providerId: Id<"prv">, from: Date) =>
  and(
    eq(event.providerId, providerId),
    isNotNull(event.data),
    gt(event.occurredAt, from),
    gte(event.id, firstIdAt("evt", earlier(from, DAY_MS))),
  );

export interface EventFilter {
  type?: EventType;
  checkoutId?: Id<"chk">;
  /** Only events older than this one. */
  before?: Id<"evt">;
  limit: number;
}

/** A provider's events since `from`, newest first. */
export async function findEvents(
  db: Db,
  providerId: Id<"prv">,
  from: Date,
  { type, checkoutId, before, limit }: EventFilter,
): Promise<EventRow[]> {
  const rows = await db
    .select(TOLD)
    .from(event)
    .where(
      and(
        isKept(providerId, from),
        type && eq(event.type, type),
        checkoutId && eq(event.checkoutId, checkoutId),
        before && lt(event.id, before),
      ),
    )
    .orderBy(desc(event.id))
    .limit(limit);
  return rows as EventRow[];
}

export async function findEvent(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"evt">,
  from: Date,
): Promise<EventRow | null> {
  const [row] = await db
    .select(TOLD)
    .from(event)
    .where(and(isKept(providerId, from), eq(event.id, id)));
  return (row as EventRow | undefined) ?? null;
}
