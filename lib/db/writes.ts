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
import { type State, TRANSITIONS, type TransitionName } from "../domain/states";
import { atomically, refusedBy } from "./atomically";
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
 * status again under it; where it moved nothing, the event has no sequence (or the Opportunity no checkout), NOT
 * NULL refuses the statement, and nothing of it stays. Listed so, the locks are taken in the order key, checkout,
 * contact: PostgreSQL runs writes that nothing reads from the last to the first.
 * @returns false when the checkout is no longer in a status that the transition starts from, or its time is over.
 */
export async function applyChange(db: Db, record: CheckoutRecord, change: Change): Promise<boolean> {
  const { providerId, id: checkoutId } = record.checkout;
  const ofCheckout = (
    table: typeof opportunity | typeof dda | typeof chargeAttempt | typeof idempotencyKey,
  ) => and(eq(table.providerId, providerId), eq(table.checkoutId, checkoutId));
  const { to, at } = change;
  const writes: Writes = {
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
          endsWithTime(change.transition) ? gt(checkout.expiresAt, sql`now()`) : undefined,
        ),
      )
      .returning({ id: checkout.id, lastSequence: checkout.lastSequence }),
    attempt: change.attempt
      ? db
          .update(chargeAttempt)
          .set({ ...change.attempt, updatedAt: at })
          .where(ofCheckout(chargeAttempt))
      : null,
    authority:
      to.dda &&
      db
        .update(dda)
        .set({ ...change.dda, status: to.dda, updatedAt: at })
        .where(ofCheckout(dda)),
    agreement: change.agreement ? db.insert(agreement).values(change.agreement) : null,
    ...opportunityWrites(db, record, change, ofCheckout(opportunity)),
    event:
      change.event &&
      db.insert(event).values({
        ...change.event,
        providerId,
        checkoutId,
        sequence: sql`(select last_sequence from moved)`,
      }),
    answer: idempotencyWrite(db, change, ofCheckout(idempotencyKey)),
  };
  try {
    await atomically(db, writes);
    return true;
  } catch (error) {
    if (STALE.includes(refusedBy(error))) return false;
    throw error;
  }
}

/** Moves that only a checkout with time left can make: all out of `Awaiting …`, but for its expiry. */
function endsWithTime(transition: TransitionName): boolean {
  return transition === "authorise" || transition === "confirm" || transition === "cancel";
}

/** Refusals that mean: somebody else moved this checkout first. */
const STALE: readonly (string | null)[] = [
  "sequence",
  "checkout_id",
  "opportunity_one_per_checkout",
  "agreement_one_per_checkout",
];

function opportunityWrites(db: Db, record: CheckoutRecord, change: Change, where: SQL | undefined): Writes {
  const { stage } = change.to;
  if (stage === null) return {};
  if (!change.newOpportunity)
    return { opportunity: db.update(opportunity).set({ stage, updatedAt: change.at }).where(where) };
  return {
    contact: db
      .insert(contact)
      .values(contactOf(record.checkout, change.at))
      .onConflictDoUpdate({ target: [contact.providerId, contact.email], set: LATEST_NAME })
      .returning({ id: contact.id }),
    opportunity: db.insert(opportunity).values({
      providerId: record.checkout.providerId,
      id: change.newOpportunity,
      checkoutId: sql`(select id from moved)`,
      contactId: THE_CONTACT,
      stage,
      createdAt: change.at,
      updatedAt: change.at,
    }),
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
