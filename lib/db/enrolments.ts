import { and, eq } from "drizzle-orm";
import { course, enrolment, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

export type EnrolmentRow = typeof enrolment.$inferSelect;

/** An enrolment with the provider and the course that it is for, as they are now. */
export interface StoredEnrolment {
  enrolment: EnrolmentRow;
  course: typeof course.$inferSelect;
  provider: typeof provider.$inferSelect;
}

export async function insertEnrolment(db: Db, row: typeof enrolment.$inferInsert): Promise<void> {
  await db.insert(enrolment).values(row);
}

/** By its id alone: who asks has not said which provider's it is, and proves the right by the link's secret. */
export async function findEnrolment(db: Db, id: Id<"enr">): Promise<StoredEnrolment | null> {
  const [row] = await db
    .select({ enrolment, course, provider })
    .from(enrolment)
    .innerJoin(provider, eq(provider.id, enrolment.providerId))
    .innerJoin(course, and(eq(course.providerId, enrolment.providerId), eq(course.id, enrolment.courseId)))
    .where(eq(enrolment.id, id));
  return row ?? null;
}

/** What a student answered, with the time of the answer. */
export type Answers = Partial<Omit<EnrolmentRow, "providerId" | "id" | "courseId" | "createdAt">> & {
  updatedAt: Date;
};

export async function saveAnswers(
  db: Db,
  { providerId, id }: Pick<EnrolmentRow, "providerId" | "id">,
  answers: Answers,
): Promise<void> {
  await db
    .update(enrolment)
    .set(answers)
    .where(and(eq(enrolment.providerId, providerId), eq(enrolment.id, id)));
}
