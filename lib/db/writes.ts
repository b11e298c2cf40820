import { and, eq, gt, isNull, sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  checkout,
  contact,
  dda,
  debitPoll,
  event,
  idempotencyKey,
  instalment,
  opportunity,
  paymentPlan,
} from "../../drizzle/schema";
import { POLLS } from "../../drizzle/vocabulary";
import { isLockTimeout, isRowRefused } from "../../packages/postgres-guard/faults";
import { orNothing } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";
import { type Id, idToUuid } from "../domain/ids";
import { needsTimeLeft, type OpportunityStage, type State, type TransitionName } from "../domain/states";
import { isAttempt } from "./charge-attempts";
import {
  type AgreementRow,
  type CheckoutRecord,
  type CheckoutRow,
  eventRow,
  type NewEvent,
  type PlanRow,
  READ_AT,
} from "./checkout-records";
import type { Db } from "./client";
import { contactOf, LATEST_NAME } from "./contacts";
import { inLineOfCheckout } from "./lines";
import { at as instant, LEASE } from "./sql";

export type AttemptChange = Partial<typeof chargeAttempt.$inferInsert>;

export interface Change {
  transition: TransitionName;
  to: State;
  at: Date;
  /** Null only if the transition tells nobody. */
  event: NewEvent | null;
  checkout?: Partial<CheckoutRow>;
  dda?: Partial<typeof dda.$inferInsert>;
  attempt?: AttemptChange;
  /** A card on the hosted page, in place of the last one, which took nothing. */
  newAttempt?: { row: NonNullable<CheckoutRecord["attempt"]>; callNumber: number; recoverAfterMs: number };
  /** If there is no Opportunity yet. */
  newOpportunity?: Id<"opp">;
  agreement?: AgreementRow & { content: string };
  /** What is collected of it from now on. */
  plan?: { row: PlanRow; instalments: (typeof instalment.$inferInsert)[] };
  /** The encrypted response of the create that this finishes; `free` releases the key. */
  idempotency?: { keyVersion: number; sealedAnswer: Uint8Array } | "free";
}

/**
 * One transaction. Its first update locks the checkout's row. If the row was changed since it was read, everything is rolled
 * back. All writes are sent together, in one round trip, and PostgreSQL runs them in order. Inserts are `on conflict do
 * nothing`, because PostgreSQL's log quotes rows that a constraint refuses.
 * An outcome of a charge is recorded at once. Other changes of the same checkout take turns.
 * @returns false if the checkout was changed since it was read, or its time is over
 */
export async function applyChange(db: Db, record: CheckoutRecord, change: Change): Promise<boolean> {
  const inTransaction = async (tx: Db) => {
    const [moved, , attempted, begun] = await Promise.all([
      moveCheckout(tx, record, change),
      change.newAttempt && replaceAttempt(tx, record.checkout),
      // An unknown outcome has no event and takes no sequence, so only the attempt's row can show a second writer.
      change.attempt && moveAttempt(tx, present(record.attempt, "charge attempt"), change.attempt, change.at),
      change.newAttempt && insertAttempt(tx, record.checkout, change.newAttempt),
      ...otherWrites(tx, record, change),
    ]);
    return [moved, attempted, begun].some((rows) => rows?.length === 0) ? null : "written";
  };
  const write = () => orNothing(db, inTransaction);
  try {
    const done = await (change.attempt ? write() : inLineOfCheckout(db, record.checkout.id, write));
    return done !== null;
  } catch (error) {
    // If the rows are not as they were read, a later write can fail before the first one's count is checked: after a reset,
    // or on a standby that lacks the last commits. A lock can time out behind several writers that all made progress.
    const mayHaveMoved = isRowRefused(error) || isLockTimeout(error);
    if (mayHaveMoved && !(await isAsItWas(db, record))) return false;
    throw error;
  }
}

async function isAsItWas(db: Db, { checkout: read }: CheckoutRecord): Promise<boolean> {
  const found = await db.select({ id: checkout.id }).from(checkout).where(isAsRead(read));
  return found.length > 0;
}

const isAsRead = (read: CheckoutRow) =>
  and(
    eq(checkout.providerId, read.providerId),
    eq(checkout.id, read.id),
    eq(checkout.lastSequence, read.lastSequence),
    // A card on its way changes the status without an event.
    eq(checkout.checkoutStatus, read.checkoutStatus),
  );

/**
 * Adds an event that changes no status, and locks the checkout's row.
 * @param also what else changes in the row
 * @returns false, with nothing written, if the checkout was changed since it was read
 */
export async function tell(
  tx: Db,
  read: CheckoutRow,
  told: NewEvent,
  also: Pick<Partial<CheckoutRow>, "refundedCents"> = {},
): Promise<boolean> {
  const sequence = read.lastSequence + 1;
  const moved = await tx
    .update(checkout)
    .set({ ...also, lastSequence: sequence, updatedAt: told.occurredAt })
    .where(isAsRead(read))
    .returning({ id: checkout.id });
  if (moved.length === 0) return false;
  await tx.insert(event).values(eventRow(read, sequence, told));
  return true;
}

/** Updates nothing after somebody else's change, because every change with an event raises the sequence. */
function moveCheckout(tx: Db, { checkout: read }: CheckoutRecord, change: Change) {
  return (
    tx
      .update(checkout)
      .set({
        ...change.checkout,
        checkoutStatus: change.to.checkout,
        authorisationStatus: change.to.authorisation,
        lastSequence: sequenceAfter(read, change),
        updatedAt: change.at,
      })
      // Time may have run out while the change was prepared.
      .where(
        needsTimeLeft(change.transition)
          ? and(isAsRead(read), gt(checkout.expiresAt, READ_AT))
          : isAsRead(read),
      )
      .returning({ id: checkout.id })
  );
}

export const moveAttempt = (
  tx: Db,
  { providerId, id, status }: NonNullable<CheckoutRecord["attempt"]>,
  change: AttemptChange,
  at: Date,
) =>
  tx
    .update(chargeAttempt)
    .set({ ...change, updatedAt: at })
    .where(and(isAttempt({ providerId, id }), eq(chargeAttempt.status, status)))
    .returning({ id: chargeAttempt.id });

const replaceAttempt = (tx: Db, read: CheckoutRow) =>
  tx
    .update(chargeAttempt)
    .set({ isReplaced: true })
    .where(and(belongsTo(chargeAttempt, read), sql`not ${chargeAttempt.isReplaced}`));

export function insertAttempt(
  tx: Db,
  { providerOrderId }: CheckoutRow,
  { row, callNumber, recoverAfterMs }: NonNullable<Change["newAttempt"]>,
) {
  const dueAt = sql`now() + ${recoverAfterMs}::float8 * interval '1 millisecond'`;
  return tx
    .insert(chargeAttempt)
    .values({ ...row, providerOrderId, callNumber, dueAt })
    .onConflictDoNothing()
    .returning({ id: chargeAttempt.id });
}

function otherWrites(tx: Db, { checkout: read }: CheckoutRecord, change: Change) {
  const { to, at, idempotency } = change;
  return [
    to.dda &&
      tx
        .update(dda)
        .set({ ...change.dda, status: to.dda, updatedAt: at })
        .where(and(belongsTo(dda, read), isNull(dda.endedAt))),
    change.event &&
      tx
        .insert(event)
        .values(eventRow(read, sequenceAfter(read, change), change.event))
        .onConflictDoNothing(),
    idempotency === "free" && tx.delete(idempotencyKey).where(belongsTo(idempotencyKey, read)),
    typeof idempotency === "object" &&
      tx
        .update(idempotencyKey)
        .set({ ...idempotency, sealedToken: null })
        .where(belongsTo(idempotencyKey, read)),
    ...(to.stage ? opportunityWrites(tx, read, change, to.stage) : []),
    // Signing leases the document to the signer, who makes it at once.
    change.agreement &&
      tx
        .insert(agreement)
        .values({ ...change.agreement, leaseUntil: LEASE })
        .onConflictDoNothing(),
    change.plan && tx.insert(paymentPlan).values(change.plan.row).onConflictDoNothing(),
    change.plan && tx.insert(instalment).values(change.plan.instalments).onConflictDoNothing(),
    change.plan && tx.insert(debitPoll).values(pollsOf(change.plan.row)).onConflictDoNothing(),
  ];
}

/** Asked for the first time with the first debit. */
export const pollsOf = ({
  providerId,
  gateway,
  createdAt,
}: Pick<PlanRow, "providerId" | "gateway" | "createdAt">) =>
  POLLS.map((what) => ({ providerId, gateway, what, dueAt: createdAt }));

function opportunityWrites(
  tx: Db,
  read: CheckoutRow,
  { newOpportunity, at }: Change,
  stage: OpportunityStage,
) {
  if (!newOpportunity)
    return [tx.update(opportunity).set({ stage, updatedAt: at }).where(belongsTo(opportunity, read))];
  const { providerId, id: checkoutId } = read;
  const student = contactOf(read, at);
  return [
    tx
      .insert(contact)
      .values(student)
      .onConflictDoUpdate({ target: [contact.providerId, contact.email], set: LATEST_NAME }),
    tx.execute(sql`
      insert into ${opportunity} (provider_id, id, checkout_id, contact_id, stage, created_at, updated_at)
      select provider_id, ${idToUuid(newOpportunity)}::uuid, ${idToUuid(checkoutId)}::uuid, id, ${stage}, ${instant(at)}, ${instant(at)}
      from ${contact} where provider_id = ${idToUuid(providerId)} and email = ${student.email}
      on conflict do nothing`),
  ];
}

const sequenceAfter = (read: CheckoutRow, { event: told }: Change) => read.lastSequence + (told ? 1 : 0);

const belongsTo = (
  table: typeof opportunity | typeof dda | typeof chargeAttempt | typeof idempotencyKey,
  { providerId, id }: CheckoutRow,
) => and(eq(table.providerId, providerId), eq(table.checkoutId, id));

/**
 * The old token stops working at once.
 * @returns false if a reset deleted the checkout since it was read
 */
export async function replaceToken(
  db: Db,
  row: CheckoutRow,
  tokenSha256: Uint8Array,
  now: Date,
): Promise<boolean> {
  const replaced = await inLineOfCheckout(db, row.id, async () =>
    db
      .update(checkout)
      .set({ tokenSha256, updatedAt: now })
      .where(and(eq(checkout.providerId, row.providerId), eq(checkout.id, row.id)))
      .returning({ id: checkout.id }),
  );
  return replaced.length > 0;
}
