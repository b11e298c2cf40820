import { and, eq, sql } from "drizzle-orm";
import { checkout, dda, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import { earlier, HOUR_MS } from "../domain/time";
import { READ_AT } from "./checkouts";
import type { Db } from "./client";

/** A direct debit authority with its checkout and provider: what the hosted page shows. Nothing that is sealed. */
export async function findSetup(db: Db, id: Id<"dda">) {
  const [row] = await db
    .select({
      provider: {
        id: provider.id,
        code: provider.code,
        name: provider.name,
        email: provider.email,
        timeZone: provider.timeZone,
        allowedOrigins: provider.allowedOrigins,
        returnUrls: provider.returnUrls,
        accent: provider.accent,
        logoSha256: provider.logoSha256,
        logoWidth: provider.logoWidth,
        logoHeight: provider.logoHeight,
      },
      checkout,
      dda: {
        id: dda.id,
        sessionGeneration: dda.sessionGeneration,
        sessionKeyVersion: dda.sessionKeyVersion,
        bsb: dda.bsb,
        accountEnding: dda.accountEnding,
      },
      readAt: READ_AT,
    })
    .from(dda)
    .innerJoin(checkout, and(eq(checkout.providerId, dda.providerId), eq(checkout.id, dda.checkoutId)))
    .innerJoin(provider, eq(provider.id, dda.providerId))
    .where(eq(dda.id, id));
  return row ?? null;
}

export type SetupRow = NonNullable<Awaited<ReturnType<typeof findSetup>>>;

/** Bank details that one session may send within any hour. Contract section 11. */
export const SUBMISSIONS_AN_HOUR = 5;
/**
 * Counts a submission of bank details, whichever server has it, and writes when the student gave the first: once, and
 * only while they are asked for. By the authority: a new link gives no new tries. Contract sections 10 and 11.
 * @returns false where the hour's submissions are used up, which changes nothing
 */
export async function admitSubmission(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"dda">,
  now: Date,
): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = sql`${earlier(now, HOUR_MS).toISOString()}::timestamptz`;
  const recent = sql`array(select sent from unnest(${dda.submittedAt}) as sent where sent > ${since})`;
  const isFirst = sql`${dda.setupStartedAt} is null and ${dda.status} = 'Pending'`;
  const admitted = await db
    .update(dda)
    .set({
      submittedAt: sql`${recent} || ${at}`,
      setupStartedAt: sql`case when ${isFirst} then ${at} else ${dda.setupStartedAt} end`,
      updatedAt: sql`case when ${isFirst} then ${at} else ${dda.updatedAt} end`,
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
