import { and, eq, sql } from "drizzle-orm";
import { checkout, dda, enrolment, provider } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import { earlier, HOUR_MS, later } from "../domain/time";
import { providerColumns, READ_AT } from "./checkout-records";
import type { Db } from "./client";
import { at } from "./sql";

function prepareById(db: Db) {
  return db
    .select({
      provider: providerColumns,
      checkout,
      dda: {
        id: dda.id,
        sessionGeneration: dda.sessionGeneration,
        sessionKeyVersion: dda.sessionKeyVersion,
        bsb: dda.bsb,
        accountEnding: dda.accountEnding,
      },
      readAt: READ_AT,
      /** Whether the order was begun in the portal. */
      fromPortal: sql<boolean>`${enrolment.id} is not null`,
    })
    .from(dda)
    .innerJoin(checkout, and(eq(checkout.providerId, dda.providerId), eq(checkout.id, dda.checkoutId)))
    .innerJoin(provider, eq(provider.id, dda.providerId))
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

/** What the hosted page shows; nothing sealed leaves the database for it. */
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

/**
 * Counts a submission of bank details and notes the time of the first. Counted in the authority's row, so that neither
 * another server nor a new link gives more tries. Contract sections 10 and 11, D-088
 * @returns false where the hour's submissions are used up; nothing is written then
 */
export async function admitSubmission(db: Db, providerId: Id<"prv">, id: Id<"dda">, now: Date) {
  const recent = sql`array(select sent from unnest(${dda.submittedAt}) as sent where sent > ${at(earlier(now, HOUR_MS))})`;
  const isFirst = sql`${dda.setupStartedAt} is null and ${dda.status} = 'Pending'`;
  const admitted = await db
    .update(dda)
    .set({
      submittedAt: sql`${recent} || ${at(now)}`,
      setupStartedAt: sql`case when ${isFirst} then ${at(now)} else ${dda.setupStartedAt} end`,
      updatedAt: sql`case when ${isFirst} then ${at(now)} else ${dda.updatedAt} end`,
    })
    .where(
      and(
        eq(dda.providerId, providerId),
        eq(dda.id, id),
        sql`cardinality(${recent}) < ${sql.raw(String(SUBMISSIONS_AN_HOUR))}`,
      ),
    )
    .returning({ id: dda.id });
  return admitted.length > 0;
}

/** When the oldest of the hour's submissions counts no longer. */
export async function nextSubmissionAt(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"dda">,
  now: Date,
): Promise<Date> {
  const hourAgo = earlier(now, HOUR_MS);
  const [row] = await db
    .select({
      oldest: sql<number | null>`(select extract(epoch from min(sent))::float8 * 1000
        from unnest(${dda.submittedAt}) as sent where sent > ${at(hourAgo)})`,
    })
    .from(dda)
    .where(and(eq(dda.providerId, providerId), eq(dda.id, id)));
  return later(row?.oldest == null ? hourAgo : new Date(row.oldest), HOUR_MS);
}
