import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { checkout, email, enrolment, provider } from "../../drizzle/schema";
import { earlier, HOUR_MS } from "../../packages/dates/time";
import { orNothing, retried } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import { MAX_ADDRESSES, MAX_LINKS_AN_HOUR, type MailKind, type MailStatus } from "../domain/mail";
import type { CheckoutRow, NewEvent } from "./checkout-records";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { isLeased } from "./leases";
import { asTable } from "./outbox";
import { at, NEW_UUID } from "./sql";
import { tell } from "./writes";

export type MailRow = typeof email.$inferSelect;

/** Links of an enrolment within the last hour. */
export const linksOfLate = (providerId: SQL, id: SQL, now: Date) => sql`(
  select count(*) from ${email} m
  where m.provider_id = ${providerId} and m.enrolment_id = ${id} and m.created_at > ${at(earlier(now, HOUR_MS))})`;

/**
 * For the enrolment, which is in `saved` too. Writes nothing once it has had its addresses, or its links of an hour.
 * It is due at once, also where the request's clock is ahead of the database's.
 */
export function linkInsert(enrolment: { providerId: Id<"prv">; id: Id<"enr"> }, address: string, now: Date) {
  const providerId = sql`${idToUuid(enrolment.providerId)}::uuid`;
  const id = sql`${idToUuid(enrolment.id)}::uuid`;
  return sql`
    insert into ${email} (provider_id, id, kind, enrolment_id, link_generation, address, due_at, created_at)
    select e.provider_id, ${NEW_UUID}, 'resume_link', e.id, e.newest_link, ${address}, least(now(), ${at(now)}), ${at(now)}
    from saved e
    where ${linksOfLate(providerId, id, now)} < ${MAX_LINKS_AN_HOUR}::int and (
      select count(distinct lower(m.address)) from ${email} m
      where m.provider_id = ${providerId} and m.enrolment_id = ${id} and lower(m.address) <> lower(${address})
    ) < ${MAX_ADDRESSES}::int
    on conflict do nothing returning id`;
}

interface NewMail {
  provider_id: string;
  checkout_id: string;
  kind: MailKind;
  about?: string;
  change?: MailRow["change"];
}

/** For a checkout one email of each kind about the same, if its provider has emails switched on. */
export async function insertMails(db: Db, mails: readonly NewMail[], now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${email} (provider_id, id, kind, checkout_id, about, change, address, due_at, created_at)
    select n.provider_id, ${NEW_UUID}, n.kind, n.checkout_id, coalesce(n.about, ''), n.change, c.email, ${at(now)}, ${at(now)}
    from ${asTable(mails, "n (provider_id uuid, checkout_id uuid, kind text, about text, change jsonb)")}
    join ${provider} p on p.id = n.provider_id and p.student_emails
    join ${checkout} c on c.provider_id = n.provider_id and c.id = n.checkout_id
    on conflict do nothing`);
}

interface CheckoutMail extends Pick<MailRow, "providerId" | "kind" | "about">, Pick<NewMail, "change"> {
  checkoutId: Id<"chk">;
}

export function insertMail(tx: Db, { providerId, checkoutId, ...mail }: CheckoutMail, now: Date) {
  const ids = { provider_id: idToUuid(providerId), checkout_id: idToUuid(checkoutId) };
  const { kind, about, change } = mail;
  return insertMails(tx, [{ ...ids, kind, about, change }], now);
}

/**
 * Under a lease: no two workers have the same email, and it is free again when the lease of a dead worker ends.
 * @param only one provider's
 */
export async function leaseMails(
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
  only: Id<"prv"> | null,
): Promise<MailRow[]> {
  const isTheirs = only ? sql`provider_id = ${idToUuid(only)}::uuid and` : sql``;
  const isDue = sql`${isTheirs} status = 'pending' and due_at <= ${at(now)} and (lease_until is null or lease_until < ${at(now)})`;
  const found = sql`select provider_id, id from ${email} where ${isDue} order by due_at limit ${limit}`;
  return takeDue(db, email, { found, limit, isDue }, (free) =>
    db.update(email).set({ leaseUntil }).where(free).returning(),
  );
}

export interface Recorded {
  status: MailStatus;
  /** Null after the last attempt. */
  dueAt: Date | null;
  at: Date;
  /** Null if the email was accepted. */
  error: string | null;
  /** Whether the mail server rejected it permanently. */
  isRefused?: boolean;
  kept?: Pick<MailRow, "subject" | "textBody" | "htmlBody">;
}

/** @returns false if the lease was lost; then nothing is written */
export async function recordMail(db: Db, mail: MailRow, recorded: Recorded): Promise<boolean> {
  const rows = await retried(() => write(db, mail, recorded));
  return rows.length === 1;
}

/**
 * The same with an event about the email's checkout, in one transaction.
 * @returns null if the checkout was changed since it was read
 */
export async function recordMailAndTell(
  db: Db,
  mail: MailRow,
  recorded: Recorded,
  read: CheckoutRow,
  told: NewEvent,
): Promise<boolean | null> {
  let isAsRead = true;
  const done = await orNothing(db, async (tx) => {
    isAsRead = await tell(tx, read, told);
    const rows = isAsRead ? await write(tx, mail, recorded) : [];
    return rows.length === 1 || null;
  });
  return isAsRead ? done !== null : null;
}

function write(db: Db, mail: MailRow, { status, dueAt, at: finishedAt, error, kept }: Recorded) {
  return db
    .update(email)
    .set({
      status,
      dueAt,
      leaseUntil: null,
      attempts: sql`${email.attempts} + 1`,
      finishedAt: dueAt === null ? finishedAt : null,
      lastError: error,
      ...kept,
    })
    .where(and(isLeased("mail", mail), eq(email.status, "pending")))
    .returning({ id: email.id });
}

/** The portal's enrolment of an order, if it has this address: then the receipt may contain its link. */
export async function findEnrolmentOf(
  db: Db,
  order: { providerId: Id<"prv">; providerOrderId: string; email: string },
) {
  const [row] = await db
    .select({ id: enrolment.id, linkKeyVersion: enrolment.linkKeyVersion, newestLink: enrolment.newestLink })
    .from(enrolment)
    .where(
      and(
        eq(enrolment.providerId, order.providerId),
        eq(enrolment.providerOrderId, order.providerOrderId),
        eq(sql`lower(${enrolment.email})`, order.email.toLowerCase()),
      ),
    );
  return row ?? null;
}

const LISTED = {
  id: email.id,
  kind: email.kind,
  address: email.address,
  subject: email.subject,
  finishedAt: email.finishedAt,
  providerId: email.providerId,
  checkoutId: email.checkoutId,
  provider: provider.name,
  replyTo: provider.email,
};

/** Newest first, of all providers. */
export function listKeptMails(db: Db, limit: number) {
  return db
    .select(LISTED)
    .from(email)
    .innerJoin(provider, eq(provider.id, email.providerId))
    .where(eq(email.status, "kept"))
    .orderBy(desc(email.id))
    .limit(limit);
}

export async function findKeptMail(db: Db, id: Id<"eml">) {
  const [row] = await db
    .select({ ...LISTED, textBody: email.textBody, htmlBody: email.htmlBody })
    .from(email)
    .innerJoin(provider, eq(provider.id, email.providerId))
    .where(and(eq(email.id, id), eq(email.status, "kept")));
  return row ?? null;
}
