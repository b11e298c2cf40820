import { and, eq, gt, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  checkout,
  contact,
  dda,
  event,
  idempotencyKey,
  opportunity,
} from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import { needsTimeLeft, type State, TRANSITIONS, type TransitionName } from "../domain/states";
import { atomically, rowFrom } from "./atomically";
import type { CheckoutRecord, CheckoutRow, NewEvent } from "./checkouts";
import type { Db } from "./client";
import { contactOf, LATEST_NAME, THE_CONTACT } from "./contacts";

export type AttemptChange = Partial<typeof chargeAttempt.$inferInsert>;
type Writes = Record<string, SQLWrapper | null>;

export interface Change {
  transition: TransitionName;
  to: State;
  at: Date;
  /** Null only where the transition has none. */
  event: NewEvent | null;
  checkout?: Partial<CheckoutRow>;
  dda?: Partial<typeof dda.$inferInsert>;
  attempt?: AttemptChange;
  /** The Opportunity to make, where there is none yet. */
  newOpportunity?: Id<"opp">;
  agreement?: typeof agreement.$inferInsert;
  /** The stored answer of the create that this finishes; `free` gives the key back. */
  idempotency?: { keyVersion: number; sealedAnswer: Uint8Array } | "free";
}

/**
 * Moves a checkout and all that changes with it, in one statement. The update takes the row's lock and reads its
 * status again under it; all else is written only where it moved something. Of two that settle a charge, the one who
 * comes second finds the attempt no longer as it was read, which its status tells even where the checkout's does not
 * change. Locks are taken in the order attempt, checkout, key, contact: what depends on nothing is written first, and
 * then PostgreSQL goes through the list from the last to the first.
 * @returns false when the checkout is no longer in a status that the transition starts from, or its time is over.
 */
export async function applyChange(db: Db, record: CheckoutRecord, change: Change): Promise<boolean> {
  const { providerId, id: checkoutId } = record.checkout;
  const ofCheckout = (
    table: typeof opportunity | typeof dda | typeof chargeAttempt | typeof idempotencyKey,
  ) => and(eq(table.providerId, providerId), eq(table.checkoutId, checkoutId));
  const { to, at } = change;
  const writes: Writes = {
    attempt: change.attempt
      ? db
          .update(chargeAttempt)
          .set({ ...change.attempt, updatedAt: at })
          .where(and(ofCheckout(chargeAttempt), eq(chargeAttempt.status, record.attempt!.status)))
          .returning({ id: chargeAttempt.id })
      : null,
    moved: db
      .update(checkout)
      .set({
        ...change.checkout,
        checkoutStatus: to.checkout,
        authorisationStatus: to.authorisation,
        lastSequence: sql`${checkout.lastSequence} + ${change.event ? 1 : 0}`,
        updatedAt: at,
      })
      .where(
        and(
          eq(checkout.providerId, providerId),
          eq(checkout.id, checkoutId),
          inArray(checkout.checkoutStatus, [...TRANSITIONS[change.transition].from]),
          // Time may have run out while the change was prepared.
          needsTimeLeft(change.transition) ? gt(checkout.expiresAt, sql`now()`) : undefined,
          change.attempt ? sql`exists (select from attempt)` : undefined,
        ),
      )
      .returning({ id: checkout.id, lastSequence: checkout.lastSequence }),
    authority:
      to.dda &&
      db
        .update(dda)
        .set({ ...change.dda, status: to.dda, updatedAt: at })
        .where(and(ofCheckout(dda), HAS_MOVED)),
    agreement: change.agreement
      ? db.insert(agreement).select(rowFrom(agreement, change.agreement, FROM_MOVED))
      : null,
    ...opportunityWrites(db, record, change, ofCheckout(opportunity)),
    event: change.event && db.insert(event).select(rowFrom(event, eventOf(record, change.event), FROM_MOVED)),
    answer: idempotencyWrite(db, change, and(ofCheckout(idempotencyKey), HAS_MOVED)),
  };
  return atomically(db, writes, change.attempt ? ["moved", "attempt"] : ["moved"]);
}

const FROM_MOVED = sql`from moved`;
const HAS_MOVED = sql`exists (select ${FROM_MOVED})`;

const eventOf = ({ checkout: { providerId, id } }: CheckoutRecord, told: NewEvent) => ({
  ...told,
  providerId,
  checkoutId: id,
  sequence: sql`last_sequence`,
});

function opportunityWrites(db: Db, record: CheckoutRecord, change: Change, where: SQL | undefined): Writes {
  const { stage } = change.to;
  if (stage === null) return {};
  if (!change.newOpportunity)
    return {
      opportunity: db.update(opportunity).set({ stage, updatedAt: change.at }).where(and(where, HAS_MOVED)),
    };
  const made = {
    providerId: record.checkout.providerId,
    id: change.newOpportunity,
    checkoutId: record.checkout.id,
    contactId: THE_CONTACT,
    stage,
    createdAt: change.at,
    updatedAt: change.at,
  };
  return {
    contact: db
      .insert(contact)
      .select(rowFrom(contact, contactOf(record.checkout, change.at), FROM_MOVED))
      .onConflictDoUpdate({ target: [contact.providerId, contact.email], set: LATEST_NAME })
      .returning({ id: contact.id }),
    opportunity: db.insert(opportunity).select(rowFrom(opportunity, made, FROM_MOVED)),
  };
}

function idempotencyWrite(db: Db, { idempotency }: Change, where: SQL | undefined): SQLWrapper | null {
  if (!idempotency) return null;
  if (idempotency === "free") return db.delete(idempotencyKey).where(where);
  return db
    .update(idempotencyKey)
    .set({ ...idempotency, sealedToken: null })
    .where(where);
}

/** A new token for a checkout; the old one stops working at once. */
export async function replaceToken(
  db: Db,
  row: CheckoutRow,
  tokenSha256: Uint8Array,
  now: Date,
): Promise<void> {
  await db
    .update(checkout)
    .set({ tokenSha256, updatedAt: now })
    .where(and(eq(checkout.providerId, row.providerId), eq(checkout.id, row.id)));
}
