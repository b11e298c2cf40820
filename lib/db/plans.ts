import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  chargeAttempt,
  dda,
  debit,
  debitPoll,
  instalment,
  opportunity,
  outsidePayment,
  paymentPlan,
  refund,
} from "../../drizzle/schema";
import type { AuthorityEnding, OpportunityStage } from "../../drizzle/vocabulary";
import type { CalendarDate } from "../../packages/dates/calendar";
import { instantOf } from "../../packages/dates/time";
import { orNothing } from "../../packages/postgres-guard/index";
import { type Id, idFromUuid } from "../domain/ids";
import { type CardPayment, type Plan, type PlanDebit, type PlanInstalment, planState } from "../domain/plan";
import { noticeDay } from "../domain/plan-dates";
import { type Finding, raiseAlert } from "./alerts";
import type { CheckoutRecord, CheckoutRow, NewEvent, PlanRow } from "./checkout-records";
import type { Db } from "./client";
import { insertMail } from "./mail";
import { asTable } from "./outbox";
import { at } from "./sql";
import { type AttemptChange, type Change, insertAttempt, moveAttempt, pollsOf, tell } from "./writes";

export type DebitRow = typeof debit.$inferSelect;

export interface PlanKey {
  providerId: Id<"prv">;
  checkoutId: Id<"chk">;
}

/** A plan as it was read, with its row. */
export interface StoredPlan {
  row: PlanRow;
  plan: Plan;
}

const ofPlan = ({ providerId, checkoutId }: PlanKey) =>
  and(eq(paymentPlan.providerId, providerId), eq(paymentPlan.checkoutId, checkoutId));

const partsOf = (alias: SQL) =>
  sql`where ${alias}.provider_id = ${paymentPlan.providerId} and ${alias}.checkout_id = ${paymentPlan.checkoutId}`;

const INSTALMENTS = sql`(select coalesce(json_agg(json_build_object('number', i.number, 'dueDate', i.due_date,
  'debitDate', i.debit_date, 'amountCents', i.amount_cents, 'handOverOn', i.hand_over_on, 'attempts', i.attempts, 'outsidePayment', case when o.number is not null then
  json_build_object('receivedOn', o.received_on, 'reference', o.reference, 'recordedBy', o.recorded_by) end)
  order by i.number), '[]')::text from ${instalment} i
  left join ${outsidePayment} o using (provider_id, checkout_id, number) ${partsOf(sql`i`)})`.mapWith(
  (text: string): PlanInstalment[] => JSON.parse(text),
);

type DebitJson = Omit<PlanDebit, "id" | "updatedAt"> & { id: string; updatedAt: number };

const DEBITS =
  sql`(select coalesce(json_agg(json_build_object('id', d.id, 'number', d.number, 'attempt', d.attempt,
  'amountCents', d.amount_cents, 'refundedCents', (select coalesce(sum(r.amount_cents), 0) from ${refund} r
  where r.provider_id = d.provider_id and r.debit_id = d.id and r.status = 'Succeeded'), 'date', d.date, 'status', d.status, 'reason', d.reason,
  'isOfFormerAccount', (a.debit_gateway, a.debit_reference) is distinct from (d.gateway, d.authority),
  'updatedAt', extract(epoch from d.updated_at) * 1000) order by d.created_at, d.number, d.attempt), '[]')::text
  from ${debit} d left join ${dda} a on a.provider_id = d.provider_id and a.checkout_id = d.checkout_id and a.ended_at is null
  ${partsOf(sql`d`)})`.mapWith((text: string): PlanDebit[] =>
    (JSON.parse(text) as DebitJson[]).map((one) => ({
      ...one,
      id: idFromUuid("dbt", one.id),
      updatedAt: instantOf(one.updatedAt),
    })),
  );

type CardJson = Omit<CardPayment, "id" | "paidAt"> & { id: string; paidAt: number | null };

const CARD_PAYMENTS = sql`(select coalesce(json_agg(json_build_object('id', a.id, 'numbers', a.instalments,
  'paidAt', case a.status when 'succeeded' then extract(epoch from a.updated_at) * 1000 end,
  'refundedCents', (select coalesce(sum(r.amount_cents), 0) from ${refund} r
  where r.provider_id = a.provider_id and r.charge_attempt_id = a.id and r.status = 'Succeeded')) order by a.created_at), '[]')::text
  from ${chargeAttempt} a ${partsOf(sql`a`)} and a.instalments is not null
  and a.status in ('started', 'unknown', 'succeeded'))`.mapWith((text: string): CardPayment[] =>
  (JSON.parse(text) as CardJson[]).map((one) => ({
    ...one,
    id: idFromUuid("cat", one.id),
    paidAt: one.paidAt === null ? null : instantOf(one.paidAt),
  })),
);

const selectPlans = (db: Db) =>
  db
    .select({ row: paymentPlan, instalments: INSTALMENTS, debits: DEBITS, cardPayments: CARD_PAYMENTS })
    .from(paymentPlan);

type SelectedPlan = Awaited<ReturnType<typeof selectPlans>>[number];

const toStored = ({ row, ...parts }: SelectedPlan): StoredPlan => ({
  row,
  plan: { ...planState(row), ...parts },
});

/** Null where nobody collects the plan. */
export async function findPlan(db: Db, key: PlanKey): Promise<StoredPlan | null> {
  const [found] = await selectPlans(db).where(ofPlan(key));
  return found ? toStored(found) : null;
}

export interface PlanFilter {
  status?: PlanRow["status"];
  standing?: PlanRow["summary"]["standing"];
  updatedSince?: Date;
  before?: Id<"chk">;
  limit: number;
}

/** Newest first. */
export async function listPlans(
  db: Db,
  providerId: Id<"prv">,
  { status, standing, updatedSince, before, limit }: PlanFilter,
): Promise<StoredPlan[]> {
  const found = await selectPlans(db)
    .where(
      and(
        eq(paymentPlan.providerId, providerId),
        status && eq(paymentPlan.status, status),
        standing && sql`${paymentPlan.summary} ->> 'standing' = ${standing}`,
        updatedSince && sql`${paymentPlan.updatedAt} >= ${at(updatedSince)}`,
        before && sql`${paymentPlan.checkoutId} < ${paymentPlan.checkoutId.mapToDriverValue(before)}::uuid`,
      ),
    )
    .orderBy(sql`${paymentPlan.checkoutId} desc`)
    .limit(limit);
  return found.map(toStored);
}

export interface PlanChange {
  checkout: CheckoutRow;
  read: StoredPlan;
  /** With the next revision. */
  now: StoredPlan;
  /** By the provider's clock. */
  today: CalendarDate;
  /** A debit that begins. */
  begun?: DebitRow;
  /** A debit whose status changes, with what it was. */
  moved?: { row: DebitRow; from: DebitRow["status"] };
  /** A card payment that begins. */
  charged?: NonNullable<Change["newAttempt"]>;
  /** What becomes of a card payment. */
  settled?: { read: NonNullable<CheckoutRecord["attempt"]>; change: AttemptChange };
  events: NewEvent[];
  mails: readonly Omit<Parameters<typeof insertMail>[1], keyof PlanKey>[];
  alert?: Finding;
  stage?: OpportunityStage;
  /** Another account takes the place of the live one. */
  authority?: { ended: { id: Id<"dda">; why: AuthorityEnding }; row: typeof dda.$inferInsert };
}

/**
 * One transaction: plan, instalments, debit, events, emails and alert.
 * @returns false, with nothing written, if plan or checkout were changed since they were read
 */
export async function changePlan(db: Db, change: PlanChange): Promise<boolean> {
  const { read, now, checkout: ofCheckout, begun, moved, events, mails, alert, stage, authority } = change;
  const { charged, settled } = change;
  const { providerId, checkoutId, updatedAt, ...changed } = now.row;
  const inTransaction = async (tx: Db) => {
    let known = ofCheckout;
    for (const told of events) {
      if (!(await tell(tx, known, told))) return null;
      known = { ...known, lastSequence: known.lastSequence + 1 };
    }
    const written = await tx
      .update(paymentPlan)
      .set({ ...changed, updatedAt })
      .where(and(ofPlan(read.row), eq(paymentPlan.revision, read.row.revision)))
      .returning({ revision: paymentPlan.revision });
    if (written.length === 0) return null;
    await writeInstalments(tx, change);
    if (begun) {
      const made = await tx.insert(debit).values(begun).onConflictDoNothing().returning({ id: debit.id });
      if (made.length === 0) return null;
    }
    if (moved) {
      const { row, from } = moved;
      const done = await tx
        .update(debit)
        .set(row)
        .where(and(eq(debit.providerId, providerId), eq(debit.id, row.id), eq(debit.status, from)))
        .returning({ id: debit.id });
      if (done.length === 0) return null;
    }
    if (authority && !(await replaceAuthority(tx, now.row, authority))) return null;
    if (charged && (await insertAttempt(tx, ofCheckout, charged)).length === 0) return null;
    if (settled && (await moveAttempt(tx, settled.read, settled.change, updatedAt)).length === 0) return null;
    if (stage)
      await tx
        .update(opportunity)
        .set({ stage, updatedAt })
        .where(and(eq(opportunity.providerId, providerId), eq(opportunity.checkoutId, checkoutId)));
    for (const mail of mails) await insertMail(tx, { ...mail, providerId, checkoutId }, updatedAt);
    if (alert) await raiseAlert(tx, alert, updatedAt);
    return "written";
  };
  return (await orNothing(db, inTransaction)) !== null;
}

/** Those that changed, in one statement. */
async function writeInstalments(tx: Db, { read, now, today }: PlanChange): Promise<void> {
  const key = { providerId: now.row.providerId, checkoutId: now.row.checkoutId };
  const changed = now.plan.instalments.filter((one) => !read.plan.instalments.includes(one));
  if (changed.length === 0) return;
  const rows = changed.map((one) => ({ ...one, noticeOn: noticeDay(one.handOverOn, today) }));
  const columns = `"dueDate" date, "debitDate" date, "handOverOn" date, "noticeOn" date, attempts int, number int`;
  await tx
    .update(instalment)
    .set({
      dueDate: sql`n."dueDate"`,
      debitDate: sql`n."debitDate"`,
      handOverOn: sql`n."handOverOn"`,
      attempts: sql`n.attempts`,
      noticeOn: sql`case when ${instalment.handOverOn} is distinct from n."handOverOn" then n."noticeOn" else ${instalment.noticeOn} end`,
    })
    .from(asTable(rows, `n (${columns})`))
    .where(
      and(
        eq(instalment.providerId, key.providerId),
        eq(instalment.checkoutId, key.checkoutId),
        sql`${instalment.number} = n.number`,
      ),
    );
  const wasPaid = new Set(
    read.plan.instalments.filter((one) => one.outsidePayment).map(({ number }) => number),
  );
  const paid = changed.flatMap(({ number, amountCents, outsidePayment: told }) =>
    told && !wasPaid.has(number)
      ? [{ ...key, number, amountCents, ...told, recordedAt: now.row.updatedAt }]
      : [],
  );
  if (paid.length > 0) await tx.insert(outsidePayment).values(paid);
}

/**
 * The plan is as it was read, so no other has taken its place. The account number is not needed any more: each debit has the
 * processor's own name for its account.
 */
async function replaceAuthority(
  tx: Db,
  { providerId, gateway, updatedAt: now }: PlanRow,
  { ended, row }: NonNullable<PlanChange["authority"]>,
): Promise<boolean> {
  const erased = { bankSealed: null, bankKeyVersion: null, replaceableUntil: null };
  const done = await tx
    .update(dda)
    .set({ ...erased, endedAt: now, endedWhy: ended.why, updatedAt: now })
    .where(and(eq(dda.providerId, providerId), eq(dda.id, ended.id)))
    .returning({ id: dda.id });
  if (done.length === 0) return false;
  await tx.insert(dda).values(row);
  await tx
    .insert(debitPoll)
    .values(pollsOf({ providerId, gateway, createdAt: now }))
    .onConflictDoNothing();
  return true;
}
