import { and, eq, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { alias } from "drizzle-orm/pg-core";
import { checkout, dda, enrolment, paymentPlan, provider } from "../../drizzle/schema";
import { earlier, HOUR_MS, later } from "../../packages/dates/time";
import { type Id, idToUuid } from "../domain/ids";
import { providerColumns, READ_AT } from "./checkout-records";
import type { Db } from "./client";
import { at } from "./sql";

/** The account that is debited: another may have taken the place of the one that the page was for. */
const live = alias(dda, "live");

function prepareById(db: Db) {
  return db
    .select({
      provider: providerColumns,
      checkout,
      dda: {
        id: dda.id,
        sessionGeneration: dda.sessionGeneration,
        sessionKeyVersion: dda.sessionKeyVersion,
        endedAt: dda.endedAt,
        replaceableUntil: dda.replaceableUntil,
        bsb: live.bsb,
        accountEnding: live.accountEnding,
        statementName: live.statementName,
      },
      plan: { status: paymentPlan.status, summary: paymentPlan.summary },
      readAt: READ_AT,
      /** Whether the order was begun in the portal. */
      fromPortal: sql<boolean>`${enrolment.id} is not null`,
    })
    .from(dda)
    .innerJoin(checkout, and(eq(checkout.providerId, dda.providerId), eq(checkout.id, dda.checkoutId)))
    .innerJoin(provider, eq(provider.id, dda.providerId))
    .innerJoin(
      live,
      and(eq(live.providerId, dda.providerId), eq(live.checkoutId, dda.checkoutId), isNull(live.endedAt)),
    )
    .leftJoin(
      paymentPlan,
      and(eq(paymentPlan.providerId, dda.providerId), eq(paymentPlan.checkoutId, dda.checkoutId)),
    )
    .leftJoin(
      enrolment,
      and(
        eq(enrolment.providerId, checkout.providerId),
        eq(enrolment.providerOrderId, checkout.providerOrderId),
      ),
    )
    .where(eq(dda.id, sql.placeholder("id")))
    .prepare("setup_by_dda");
}

const prepared = new WeakMap<Db, ReturnType<typeof prepareById>>();

/** What the hosted page shows. No encrypted value leaves the database for it. */
export async function findSetup(db: Db, id: Id<"dda">) {
  const query = prepared.get(db) ?? prepareById(db);
  prepared.set(db, query);
  // A placeholder does not pass through the column's mapping from TypeID to UUID.
  const [row] = await query.execute({ id: idToUuid(id) });
  return row ?? null;
}

export type SetupRow = NonNullable<Awaited<ReturnType<typeof findSetup>>>;

/** Contract section 11. */
export const SUBMISSIONS_AN_HOUR = 5;

const sentSince = (since: Date) => sql`from unnest(${dda.submittedAt}) as sent where sent > ${at(since)}`;

/**
 * Counts a submission of bank details, at most five an hour. The count is in the authority's row, so another server or a new
 * link gives no more attempts. The first submission starts the setup. Contract sections 10 and 11.
 * @returns false, with nothing written, if the hour's submissions are used up
 */
export async function admitSubmission(db: Db, providerId: Id<"prv">, id: Id<"dda">, now: Date) {
  const ofThisHour = sql`array(select sent ${sentSince(earlier(now, HOUR_MS))})`;
  const ifStarts = (column: PgColumn) =>
    sql`case when ${dda.setupStartedAt} is null and ${dda.status} = 'Pending' then ${at(now)} else ${column} end`;
  const admitted = await db
    .update(dda)
    .set({
      submittedAt: sql`${ofThisHour} || ${at(now)}`,
      setupStartedAt: ifStarts(dda.setupStartedAt),
      updatedAt: ifStarts(dda.updatedAt),
    })
    .where(
      and(
        eq(dda.providerId, providerId),
        eq(dda.id, id),
        sql`cardinality(${ofThisHour}) < ${sql.raw(String(SUBMISSIONS_AN_HOUR))}`,
      ),
    )
    .returning({ id: dda.id });
  return admitted.length > 0;
}

/** When the oldest of the hour's submissions no longer counts. */
export async function nextSubmissionAt(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"dda">,
  now: Date,
): Promise<Date> {
  const hourAgo = earlier(now, HOUR_MS);
  const [row] = await db
    .select({
      oldest: sql<number | null>`(select extract(epoch from min(sent))::float8 * 1000 ${sentSince(hourAgo)})`,
    })
    .from(dda)
    .where(and(eq(dda.providerId, providerId), eq(dda.id, id)));
  return later(row?.oldest == null ? hourAgo : new Date(row.oldest), HOUR_MS);
}

/**
 * Opens the page of a live authority for another account. While it is open it keeps its address; else it gets a new one,
 * because others may still have the one by which the present account was given.
 * @returns what the address follows from; null if another account has taken its place
 */
export async function openToReplace(
  db: Db,
  { providerId, id }: Pick<typeof dda.$inferSelect, "providerId" | "id">,
  keyVersion: number,
  now: Date,
  until: Date,
) {
  const { sessionGeneration, sessionKeyVersion, replaceableUntil } = dda;
  const isOpen = sql`${replaceableUntil} > ${at(now)} and ${sessionKeyVersion} = ${keyVersion}`;
  const [row] = await db
    .update(dda)
    .set({
      replaceableUntil: until,
      sessionKeyVersion: keyVersion,
      sessionGeneration: sql`${sessionGeneration} + case when ${isOpen} then 0 else 1 end`,
    })
    .where(and(eq(dda.providerId, providerId), eq(dda.id, id), isNull(dda.endedAt)))
    .returning({ id: dda.id, sessionGeneration, sessionKeyVersion });
  return row ?? null;
}
