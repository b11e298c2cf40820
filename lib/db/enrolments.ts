import { and, eq, lt, lte, or, sql } from "drizzle-orm";
import { checkout, course, dda, email, enrolment, provider } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import { linkInsert } from "./mail";
import { retried } from "./retried";

type EnrolmentRow = typeof enrolment.$inferSelect;

/** An enrolment with the provider and the course that it is for, as they are now. */
export interface StoredEnrolment {
  enrolment: EnrolmentRow;
  course: typeof course.$inferSelect;
  provider: typeof provider.$inferSelect;
  /** Whether the student's address gets, or got, a link by e-mail that still opens. */
  isLinkMailed: boolean;
}

export async function insertEnrolment(db: Db, row: typeof enrolment.$inferInsert): Promise<void> {
  await db.insert(enrolment).values(row);
}

const isLinkMailed = sql<boolean>`exists (
  select 1 from ${email} m
  where m.provider_id = ${enrolment.providerId} and m.enrolment_id = ${enrolment.id}
    and lower(m.address) = lower(${enrolment.email}) and m.status in ('pending', 'sent', 'kept')
    and m.link_generation >= ${enrolment.lowestLink} and m.link_generation > ${enrolment.supersededLink})`;

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

/** Thrown where the link by which somebody came has ended meanwhile. */
export class LinkEnded extends Error {
  override name = "LinkEnded";
}

/** Of whom answers are saved: by a link of this generation. */
export interface Answering {
  enrolment: Pick<EnrolmentRow, "providerId" | "id">;
  generation: number;
}

/**
 * A new address makes a new generation of links: whoever typed it has an older one.
 * @param mailLink whether that link goes to the address: it and the answers are written, or neither
 * @throws LinkEnded
 */
export async function saveAnswers(
  db: Db,
  { enrolment: { providerId, id }, generation }: Answering,
  answers: Answers,
  mailLink = false,
): Promise<void> {
  const { email: address } = answers;
  const saved = db
    .update(enrolment)
    .set({
      ...answers,
      ...(address && {
        newestLink: sql`${enrolment.newestLink} +
          case when lower(${enrolment.email}) is not distinct from lower(${address}) then 0 else 1 end`,
        // Whoever has the address that was there before gets nothing more to see.
        supersededLink: sql`case when lower(${enrolment.email}) <> lower(${address})
          then ${enrolment.newestLink} else ${enrolment.supersededLink} end`,
      }),
    })
    .where(
      and(
        eq(enrolment.providerId, providerId),
        eq(enrolment.id, id),
        lte(enrolment.lowestLink, generation),
        or(eq(enrolment.lowestLink, generation), lt(enrolment.supersededLink, generation)),
      ),
    )
    .returning({ providerId: enrolment.providerId, id: enrolment.id, newestLink: enrolment.newestLink });
  const link = mailLink && address ? linkInsert(address, answers.updatedAt) : sql`select 1`;
  const rows = await retried(() =>
    db.execute(sql`with saved as ${saved}, link as (${link}) select 1 from saved`),
  );
  if (rows.length === 0) throw new LinkEnded("A newer link was used");
}

/**
 * Ends the links before one that is used, and the bank pages that were opened by them. Only ever raises the number,
 * whatever is used at once.
 */
export async function endLinksBefore(
  db: Db,
  { enrolment: { providerId, id }, generation }: Answering,
): Promise<void> {
  const ended = db
    .update(enrolment)
    .set({ lowestLink: generation })
    .where(
      and(
        eq(enrolment.providerId, providerId),
        eq(enrolment.id, id),
        lt(enrolment.lowestLink, generation),
        lt(enrolment.supersededLink, generation),
      ),
    )
    .returning({ providerId: enrolment.providerId, providerOrderId: enrolment.providerOrderId });
  await retried(() => db.execute(sql`with ended as ${ended} ${SESSIONS_END}`));
}

/** New addresses for the bank pages of the orders that `ended` returned. */
export const SESSIONS_END = sql`
  update ${dda} d set session_generation = d.session_generation + 1
  from ended e join ${checkout} c on c.provider_id = e.provider_id and c.provider_order_id = e.provider_order_id
  where d.provider_id = c.provider_id and d.checkout_id = c.id`;
