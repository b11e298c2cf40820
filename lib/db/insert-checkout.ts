import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
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
import { orNothing, type RowOf, rowFrom, rowsOf } from "./atomically";
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

/**
 * Why a claim came to nothing: its key or its order is another's, or became so at this moment; or the order has had the
 * calls to the gateway that it may have.
 */
export type Refusal = "taken" | "calls_used_up";

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
 * @returns null when it is written. Who is refused must read again what is there: this statement does not see it.
 */
export async function insertCheckout(
  db: Db,
  record: CheckoutRecord,
  created: NewEvent,
  claim: KeyClaim | null,
): Promise<Refusal | null> {
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
  const [done] = (await orNothing(() => statementFor(db, rows).execute(values))) ?? [];
  if (done?.written === 1) return null;
  return done?.mayCall === false ? "calls_used_up" : "taken";
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
 * The checkout takes its order where nobody has it; it waits for whoever is taking it. All else depends on that: the key
 * is claimed by who has the order, and what a look at the key shows to be another's is not begun. Only where a key or a
 * call's number is taken at this very moment for another order, or for one that is free again, does the statement end
 * itself. Locks are taken in the order checkout, key, contact, as by every other write of these: what is counted is
 * written first, and then PostgreSQL goes through the list from the last to the first.
 */
function prepare(db: Db, rows: Beginning) {
  const insert = <T extends PgTable>(table: T, row: RowOf<T>) =>
    db.insert(table).select(rowFrom(table, row, sql`from started`));
  const begin = sql`${rows.attempt ? sql`from calls where number is not null` : sql`where true`} ${rows.claim ? KEY_IS_FREE : sql``}`;
  const parts = [
    rows.attempt && db.$with("calls", { number: NEXT_CALL }).as(sql`select ${NEXT_CALL} as number`),
    db.$with("started").as(
      db
        .insert(checkout)
        .select(rowFrom(checkout, slots("checkout", rows.checkout), begin))
        .onConflictDoNothing()
        .returning({ id: checkout.id }),
    ),
    rows.claim &&
      db.$with("claimed").as(
        insert(idempotencyKey, slots("claim", rows.claim))
          .onConflictDoUpdate({
            target: [idempotencyKey.providerId, idempotencyKey.operation, idempotencyKey.key],
            set: TAKEN_OVER,
            setWhere: eq(idempotencyKey.checkoutId, sql.placeholder("from")),
          })
          .returning({ checkoutId: idempotencyKey.checkoutId }),
      ),
    rows.attempt &&
      db.$with("attempt").as(
        insert(chargeAttempt, {
          ...slots("attempt", rows.attempt),
          providerOrderId: THE_ORDER,
          callNumber: sql`(select number from calls)`,
        })
          .onConflictDoNothing()
          .returning({ id: chargeAttempt.id }),
      ),
    rows.contact &&
      db.$with("contact").as(
        insert(contact, slots("contact", rows.contact))
          .onConflictDoUpdate({ target: [contact.providerId, contact.email], set: LATEST_NAME })
          .returning({ id: contact.id }),
      ),
    rows.opportunity &&
      db.$with("opportunity").as(
        insert(opportunity, { ...slots("opportunity", rows.opportunity), contactId: THE_CONTACT }).returning({
          id: opportunity.id,
        }),
      ),
    rows.authority &&
      db.$with("authority").as(insert(dda, slots("authority", rows.authority)).returning({ id: dda.id })),
    db.$with("event").as(insert(event, slots("event", rows.event)).returning({ id: event.id })),
  ].filter((part) => part !== null);
  const whole = ["started", ...(rows.claim ? ["claimed"] : []), ...(rows.attempt ? ["attempt"] : [])];
  return db
    .with(...parts)
    .select({
      written: rowsOf(whole),
      mayCall: rows.attempt ? sql<boolean>`(select number is not null from calls)` : sql<boolean>`true`,
    })
    .from(sql`(select 1) as one`)
    .prepare("insert_checkout");
}

/** As far as this statement can see: no other checkout has the key, but for the one that it is taken over from. */
const KEY_IS_FREE = sql`and not exists (
  select from ${idempotencyKey} as held
  where held.provider_id = ${sql.placeholder("tenant")}::uuid and held.operation = ${sql.placeholder("claim.operation")}
    and held.key = ${sql.placeholder("claim.key")} and held.checkout_id <> ${sql.placeholder("from")}::uuid)`;

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
