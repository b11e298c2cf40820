import { and, eq, isNull } from "drizzle-orm";
import { checkout, dda, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
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
        setupStartedAt: dda.setupStartedAt,
      },
    })
    .from(dda)
    .innerJoin(checkout, and(eq(checkout.providerId, dda.providerId), eq(checkout.id, dda.checkoutId)))
    .innerJoin(provider, eq(provider.id, dda.providerId))
    .where(eq(dda.id, id));
  return row ?? null;
}

export type SetupRow = NonNullable<Awaited<ReturnType<typeof findSetup>>>;

/** Writes when the student first gave bank details; once, and only while they are asked for. Contract section 10. */
export async function markSetupStarted(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"dda">,
  now: Date,
): Promise<void> {
  await db
    .update(dda)
    .set({ setupStartedAt: now, updatedAt: now })
    .where(
      and(
        eq(dda.providerId, providerId),
        eq(dda.id, id),
        eq(dda.status, "Pending"),
        isNull(dda.setupStartedAt),
      ),
    );
}
