import { and, asc, desc, eq, gt, gte, isNotNull, lt, sql } from "drizzle-orm";
import { event } from "../../drizzle/schema";
import { DAY_MS, earlier, later } from "../../packages/dates/time";
import { firstIdAt, type Id } from "../domain/ids";
import type { EventType } from "../domain/states";
import type { Db } from "./client";

const TOLD = {
  id: event.id,
  checkoutId: event.checkoutId,
  type: event.type,
  sequence: event.sequence,
  data: sql`${event.data}`.mapWith(event.data),
  occurredAt: event.occurredAt,
};

/** Its data exists: `isKept` leaves out the others. */
export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/** Events whose data still exists. The bound by id, which begins with a time too, only makes the query fast. */
const isKept = (providerId: Id<"prv">, from: Date) =>
  and(
    eq(event.providerId, providerId),
    isNotNull(event.data),
    gt(event.occurredAt, from),
    gte(event.id, dayBefore(from)),
  );

const dayBefore = (at: Date) => firstIdAt("evt", earlier(at, DAY_MS));
const dayAfter = (at: Date) => firstIdAt("evt", later(at, DAY_MS));

export interface EventFilter {
  type?: EventType;
  checkoutId?: Id<"chk">;
  createdAfter?: Date;
  createdBefore?: Date;
  /** The last event of the page before. */
  from?: Id<"evt">;
  isAscending?: boolean;
  limit: number;
}

/** Newest first, unless they are to ascend. */
export async function findEvents(
  db: Db,
  providerId: Id<"prv">,
  keptFrom: Date,
  { type, checkoutId, createdAfter, createdBefore, from, isAscending, limit }: EventFilter,
) {
  return db
    .select(TOLD)
    .from(event)
    .where(
      and(
        isKept(providerId, keptFrom),
        type && eq(event.type, type),
        checkoutId && eq(event.checkoutId, checkoutId),
        createdAfter && and(gte(event.occurredAt, createdAfter), gte(event.id, dayBefore(createdAfter))),
        createdBefore && and(lt(event.occurredAt, createdBefore), lt(event.id, dayAfter(createdBefore))),
        from && (isAscending ? gt : lt)(event.id, from),
      ),
    )
    .orderBy((isAscending ? asc : desc)(event.id))
    .limit(limit);
}

export async function findEvent(db: Db, providerId: Id<"prv">, id: Id<"evt">, from: Date) {
  const [row] = await db
    .select(TOLD)
    .from(event)
    .where(and(isKept(providerId, from), eq(event.id, id)));
  return row ?? null;
}
