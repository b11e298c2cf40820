import { and, eq, max } from "drizzle-orm";
import { course, provider, providerLogo } from "../../drizzle/schema";
import { present } from "../../packages/text/narrow";
import { sha256 } from "../crypto/api-key";
import { type Id, newId } from "../domain/ids";
import type { LogoFacts } from "../domain/logo";
import type { Cents } from "../domain/money";
import { NO_POLICY, type PlanPolicy } from "../domain/plan-policy";
import type { Db } from "./client";
import type { CourseRow, ProviderRow } from "./providers";

/** Values are checked by `lib/provider/values.ts` first, a logo by `readLogo`. */
export type ProviderDetails = Omit<typeof provider.$inferInsert, LogoColumn | "id" | "createdAt">;
export type ProviderChanges = Partial<Omit<ProviderDetails, "code" | "timeZone">>;

interface NewLogo extends LogoFacts {
  image: Uint8Array;
}

type LogoColumn = `logo${"Sha256" | "Width" | "Height"}`;

/** Null removes it; what is not given stays. */
export interface LogoChanges {
  logo?: NewLogo | null;
}

/** Within a transaction. @returns null when the code is taken */
export async function insertProvider(
  db: Db,
  details: ProviderDetails,
  { logo }: LogoChanges = {},
): Promise<ProviderRow | null> {
  const id = newId("prv");
  const [made] = await db
    .insert(provider)
    .values({ ...details, ...columnsOf(logo), id })
    .onConflictDoNothing({ target: provider.code })
    .returning();
  if (made && logo !== undefined) await replaceLogo(db, id, logo);
  return made ?? null;
}

/** A text that a provider publishes, each with a column for its version. */
export const TEXTS = ["terms", "privacy", "refunds"] as const;
export type PublishedText = (typeof TEXTS)[number];

export const REUSED_VERSION = "another text stands under this version. A new text takes a new version.";

/** The text whose version would stand on another one. */
export const reusedVersion = (before: ProviderRow, changes: ProviderChanges): PublishedText | undefined =>
  TEXTS.find(
    (text) =>
      changes[text] !== undefined &&
      changes[text] !== before[text] &&
      changes[`${text}Version`] === before[`${text}Version`],
  );

/** @returns null for an unknown code; the text whose version now stands on another one */
export function updateProvider(
  db: Db,
  code: string,
  changes: ProviderChanges,
  { logo }: LogoChanges = {},
): Promise<ProviderRow | null | PublishedText> {
  return db.transaction(async (inner) => {
    const [before] = await inner.select().from(provider).where(eq(provider.code, code)).for("update");
    if (!before) return null;
    const reused = reusedVersion(before, changes);
    if (reused) return reused;
    if (logo !== undefined) await replaceLogo(inner, before.id, logo);
    const [changed] = await inner
      .update(provider)
      .set({ ...changes, ...columnsOf(logo) })
      .where(eq(provider.id, before.id))
      .returning();
    return present(changed, "row of the provider");
  });
}

async function replaceLogo(db: Db, providerId: Id<"prv">, logo: NewLogo | null): Promise<void> {
  await db.delete(providerLogo).where(eq(providerLogo.providerId, providerId));
  if (logo) await db.insert(providerLogo).values({ providerId, type: logo.type, image: logo.image });
}

function columnsOf(logo: LogoChanges["logo"]): Partial<Pick<ProviderRow, LogoColumn>> {
  if (logo === undefined) return {};
  return {
    logoSha256: logo && hexOf(logo.image),
    logoWidth: logo?.width ?? null,
    logoHeight: logo?.height ?? null,
  };
}

const hexOf = (image: Uint8Array) => Buffer.from(sha256(image)).toString("hex");

/**
 * Adds a course at the end of a provider's list. Values are checked by `lib/provider/values.ts` first. Of two at once, their ids decide
 * which is first.
 * @returns null when the provider has a course with that slug
 */
export async function addCourse(
  db: Db,
  providerId: Id<"prv">,
  values: { slug: string; name: string; intake: string; length: string; priceCents: Cents },
  policy: Partial<PlanPolicy> = {},
): Promise<CourseRow | null> {
  const [last] = await db
    .select({ position: max(course.position) })
    .from(course)
    .where(eq(course.providerId, providerId));
  const position = (last?.position ?? -1) + 1;
  const [made] = await db
    .insert(course)
    .values({ ...values, ...NO_POLICY, ...policy, providerId, id: newId("crs"), position })
    .onConflictDoNothing({ target: [course.providerId, course.slug] })
    .returning();
  return made ?? null;
}

/** Null if there is no such course. */
export async function changeCourse(db: Db, providerId: Id<"prv">, slug: string, changes: Partial<CourseRow>) {
  const [row] = await db
    .update(course)
    .set(changes)
    .where(and(eq(course.providerId, providerId), eq(course.slug, slug)))
    .returning();
  return row ?? null;
}
