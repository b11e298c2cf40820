import { and, asc, eq } from "drizzle-orm";
import { course, provider, providerLogo } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { LogoType } from "../domain/logo";
import type { Db } from "./client";

export type CourseRow = typeof course.$inferSelect;

export async function findProvider(db: Db, code: string) {
  const [row] = await db.select().from(provider).where(eq(provider.code, code));
  return row ?? null;
}

/** A provider's courses in their own order. */
export async function listCourses(db: Db, providerId: Id<"prv">): Promise<CourseRow[]> {
  return db
    .select()
    .from(course)
    .where(eq(course.providerId, providerId))
    .orderBy(asc(course.position), asc(course.id));
}

export async function findCourse(db: Db, providerId: Id<"prv">, slug: string): Promise<CourseRow | null> {
  const [row] = await db
    .select()
    .from(course)
    .where(and(eq(course.providerId, providerId), eq(course.slug, slug)));
  return row ?? null;
}

/** A provider's logo with its hash; null where there is none. */
export async function findLogo(
  db: Db,
  code: string,
): Promise<{ sha256: string; type: LogoType; image: Uint8Array } | null> {
  const [row] = await db
    .select({
      sha256: provider.logoSha256,
      type: providerLogo.type,
      image: providerLogo.image,
    })
    .from(providerLogo)
    .innerJoin(provider, eq(provider.id, providerLogo.providerId))
    .where(eq(provider.code, code));
  return row?.sha256 ? { ...row, sha256: row.sha256 } : null;
}
