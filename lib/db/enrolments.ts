import { and, eq, sql } from "drizzle-orm";
import { course, email, enrolment, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import { atomically } from "./atomically";
import type { Db } from "./client";
import { linkInsert, type NewLink } from "./mail";

export type EnrolmentRow = typeof enrolment.$inferSelect;

/** An enrolment with the provider and the course that it is for, as they are now. */
export interface StoredEnrolment {
  enrolment: EnrolmentRow;
  course: typeof course.$inferSelect;
  provider: typeof provider.$inferSelect;
  /** Whether the student's address gets, or got, the link by e-mail. */
  isLinkMailed: boolean;
}

export async function insertEnrolment(db: Db, row: typeof enrolment.$inferInsert): Promise<void> {
  await db.insert(enrolment).values(row);
}

const isLinkMailed = sql<boolean>`exists (
  select 1 from ${email} m
  where m.provider_id = ${enrolment.providerId} and m.enrolment_id = ${enrolment.id}
    and lower(m.address) = lower(${enrolment.email}) and m.status in ('pending', 'sent', 'kept'))`;

/** By its id alone: who asks has not said which provider's it is, and proves the right by the link's secret. */
export async function findEnrolment(db: Db, id: Id<"enr">): Promise<StoredEnrolment | null> {
  const [row] = await db
    .select({ enrolment, course, provider, isLinkMailed })
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

/** @param link the mail that goes with the answers: both are written, or neither */
export async function saveAnswers(
  db: Db,
  { providerId, id }: Pick<EnrolmentRow, "providerId" | "id">,
  answers: Answers,
  link: NewLink | null = null,
): Promise<void> {
  const saved = db
    .update(enrolment)
    .set(answers)
    .where(and(eq(enrolment.providerId, providerId), eq(enrolment.id, id)));
  if (!link) await saved;
  else await atomically(db, { saved: saved.returning({ id: enrolment.id }), link: linkInsert(link) });
}
