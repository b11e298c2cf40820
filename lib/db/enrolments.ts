import { and, desc, eq, lt, notInArray, sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  checkout,
  course,
  dda,
  email,
  enrolment,
  event,
  opportunity,
  paymentPlan,
  provider,
} from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { MailStatus } from "../domain/mail";
import { RELEASED_STATUSES } from "../domain/states";
import { belongsTo, RECORD_COLUMNS, toRecord } from "./checkout-records";
import type { Db } from "./client";
import { linkInsert } from "./mail";
import { at, hasStatusOf } from "./sql";

type EnrolmentRow = typeof enrolment.$inferSelect;

export type StoredEnrolment = NonNullable<Awaited<ReturnType<typeof findEnrolment>>>;

export async function insertEnrolment(
  db: Db,
  row: Omit<typeof enrolment.$inferInsert, "createdAt" | "updatedAt">,
): Promise<void> {
  await db.insert(enrolment).values({ ...row, createdAt: sql`now()`, updatedAt: sql`now()` });
}

/** Whether a link that still opens was, or will be, emailed to the student's present address. */
const isLinkMailed = sql<boolean>`exists (
  select 1 from ${email} m
  where m.provider_id = ${enrolment.providerId} and m.enrolment_id = ${enrolment.id}
    and lower(m.address) = lower(${enrolment.email}) and m.status in ('pending', 'sent', 'kept')
    and m.link_generation >= ${enrolment.lowestLink} and m.link_generation > ${enrolment.supersededLink})`;

/** The state of the email with the order's receipt or agreement; null before there is one. */
const resultMail = sql<MailStatus | null>`(
  select m.status from ${checkout} c
  join ${email} m on m.provider_id = c.provider_id and m.checkout_id = c.id and m.kind in ('receipt', 'agreement')
  where c.provider_id = ${enrolment.providerId} and c.provider_order_id = ${enrolment.providerOrderId}
  order by m.created_at desc limit 1)`;

/** The live or completed checkout of the order, else the latest one that failed or ended. */
const latestOfOrder = (db: Db) =>
  db
    .select({ id: checkout.id })
    .from(checkout)
    .where(
      and(
        eq(checkout.providerId, enrolment.providerId),
        eq(checkout.providerOrderId, enrolment.providerOrderId),
      ),
    )
    .orderBy(desc(notInArray(checkout.checkoutStatus, [...RELEASED_STATUSES])), desc(checkout.id))
    .limit(1)
    .as("latest");

function prepareById(db: Db) {
  const latest = latestOfOrder(db);
  return db
    .select({ enrolment, course, provider, isLinkMailed, resultMail, ...RECORD_COLUMNS })
    .from(enrolment)
    .innerJoin(provider, eq(provider.id, enrolment.providerId))
    .innerJoin(course, and(eq(course.providerId, enrolment.providerId), eq(course.id, enrolment.courseId)))
    .leftJoinLateral(latest, sql`true`)
    .leftJoin(checkout, and(eq(checkout.providerId, enrolment.providerId), eq(checkout.id, latest.id)))
    .leftJoin(opportunity, belongsTo(opportunity))
    .leftJoin(dda, belongsTo(dda))
    .leftJoin(chargeAttempt, belongsTo(chargeAttempt))
    .leftJoin(agreement, belongsTo(agreement))
    .leftJoin(paymentPlan, belongsTo(paymentPlan))
    .where(eq(enrolment.id, sql.placeholder("id")))
    .prepare("enrolment_by_id");
}

const prepared = new WeakMap<Db, ReturnType<typeof prepareById>>();

/**
 * With its order's checkout, in one round trip. By its id alone: the caller has only a link, whose secret is checked against
 * this row.
 */
export async function findEnrolment(db: Db, id: Id<"enr">) {
  const query = prepared.get(db) ?? prepareById(db);
  prepared.set(db, query);
  // A placeholder does not pass through the column's mapping from TypeID to UUID.
  const [row] = await query.execute({ id: idToUuid(id) });
  if (!row) return null;
  const { enrolment, course, provider, isLinkMailed, resultMail, checkout, ...others } = row;
  const record = checkout && toRecord({ ...others, checkout, provider });
  const { readAt } = others;
  return { enrolment, course, provider, isLinkMailed, resultMail, record, readAt };
}

export type Answers = Partial<Omit<EnrolmentRow, "providerId" | "id" | "courseId" | "createdAt">> & {
  updatedAt: Date;
};

/** The link has ended since it was opened. */
export class LinkEnded extends Error {
  override name = "LinkEnded";
}

/** An enrolment, and the generation of the link that its student uses. */
interface Answering {
  enrolment: Pick<EnrolmentRow, "providerId" | "id">;
  generation: number;
}

/** Whether a checkout holds the order of `saved`, even if its time is over and that is not recorded. */
const isHeld = (providerId: Id<"prv">) => sql`exists (
  select 1 from ${checkout} c
  where c.provider_id = ${idToUuid(providerId)}::uuid and c.provider_order_id = saved.provider_order_id
    and not (${hasStatusOf(RELEASED_STATUSES)}))`;

/**
 * A new address starts a new generation of links, so that whoever typed it has only an older one.
 * @param mailLink whether a link is emailed to the new address, in the same statement as the answers
 * @returns whether a checkout holds the order by then
 * @throws LinkEnded
 */
export async function saveAnswers(
  db: Db,
  { enrolment: { providerId, id }, generation }: Answering,
  answers: Answers,
  mailLink = false,
): Promise<boolean> {
  const { email: address } = answers;
  const saved = db
    .update(enrolment)
    .set({
      ...answers,
      // Not before what this request has written already, and later than everything that others wrote.
      updatedAt: sql`greatest(now(), ${at(answers.updatedAt)})`,
      ...(address && {
        newestLink: sql`${enrolment.newestLink} +
          case when lower(${enrolment.email}) is not distinct from lower(${address}) then 0 else 1 end`,
        // Links to the former address end, because it may belong to somebody else.
        supersededLink: sql`case when lower(${enrolment.email}) <> lower(${address})
          then ${enrolment.newestLink} else ${enrolment.supersededLink} end`,
      }),
    })
    .where(
      and(eq(enrolment.providerId, providerId), eq(enrolment.id, id), eq(enrolment.lowestLink, generation)),
    )
    .returning({
      providerId: enrolment.providerId,
      providerOrderId: enrolment.providerOrderId,
      id: enrolment.id,
      newestLink: enrolment.newestLink,
    });
  const link =
    mailLink && address ? linkInsert({ providerId, id }, address, answers.updatedAt) : sql`select 1`;
  const [row] = await retried(() =>
    db.execute<{ held: boolean }>(
      sql`with saved as ${saved}, link as (${link}) select ${isHeld(providerId)} as held from saved`,
    ),
  );
  if (!row) throw new LinkEnded("A newer link was used");
  return row.held;
}

/**
 * Records the link by which the student goes to sign, before anything is signed.
 * @throws LinkEnded
 */
export async function noteFinishing(db: Db, { enrolment: { providerId, id }, generation }: Answering) {
  const noted = await retried(() =>
    db
      .update(enrolment)
      .set({ finishingLink: generation })
      .where(
        and(eq(enrolment.providerId, providerId), eq(enrolment.id, id), eq(enrolment.lowestLink, generation)),
      )
      .returning({ id: enrolment.id }),
  );
  if (noted.length === 0) throw new LinkEnded("A newer link was used");
}

/** The student continues by this link. It ends earlier links and the bank pages opened by them. The number can only rise. */
export async function continueBy(db: Db, { enrolment: { providerId, id }, generation }: Answering) {
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
    .returning({
      providerId: enrolment.providerId,
      providerOrderId: enrolment.providerOrderId,
      email: enrolment.email,
    });
  await retried(() => db.execute(sql`with ended as ${ended} ${SESSIONS_END}`));
}

/**
 * Gives the bank pages of the orders in `ended` a new address. It leaves out another student's, for whom the provider's
 * system has used the same order number: `isOwn` of `lib/enrolment/context.ts` says the same.
 */
export const SESSIONS_END = sql`
  update ${dda} d set session_generation = d.session_generation + 1
  from ended e join ${checkout} c on c.provider_id = e.provider_id and c.provider_order_id = e.provider_order_id
  where d.provider_id = c.provider_id and d.checkout_id = c.id and d.ended_at is null and (lower(c.email) = lower(e.email) or exists (
    select 1 from ${event} b
    where b.provider_id = c.provider_id and b.checkout_id = c.id and b.sequence = 1 and b.actor = 'student'))`;
