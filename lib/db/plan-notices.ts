import { and, eq, sql } from "drizzle-orm";
import {
  chargeAttempt,
  checkout,
  debit,
  email,
  instalment,
  paymentPlan,
  provider,
} from "../../drizzle/schema";
import type { CalendarDate } from "../../packages/dates/calendar";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";
import { hasCome, IS_RUNNING, itsPlan } from "./collection";
import type { PlanKey } from "./plans";
import { at, NEW_UUID } from "./sql";

/** A day on which a plan's student is debited, and is to be told so. */
interface Notice extends PlanKey {
  debitDate: CalendarDate;
}

/** The outcome of a card that pays an instalment is awaited: whether it is debited is not known yet. */
const IS_BEING_PAID = sql`exists (select from ${chargeAttempt} a
  where a.provider_id = ${instalment.providerId} and a.checkout_id = ${instalment.checkoutId}
    and ${instalment.number} = any(a.instalments) and a.status in ('started', 'unknown'))`;

/** @param only one provider's; null for all whose clock is the real one */
export function dueNotices(db: Db, now: Date, only: Id<"prv"> | null, limit: number): Promise<Notice[]> {
  const { providerId, checkoutId, debitDate, noticeOn } = instalment;
  return db
    .selectDistinct({ providerId, checkoutId, debitDate })
    .from(instalment)
    .innerJoin(paymentPlan, itsPlan)
    .innerJoin(sql`${provider} pr`, sql`pr.id = ${providerId}`)
    .where(and(sql`${noticeOn} is not null`, hasCome(noticeOn, providerId, now, only), IS_RUNNING))
    .limit(limit);
}

/** One email for all payments of that day. Of several workers one finds something to tell. */
export async function writeNotice(db: Db, { providerId, checkoutId, debitDate }: Notice, now: Date) {
  const ofPlan = sql`provider_id = ${idToUuid(providerId)}::uuid and checkout_id = ${idToUuid(checkoutId)}::uuid`;
  await retried(() =>
    db.execute(sql`
      with told as (
        update ${instalment} set notice_on = null
        where ${ofPlan} and debit_date = ${debitDate}::date and notice_on is not null and not ${IS_BEING_PAID}
        returning number)
      insert into ${email} (provider_id, id, kind, checkout_id, about, address, due_at, created_at)
      select c.provider_id, ${NEW_UUID}, 'debit_upcoming', c.id,
        ${debitDate}::text || ' ' || t.numbers, c.email, ${at(now)}, ${at(now)}
      from (select string_agg(number::text, ',' order by number) as numbers from told) t
      join ${checkout} c on c.provider_id = ${idToUuid(providerId)}::uuid and c.id = ${idToUuid(checkoutId)}::uuid
      join ${provider} p on p.id = c.provider_id and p.student_emails
      where t.numbers is not null
      on conflict do nothing`),
  );
}

export async function hasDeceasedPayer(db: Db, { providerId, checkoutId }: PlanKey): Promise<boolean> {
  const [found] = await db
    .select({ id: debit.id })
    .from(debit)
    .where(
      and(eq(debit.providerId, providerId), eq(debit.checkoutId, checkoutId), eq(debit.reason, "deceased")),
    )
    .limit(1);
  return found !== undefined;
}
