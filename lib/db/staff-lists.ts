import { and, desc, eq, gte, inArray, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  checkout,
  dda,
  debit,
  email,
  enrolment,
  event,
  opportunity,
  refund,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { oneOf } from "../../drizzle/schema/columns";
import type { CalendarDate } from "../../packages/dates/calendar";
import { readRows } from "../../packages/postgres-guard/index";
import { firstIdAt, type Id, idToUuid } from "../domain/ids";
import type { CheckoutStatus, PaymentType } from "../domain/states";
import type { Db } from "./client";
import { IS_AWAITING } from "./sql";

/** What the console asks beyond the lists of the API. */

/** So many of one search: whoever finds more has to say more. */
const MAX_FOUND = 100;

type Ids = Promise<Id<"chk">[]>;

/** By the table that each id belongs to. */
const TABLES = {
  opp: opportunity,
  dda,
  agr: agreement,
  evt: event,
  ref: refund,
  dbt: debit,
  cat: chargeAttempt,
};
export type RecordPrefix = keyof typeof TABLES | "eml";

export async function checkoutOfRecord(db: Db, providerId: Id<"prv">, prefix: RecordPrefix, id: string): Ids {
  const table = prefix === "eml" ? email : TABLES[prefix];
  const rows = await db
    .select({ id: table.checkoutId })
    .from(table)
    .where(and(eq(table.providerId, providerId), sql`${table.id} = ${table.id.mapToDriverValue(id)}::uuid`));
  return rows.flatMap((row) => row.id ?? []);
}

/** By what a request wrote. */
export async function checkoutsOfRequest(db: Db, providerId: Id<"prv">, requestId: Id<"req">): Ids {
  const rows = await db
    .selectDistinct({ id: event.checkoutId })
    .from(event)
    .where(and(eq(event.providerId, providerId), eq(event.requestId, requestId)))
    .limit(MAX_FOUND);
  return rows.map(({ id }) => id);
}

/** By an order reference or a receipt number. */
export async function checkoutsOfReference(db: Db, providerId: Id<"prv">, references: string[]): Ids {
  const rows = await db
    .select({ id: checkout.id })
    .from(checkout)
    .where(and(eq(checkout.providerId, providerId), inArray(checkout.providerOrderId, references)))
    .unionAll(
      db
        .select({ id: chargeAttempt.checkoutId })
        .from(chargeAttempt)
        .where(
          and(eq(chargeAttempt.providerId, providerId), inArray(chargeAttempt.receiptNumber, references)),
        ),
    )
    .limit(MAX_FOUND);
  return rows.map(({ id }) => id);
}

export interface Paid {
  cents: number;
  /** Of a debit, as the bank statement has it. */
  date: CalendarDate;
  /** That day in the provider's zone, for cards. */
  from: Date;
  to: Date;
}

/** By a card payment or a debit of a day. */
export async function checkoutsOfPayment(
  db: Db,
  providerId: Id<"prv">,
  { cents, date, from, to }: Paid,
): Ids {
  const rows = await db
    .select({ id: debit.checkoutId })
    .from(debit)
    .where(and(eq(debit.providerId, providerId), eq(debit.date, date), eq(debit.amountCents, cents)))
    .union(
      db
        .select({ id: chargeAttempt.checkoutId })
        .from(chargeAttempt)
        .where(
          and(
            eq(chargeAttempt.providerId, providerId),
            gte(chargeAttempt.createdAt, from),
            lt(chargeAttempt.createdAt, to),
            eq(chargeAttempt.amountCents, cents),
          ),
        ),
    )
    .limit(MAX_FOUND);
  return rows.map(({ id }) => id);
}

/** By an account that is or was authorised: by what is stored to be shown of it, so that nothing is decrypted. */
export async function checkoutsOfAccount(
  db: Db,
  providerId: Id<"prv">,
  { bsb, ending }: { bsb: string; ending: string },
): Ids {
  const rows = await db
    .selectDistinct({ id: dda.checkoutId })
    .from(dda)
    .where(and(eq(dda.providerId, providerId), eq(dda.bsb, bsb), eq(dda.accountEnding, ending)))
    .limit(MAX_FOUND);
  return rows.map(({ id }) => id);
}

/** An enrolment of the portal by its id, or those of an order or, for one tenant, an address, newest first. */
export function findEnrolments(
  db: Db,
  providerId: Id<"prv">,
  by: { id: Id<"enr"> } | { references: string[] } | { email: string },
) {
  const wanted: SQL | undefined =
    "id" in by
      ? eq(enrolment.id, by.id)
      : "email" in by
        ? sql`${enrolment.id} = any (array(select enrolments_of(${by.email.toLowerCase()})))`
        : inArray(enrolment.providerOrderId, by.references);
  const itsOwn = db
    .select({ one: sql`1` })
    .from(checkout)
    .where(and(eq(checkout.providerId, providerId), eq(checkout.providerOrderId, enrolment.providerOrderId)));
  return db
    .select({
      id: enrolment.id,
      reference: enrolment.providerOrderId,
      firstName: enrolment.firstName,
      lastName: enrolment.lastName,
      email: enrolment.email,
      updatedAt: enrolment.updatedAt,
      /** It has no checkout. */
      isUnfinished: sql<boolean>`${notExists(itsOwn)}`,
    })
    .from(enrolment)
    .where(and(eq(enrolment.providerId, providerId), wanted))
    .orderBy(desc(enrolment.updatedAt))
    .limit(MAX_FOUND);
}

export interface Total {
  status: CheckoutStatus;
  type: PaymentType;
  /** Its time is over, and that is not recorded yet. */
  isOver: boolean;
  count: number;
  cents: number;
}

/** How many checkouts began since then, and their prices. It reads an index only. */
export function totalsOf(db: Db, providerId: Id<"prv">, since: Date): Promise<Total[]> {
  const isOver = sql<boolean>`(${IS_AWAITING} and coalesce(${checkout.expiresAt} <= statement_timestamp(), false))`;
  return db
    .select({
      status: checkout.checkoutStatus,
      type: checkout.paymentType,
      isOver: isOver.as("is_over"),
      count: sql<number>`count(*)::int`,
      cents: sql<number>`sum(${checkout.coursePriceCents})::float8`,
    })
    .from(checkout)
    .where(and(eq(checkout.providerId, providerId), gte(checkout.id, firstIdAt("chk", since))))
    .groupBy(checkout.checkoutStatus, checkout.paymentType, sql`is_over`);
}

/**
 * How many checkouts with these statuses began on each day, and the prices of those that are paid. It reads an index only.
 * @param ends of the days, and before them the first one's beginning
 */
export async function countByDay(
  db: Db,
  providerId: Id<"prv">,
  statuses: readonly CheckoutStatus[],
  paid: readonly CheckoutStatus[],
  bounds: readonly Date[],
): Promise<{ count: number; paidCents: number }[]> {
  const ids = bounds.map((at) => sql`${idToUuid(firstIdAt("chk", at))}::uuid`);
  const days = ids.slice(1).map((end, at) => sql`(${at}::int, ${ids[at]}, ${end})`);
  return readRows(
    db,
    sql`select n.* from (values ${sql.join(days, sql`, `)}) as d (place, begins, ends), lateral (
      select count(*)::int as count,
        coalesce(sum(c.course_price_cents) filter (where ${oneOf("checkout_status", paid)}), 0)::float8 as "paidCents"
      from ${checkout} c where c.provider_id = ${idToUuid(providerId)}::uuid
        and c.id >= d.begins and c.id < d.ends and ${oneOf("checkout_status", statuses)}) n order by d.place`,
  );
}

/** Every call to a card gateway for a checkout, oldest first. */
export const chargesOf = (db: Db, providerId: Id<"prv">, checkoutId: Id<"chk">) =>
  db
    .select()
    .from(chargeAttempt)
    .where(and(eq(chargeAttempt.providerId, providerId), eq(chargeAttempt.checkoutId, checkoutId)))
    .orderBy(chargeAttempt.createdAt);

/** What was sent to the student of a checkout, and of its enrolment in the portal, newest first. */
export const mailsOf = (
  db: Db,
  providerId: Id<"prv">,
  { checkoutId, enrolmentId }: { checkoutId: Id<"chk"> | null; enrolmentId: Id<"enr"> | null },
) =>
  db
    .select({
      id: email.id,
      kind: email.kind,
      address: email.address,
      status: email.status,
      lastError: email.lastError,
      createdAt: email.createdAt,
      finishedAt: email.finishedAt,
    })
    .from(email)
    .where(
      and(
        eq(email.providerId, providerId),
        or(
          checkoutId ? eq(email.checkoutId, checkoutId) : undefined,
          enrolmentId ? eq(email.enrolmentId, enrolmentId) : undefined,
        ),
      ),
    )
    .orderBy(desc(email.createdAt))
    .limit(MAX_FOUND);

/** Where these events went, or will go. */
export const deliveriesOf = (db: Db, providerId: Id<"prv">, eventIds: Id<"evt">[]) =>
  db
    .select({
      eventId: webhookDelivery.eventId,
      kind: webhookDelivery.kind,
      status: webhookDelivery.status,
      attempts: webhookDelivery.attempts,
      dueAt: webhookDelivery.dueAt,
      finishedAt: webhookDelivery.finishedAt,
      url: webhookEndpoint.url,
    })
    .from(webhookEndpoint)
    .innerJoin(
      webhookDelivery,
      and(
        eq(webhookDelivery.providerId, webhookEndpoint.providerId),
        eq(webhookDelivery.endpointId, webhookEndpoint.id),
        inArray(webhookDelivery.eventId, eventIds),
      ),
    )
    .where(eq(webhookEndpoint.providerId, providerId))
    .orderBy(webhookDelivery.id)
    .limit(MAX_FOUND);
