import { eq, sql } from "drizzle-orm";
import {
  chargeAttempt,
  checkout,
  contact,
  dda,
  event,
  idempotencyKey,
  opportunity,
} from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import { retried } from "./atomically";
import { CALLS_AN_HOUR, callsSince, isCallSince } from "./calls";
import type { CheckoutRecord, NewEvent } from "./checkouts";
import type { Db } from "./client";
import { contactOf, LATEST_NAME, THE_CONTACT } from "./contacts";
import type { IdempotencyRow } from "./idempotency";

/** A request's hold on its key: the row, and the ended checkout that it may take the key over from. */
export interface KeyClaim {
  row: IdempotencyRow;
  from: Id<"chk"> | null;
}

/** Refuses a claim whose order has had its calls to the gateway: the attempt got no number. */
export const CALLS_USED_UP = "call_number";

/** What keeps a second create from doing the same: its key, and its order. */
export const CLAIM_CONSTRAINTS: readonly (string | null)[] = [
  // The key was not ours to take, so the checkout got no provider from the claim.
  "provider_id",
  "checkout_one_live_per_order",
  // Another call for the order was claimed and came to nothing since this claim counted.
  "charge_attempt_one_per_number",
  CALLS_USED_UP,
];

/** The rows that a new checkout begins with. */
interface Beginning {
  claim: IdempotencyRow | null;
  checkout: CheckoutRecord["checkout"];
  contact: ReturnType<typeof contactOf> | null;
  opportunity: CheckoutRecord["opportunity"];
  authority: CheckoutRecord["dda"];
  attempt: CheckoutRecord["attempt"];
  event: typeof event.$inferInsert;
}

/**
 * Writes a new checkout with all that begins with it, in one statement and one round trip: all of it or nothing.
 * Throws the driver's violation of one of CLAIM_CONSTRAINTS when the key or the order is taken.
 */
export async function insertCheckout(
  db: Db,
  record: CheckoutRecord,
  created: NewEvent,
  claim: KeyClaim | null,
): Promise<void> {
  const { providerId, id: checkoutId, createdAt } = record.checkout;
  const rows: Beginning = {
    claim: claim?.row ?? null,
    checkout: record.checkout,
    contact: record.opportunity && contactOf(record.checkout, createdAt),
    opportunity: record.opportunity,
    authority: record.dda,
    attempt: record.attempt,
    event: { ...created, providerId, checkoutId, sequence: 1 },
  };
  // Its own id stands for nobody's: no row holds it yet. Compared placeholders pass by the column's mapping.
  const values: Record<string, unknown> = {
    from: idToUuid(claim?.from ?? checkoutId),
    tenant: idToUuid(providerId),
    callsSince: callsSince(createdAt).toISOString(),
  };
  for (const [part, row] of Object.entries(rows))
    for (const [column, value] of Object.entries(row ?? {})) values[`${part}.${column}`] = value;
  await retried(() => statementFor(db, rows).execute(values));
}

const statements = new WeakMap<Db, Map<string, ReturnType<typeof prepare>>>();

/** The statement for rows of this shape: making its SQL costs more than running it, so each is made once. */
function statementFor(db: Db, rows: Beginning) {
  let ofDb = statements.get(db);
  if (!ofDb) {
    ofDb = new Map();
    statements.set(db, ofDb);
  }
  let shape = "";
  for (const [part, row] of Object.entries(rows)) {
    shape += `${part}:`;
    for (const [column, value] of Object.entries(row ?? {})) if (value !== null) shape += `${column},`;
  }
  let statement = ofDb.get(shape);
  if (!statement) {
    statement = prepare(db, rows);
    ofDb.set(shape, statement);
  }
  return statement;
}

/** A placeholder for each value; null stays null, which columns' mappings are not made for. */
function slots<Row extends object>(part: string, row: Row): Row {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    value === null || value === undefined ? null : sql.placeholder(`${part}.${column}`),
  ]);
  return Object.fromEntries(entries);
}

/**
 * PostgreSQL runs writes that nothing reads from the last to the first. Listed so, they take their locks in the
 * order key, checkout, contact, as every other write of these does.
 */
function prepare(db: Db, rows: Beginning) {
  const claimed =
    rows.claim &&
    db.$with("claimed").as(
      db
        .insert(idempotencyKey)
        .values(slots("claim", rows.claim))
        .onConflictDoUpdate({
          target: [idempotencyKey.providerId, idempotencyKey.operation, idempotencyKey.key],
          set: TAKEN_OVER,
          setWhere: eq(idempotencyKey.checkoutId, sql.placeholder("from")),
        })
        .returning({ providerId: idempotencyKey.providerId }),
    );
  const started = {
    ...slots("checkout", rows.checkout),
    ...(claimed && { providerId: sql`(select provider_id from claimed)` }),
  };
  const parts = [
    claimed,
    rows.contact &&
      db.$with("contact").as(
        db
          .insert(contact)
          .values(slots("contact", rows.contact))
          .onConflictDoUpdate({ target: [contact.providerId, contact.email], set: LATEST_NAME })
          .returning({ id: contact.id }),
      ),
    rows.opportunity &&
      db.$with("opportunity").as(
        db
          .insert(opportunity)
          .values({ ...slots("opportunity", rows.opportunity), contactId: THE_CONTACT })
          .returning({ id: opportunity.id }),
      ),
    rows.authority &&
      db
        .$with("authority")
        .as(db.insert(dda).values(slots("authority", rows.authority)).returning({ id: dda.id })),
    rows.attempt &&
      db.$with("attempt").as(
        db
          .insert(chargeAttempt)
          .values({ ...slots("attempt", rows.attempt), providerOrderId: THE_ORDER, callNumber: NEXT_CALL })
          .returning({ id: chargeAttempt.id }),
      ),
    db.$with("event").as(db.insert(event).values(slots("event", rows.event)).returning({ id: event.id })),
    db.$with("started").as(db.insert(checkout).values(started).returning({ id: checkout.id })),
  ].filter((part) => part !== null);
  return db
    .with(...parts)
    .select({ done: sql`1` })
    .from(sql`(select 1) as one`)
    .prepare("insert_checkout");
}

const THE_ORDER = sql`${sql.placeholder("checkout.providerOrderId")}`;

/** The number of the order's next call; none where it has had those that it may have in an hour. */
const NEXT_CALL = sql`(
  select case when count(*) filter (where ${isCallSince(sql`${sql.placeholder("callsSince")}::timestamptz`)}) < ${sql.raw(String(CALLS_AN_HOUR))}
    then coalesce(max(earlier.call_number), 0) + 1 end
  from ${chargeAttempt} as earlier
  where earlier.provider_id = ${sql.placeholder("tenant")}::uuid and earlier.provider_order_id = ${THE_ORDER})`;

const TAKEN_OVER = {
  fingerprint: sql`excluded.fingerprint`,
  checkoutId: sql`excluded.checkout_id`,
  keyVersion: sql`excluded.key_version`,
  sealedToken: sql`excluded.sealed_token`,
  sealedAnswer: sql`excluded.sealed_answer`,
  createdAt: sql`excluded.created_at`,
  expiresAt: sql`excluded.expires_at`,
};
