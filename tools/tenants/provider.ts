import { and, asc, eq, max } from "drizzle-orm";
import { course, provider, providerLogo } from "../../drizzle/schema";
import { sha256 } from "../../lib/crypto/api-key";
import type { Db } from "../../lib/db/client";
import type { CourseRow, ProviderRow } from "../../lib/db/providers";
import { type Id, newId } from "../../lib/domain/ids";
import type { LogoFacts } from "../../lib/domain/logo";
import type { Cents } from "../../lib/domain/money";
import { NO_POLICY, type PlanPolicy } from "../../lib/domain/plan-policy";
import { issueKey, type NewKey } from "../../lib/provider/keys";
import { present } from "../../packages/text/narrow";

/** Values are checked by `values.ts` first, a logo by `readLogo`. */
type ProviderDetails = Omit<typeof provider.$inferInsert, LogoColumn | "id" | "createdAt">;
export type ProviderChanges = Partial<Omit<ProviderDetails, "code" | "timeZone">>;

interface NewLogo extends LogoFacts {
  image: Uint8Array;
}

type LogoColumn = `logo${"Sha256" | "Width" | "Height"}`;

/** Null removes it; what is not given stays. */
export interface LogoChanges {
  logo?: NewLogo | null;
}

/**
 * Creates a provider with its logo and an API key, if given: all or nothing.
 * @returns null when the code is taken
 */
export function createProvider(
  db: Db,
  details: ProviderDetails,
  { key, logo }: { key?: NewKey } & LogoChanges = {},
): Promise<{ provider: ProviderRow; apiKey: string | null } | null> {
  return db.transaction(async (inner) => {
    const id = newId("prv");
    const [made] = await inner
      .insert(provider)
      .values({ ...details, ...columnsOf(logo), id })
      .onConflictDoNothing({ target: provider.code })
      .returning();
    if (!made) return null;
    if (logo !== undefined) await replaceLogo(inner, id, logo);
    return { provider: made, apiKey: key ? (await issueKey(inner, id, key)).apiKey : null };
  });
}

/** A text that a provider publishes, each with a column for its version. */
const TEXTS = ["terms", "privacy", "refunds"] as const;
type PublishedText = (typeof TEXTS)[number];

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
    const reused = TEXTS.find(
      (text) =>
        changes[text] !== undefined &&
        changes[text] !== before[text] &&
        changes[`${text}Version`] === before[`${text}Version`],
    );
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

export const findProviders = (db: Db): Promise<ProviderRow[]> =>
  db.select().from(provider).orderBy(asc(provider.code));

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
 * Adds a course at the end of a provider's list. Values are checked by `values.ts` first. Of two at once, their ids decide
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
