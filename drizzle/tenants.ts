import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "../lib/db/client";
import { newId } from "../lib/domain/ids";
import type { Cents } from "../lib/domain/money";
import { issueKey } from "../lib/keys/issue";
import { course, provider } from "./schema";

/** Providers and their courses, as the commands make and list them. */

export type Provider = typeof provider.$inferSelect;
export type Course = typeof course.$inferSelect;
export type NewProvider = Omit<typeof provider.$inferInsert, "id" | "createdAt">;

export interface NewCourse {
  slug: string;
  name: string;
  intake: string;
  length: string;
  priceCents: Cents;
}

/**
 * A provider and, if wanted, an API key of every scope for the deployment's environment: both or neither.
 * @returns null when the code is taken
 */
export function createProvider(
  db: Db,
  values: NewProvider,
  { keyFor }: { keyFor: "sandbox" | "production" | null },
): Promise<{ provider: Provider; apiKey: string | null } | null> {
  return db.transaction(async (inner) => {
    const [made] = await inner
      .insert(provider)
      .values({ ...values, id: newId("prv") })
      .onConflictDoNothing({ target: provider.code })
      .returning();
    if (!made) return null;
    if (!keyFor) return { provider: made, apiKey: null };
    const { apiKey } = await issueKey(inner, made.id, { environment: keyFor, label: "Command line" });
    return { provider: made, apiKey };
  });
}

export function listProviders(db: Db): Promise<Provider[]> {
  return db.select().from(provider).orderBy(asc(provider.code));
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
