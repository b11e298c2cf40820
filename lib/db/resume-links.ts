import { sql } from "drizzle-orm";
import { checkout, email, enrolment, linkRequest, provider } from "../../drizzle/schema";
import { earlier } from "../../packages/dates/time";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import { MAX_ENROLMENTS_ASKED_FOR, MAX_LINKS_AN_HOUR } from "../domain/mail";
import { LINKS_OUTLIVE_MS } from "../domain/resume-link";
import { OPEN_STATUSES } from "../domain/states";
import type { Db } from "./client";
import { SESSIONS_END } from "./enrolments";
import { linksOfLate } from "./mail";
import { at, hasStatusOf, IS_COLLECTED, NEW_UUID } from "./sql";

export async function insertLinkRequest(
  db: Db,
  row: Omit<typeof linkRequest.$inferInsert, "createdAt">,
): Promise<void> {
  await db.insert(linkRequest).values({ ...row, createdAt: sql`now()` });
}

const BATCH = 100;

/**
 * Gives each enrolment of the address a new generation and an email with its link, unless its links are over or it has used
 * its links of this hour. If there are too many, those whose emailed link was used go first: somebody else can begin
 * enrolments with this address, but cannot use its emails.
 * @returns how many requests were handled
 */
export async function answerLinkRequests(db: Db, now: Date): Promise<number> {
  const over = at(earlier(now, LINKS_OUTLIVE_MS));
  const rows = await retried(() =>
    db.execute(sql`
    with asked as materialized (
      delete from ${linkRequest} where id in (
        select id from ${linkRequest} order by created_at limit ${BATCH} for update skip locked)
      returning provider_id, address
    ), found as (
      select e.provider_id, e.id, row_number() over (
        partition by lower(e.email) order by e.lowest_link > 1 desc, e.updated_at desc) as turn
      from (
        select distinct m.provider_id, m.id from asked a
        join ${enrolment} m on lower(m.email) = lower(a.address)
          and m.provider_id = coalesce(a.provider_id, m.provider_id)
      ) mine
      join ${enrolment} e on e.provider_id = mine.provider_id and e.id = mine.id
      join ${provider} p on p.id = e.provider_id and p.student_emails
      left join lateral (
        select checkout_status, updated_at, ${IS_COLLECTED} as is_collected from ${checkout} c
        where c.provider_id = e.provider_id and c.provider_order_id = e.provider_order_id
        order by c.id desc limit 1
      ) c on true
      where (c.checkout_status is null or ${hasStatusOf(OPEN_STATUSES)} or c.is_collected
          or greatest(c.updated_at, e.updated_at) > ${over})
        and ${linksOfLate(sql`e.provider_id`, sql`e.id`, now)} < ${MAX_LINKS_AN_HOUR}::int
    ), raised as (
      update ${enrolment} e set newest_link = e.newest_link + 1 from found f
      where e.provider_id = f.provider_id and e.id = f.id and f.turn <= ${MAX_ENROLMENTS_ASKED_FOR}::int
      returning e.provider_id, e.id, e.newest_link, e.email
    ), written as (
      insert into ${email} (provider_id, id, kind, enrolment_id, link_generation, address, due_at, created_at)
      select provider_id, ${NEW_UUID}, 'new_link', id, newest_link, email, ${at(now)}, ${at(now)} from raised
    )
    select 1 from asked`),
  );
  return rows.length;
}

/**
 * Ends all links of an enrolment, even the one that paid or signed. Like every emailed link, a new one waits for its button.
 * @param sendAt when to email a new one; null for not at all
 * @returns null if there is no such enrolment
 */
export async function endAllLinks(
  db: Db,
  { providerId, reference }: { providerId: Id<"prv">; reference: string },
  sendAt: Date | null,
) {
  const isSent = sql`${sendAt !== null}::boolean`;
  const due = at(sendAt ?? new Date(0));
  const [row] = await retried(() =>
    db.execute<{ mailed_to: string | null }>(sql`
    with ended as (
      update ${enrolment} set lowest_link = newest_link + 1, newest_link = newest_link + 2, finishing_link = null
      where provider_id = ${idToUuid(providerId)} and provider_order_id = ${reference}
      returning provider_id, provider_order_id, id, newest_link, email
    ), sessions as (${SESSIONS_END}
    ), written as (
      insert into ${email} (provider_id, id, kind, enrolment_id, link_generation, address, due_at, created_at)
      select e.provider_id, ${NEW_UUID}, 'new_link', e.id, e.newest_link, e.email, ${due}, ${due}
      from ended e join ${provider} p on p.id = e.provider_id and p.student_emails
      where ${isSent} and e.email is not null
      returning address
    )
    select (select address from written) as mailed_to from ended`),
  );
  return row ? { mailedTo: row.mailed_to } : null;
}
