import { and, eq, sql } from "drizzle-orm";
import { checkout, dda, enrolment, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import { earlier, HOUR_MS } from "../domain/time";
import { providerColumns, READ_AT } from "./checkouts";
import type { Db } from "./client";
import { at } from "./sql";

/** What the hosted page shows; nothing sealed leaves the database for it. */
export async function findSetup(db: Db, id: Id<"dda">) {
  const [row] = await db
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
      isOfPortal: sql<boolean>`exists (select from ${enrolment} where ${enrolment.providerId} = ${checkout.providerId}
        and ${enrolment.providerOrderId} = ${checkout.providerOrderId})`,
    })
    .from(dda)
    .innerJoin(checkout, and(eq(checkout.providerId, dda.providerId), eq(checkout.id, dda.checkoutId)))
    .innerJoin(provider, eq(provider.id, dda.providerId))
    .where(eq(dda.id, id));
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
