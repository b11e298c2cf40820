import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
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
import { CALLS_AN_HOUR, callsSince, isCallSince } from "./calls";
import type { CheckoutRecord, NewEvent } from "./checkouts";
import type { Db } from "./client";
import { contactOf, LATEST_NAME } from "./contacts";
import { isTorn } from "./errors";
import type { IdempotencyRow } from "./idempotency";
import { retried } from "./retried";

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
 * Writes a new checkout with all that begins with it, all of it or nothing. In one statement and one round trip, for
 * this is what the service is measured by: as a transaction of plain writes it made less than half as many a second.
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

/**
 * The checkout takes its order where nobody has it; it waits for whoever is taking it. All else depends on that: the key
 * is claimed by who has the order, and what a look at the key shows to be another's is not begun. Only where a key or a
 * call's number is taken at this very moment for another order, or for one that is free again, does the statement end
 * itself. PostgreSQL runs the parts in no order but this: a part that reads what another returns writes after that one
 * has written. So the locks are taken as by everybody else: the order, then the key, then the contact.
 */
function prepare(db: Db, rows: Beginning) {
  const begin = sql`${rows.attempt ? sql`from calls where number is not null` : sql`where true`} ${rows.claim ? KEY_IS_FREE : sql``}`;
  const started = sql`from started`;
  const parts = [
    rows.attempt && db.$with("calls", { number: NEXT_CALL }).as(sql`select ${NEXT_CALL} as number`),
    db.$with("started").as(
      db
        .insert(checkout)
        .select(rowFrom(begin, checkout, "checkout", rows.checkout))
        .onConflictDoNothing()
        .returning({ id: checkout.id }),
    ),
    rows.claim &&
      db.$with("claimed").as(
        db
          .insert(idempotencyKey)
          .select(rowFrom(started, idempotencyKey, "claim", rows.claim))
          .onConflictDoUpdate({
            target: [idempotencyKey.providerId, idempotencyKey.operation, idempotencyKey.key],
            set: TAKEN_OVER,
            setWhere: eq(idempotencyKey.checkoutId, sql.placeholder("from")),
          })
          .returning({ checkoutId: idempotencyKey.checkoutId }),
      ),
    rows.attempt &&
      db.$with("attempt").as(
        db
          .insert(chargeAttempt)
          .select(rowFrom(started, chargeAttempt, "attempt", rows.attempt, OF_THE_CALL))
          .onConflictDoNothing()
          .returning({ id: chargeAttempt.id }),
      ),
    rows.contact &&
      db.$with("contact").as(
        db
          .insert(contact)
          .select(rowFrom(rows.claim ? sql`from claimed` : started, contact, "contact", rows.contact))
          .onConflictDoUpdate({ target: [contact.providerId, contact.email], set: LATEST_NAME })
          .returning({ id: contact.id }),
      ),
    rows.opportunity &&
      db.$with("opportunity").as(
        db
          .insert(opportunity)
          .select(
            rowFrom(sql`from contact`, opportunity, "opportunity", rows.opportunity, { contactId: sql`id` }),
          )
          .returning({ id: opportunity.id }),
      ),
    rows.authority &&
      db.$with("authority").as(
        db
          .insert(dda)
          .select(rowFrom(started, dda, "authority", rows.authority))
          .returning({ id: dda.id }),
      ),
    db.$with("event").as(
      db
        .insert(event)
        .select(rowFrom(started, event, "event", rows.event))
        .returning({ id: event.id }),
    ),
  ].filter((part) => part !== null);
  const whole = ["started", ...(rows.claim ? ["claimed"] : []), ...(rows.attempt ? ["attempt"] : [])];
  return db
    .with(...parts)
    .select({
      written: allOrNone(whole),
      mayCall: rows.attempt ? sql<boolean>`(select number is not null from calls)` : sql<boolean>`true`,
    })
    .from(sql`(select 1) as one`)
    .prepare("insert_checkout");
}

/**
 * A row to insert where `from` has one: `insert … select`, with which a write depends on another without a row that
 * must be refused. A placeholder for each value that the row has; null for the others, whatever the table's defaults.
 * @param computed what is no value
 */
function rowFrom<T extends PgTable>(
  from: SQL,
  table: T,
  part: string,
  row: Partial<Record<keyof T["$inferInsert"], unknown>>,
  computed: Readonly<Record<string, SQL>> = {},
): SQL {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    if ((given[name] ?? null) === null) return computed[name] ?? sql`null`;
    return sql.param(sql.placeholder(`${part}.${name}`), column);
  });
  return sql`select ${sql.join(values, sql`, `)} ${from}`;
}

/**
 * How many rows the first of these parts wrote. Where another wrote a different number, the statement ends in a
 * division by zero, and nothing of it stays. A constraint would do the same, but PostgreSQL's log quotes the row that
 * one refuses, and this has none to quote.
 */
function allOrNone([first, ...others]: readonly string[]): SQL<number> {
  const count = (name = "") => sql`(select count(*)::int from ${sql.identifier(name)})`;
  const same = [sql`true`, ...others.map((name) => sql`${count(name)} = ${count(first)}`)];
  return sql`${count(first)} / case when ${sql.join(same, sql` and `)} then 1 else 0 end`;
}

/** Runs the statement; null where `allOrNone` ended it. */
async function orNothing<T>(statement: () => Promise<T>): Promise<T | null> {
  try {
    return await retried(statement);
  } catch (error) {
    if (isTorn(error)) return null;
    throw error;
  }
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

const OF_THE_CALL = { providerOrderId: THE_ORDER, callNumber: sql`(select number from calls)` };

const TAKEN_OVER = {
  fingerprint: sql`excluded.fingerprint`,
  checkoutId: sql`excluded.checkout_id`,
  keyVersion: sql`excluded.key_version`,
  sealedToken: sql`excluded.sealed_token`,
  sealedAnswer: sql`excluded.sealed_answer`,
  createdAt: sql`excluded.created_at`,
  expiresAt: sql`excluded.expires_at`,
};
