import { asc, eq, sql } from "drizzle-orm";
import { sha256 } from "../lib/crypto/api-key";
import type { Db } from "../lib/db/client";
import { type Id, newId } from "../lib/domain/ids";
import type { LogoFacts } from "../lib/domain/logo";
import type { Cents } from "../lib/domain/money";
import { issueKey } from "../lib/keys/issue";
import { course, provider, providerLogo } from "./schema";

/** Providers and their courses, as the commands make and list them. */

export type Provider = typeof provider.$inferSelect;
export type Course = typeof course.$inferSelect;
type LogoColumns = "logoSha256" | "logoWidth" | "logoHeight";
export type NewProvider = Omit<typeof provider.$inferInsert, LogoColumns | "id" | "createdAt">;
/** What may be changed later: a code stands in addresses, and with another zone dates would mean other days. */
export type ProviderChanges = Partial<Omit<NewProvider, "code" | "timeZone">>;

/** A picture in which `readLogo` found these facts. */
export interface NewLogo extends LogoFacts {
  image: Uint8Array;
}

export interface NewCourse {
  slug: string;
  name: string;
  intake: string;
  length: string;
  priceCents: Cents;
}

/**
 * A provider and, if wanted, its logo and an API key of every scope for the deployment's environment: all or nothing.
 * @returns null when the code is taken
 */
export function createProvider(
  db: Db,
  values: NewProvider,
  { keyFor, logo }: { keyFor: "sandbox" | "production" | null; logo?: NewLogo },
): Promise<{ provider: Provider; apiKey: string | null } | null> {
  return db.transaction(async (inner) => {
    const [made] = await inner
      .insert(provider)
      .values({ ...values, ...(logo && columnsOf(logo)), id: newId("prv") })
      .onConflictDoNothing({ target: provider.code })
      .returning();
    if (!made) return null;
    if (logo) await keepLogo(inner, made.id, logo);
    if (!keyFor) return { provider: made, apiKey: null };
    const { apiKey } = await issueKey(inner, made.id, { environment: keyFor, label: "Command line" });
    return { provider: made, apiKey };
  });
}

export function listProviders(db: Db): Promise<Provider[]> {
  return db.select().from(provider).orderBy(asc(provider.code));
}

/**
 * Changes what is given of a provider and leaves the rest; `logo: null` takes the picture away.
 * @returns null for a code that nobody has, "same version" for other terms under the version that students accept now
 */
export function updateProvider(
  db: Db,
  code: string,
  changes: ProviderChanges,
  logo?: NewLogo | null,
): Promise<Provider | null | "same version"> {
  return db.transaction(async (inner) => {
    const [now] = await inner.select().from(provider).where(eq(provider.code, code)).for("update");
    if (!now) return null;
    const isOtherText = changes.terms !== undefined && changes.terms !== now.terms;
    if (isOtherText && changes.termsVersion === now.termsVersion) return "same version";
    if (logo === null) await inner.delete(providerLogo).where(eq(providerLogo.providerId, now.id));
    if (logo) await keepLogo(inner, now.id, logo);
    const [changed] = await inner
      .update(provider)
      .set({ ...changes, ...(logo !== undefined && columnsOf(logo)) })
      .where(eq(provider.id, now.id))
      .returning();
    return changed!;
  });
}

function columnsOf(logo: NewLogo | null): Pick<Provider, LogoColumns> {
  if (!logo) return { logoSha256: null, logoWidth: null, logoHeight: null };
  const logoSha256 = Buffer.from(sha256(logo.image)).toString("hex");
  return { logoSha256, logoWidth: logo.width, logoHeight: logo.height };
}

async function keepLogo(db: Db, providerId: Id<"prv">, { type, image }: NewLogo): Promise<void> {
  await db
    .insert(providerLogo)
    .values({ providerId, type, image })
    .onConflictDoUpdate({ target: providerLogo.providerId, set: { type, image } });
}

/**
 * Adds a course at the end of a provider's list.
 * @returns "no provider" for a code that nobody has, "taken" when the provider has a course with that slug
 */
export async function addCourse(
  db: Db,
  providerCode: string,
  values: NewCourse,
): Promise<Course | "no provider" | "taken"> {
  const providerId = await idOf(db, providerCode);
  if (!providerId) return "no provider";
  const [made] = await db
    .insert(course)
    .values({
      ...values,
      providerId,
      id: newId("crs"),
      position: sql`(select coalesce(max(position), -1) + 1 from course where provider_id = ${sql.param(providerId, course.providerId)})`,
    })
    .onConflictDoNothing({ target: [course.providerId, course.slug] })
    .returning();
  return made ?? "taken";
}

/** A provider's courses as its portal shows them; null for a code that nobody has. */
export async function listCourses(db: Db, providerCode: string): Promise<Course[] | null> {
  const providerId = await idOf(db, providerCode);
  if (!providerId) return null;
  return db.select().from(course).where(eq(course.providerId, providerId)).orderBy(asc(course.position));
}

async function idOf(db: Db, code: string) {
  const [row] = await db.select({ id: provider.id }).from(provider).where(eq(provider.code, code));
  return row?.id;
}
