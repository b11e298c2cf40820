import { and, asc, eq } from "drizzle-orm";
import { course, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
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
