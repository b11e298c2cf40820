import type { Db } from "../db/client";
import { type CourseRow, insertCourse } from "../db/providers";
import { type Id, newId } from "../domain/ids";
import type { Cents } from "../domain/money";

interface NewCourse {
  /** Stands in addresses. */
  slug: string;
  name: string;
  intake: string;
  length: string;
  priceCents: Cents;
}

/**
 * Adds a course at the end of a provider's list. Values are checked by `values.ts` first.
 * @returns null when the provider has a course with that slug
 */
export const addCourse = (db: Db, providerId: Id<"prv">, values: NewCourse): Promise<CourseRow | null> =>
  insertCourse(db, { ...values, providerId, id: newId("crs") });
