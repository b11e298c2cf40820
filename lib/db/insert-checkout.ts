import { eq, sql } from "drizzle-orm";
import {
  chargeAttempt,
  checkout,
  contact,
  dda,
  event,
  idempotencyKey,
  operatorAlert,
  opportunity,
} from "../../drizzle/schema";
import { compiled, orNothing, retried, rowFrom, writtenBy } from "../../packages/postgres-guard/index";
import { type Id, idFromUuid, idToUuid } from "../domain/ids";
import { isOrphanOf } from "./alerts";
import { chargeKey } from "./charge-key";
import { type CheckoutRecord, eventRow, type NewEvent } from "./checkout-records";
import { holdsOrder } from "./checkouts";
import type { Db } from "./client";
import { contactOf, LATEST_NAME } from "./contacts";
import { callsSince, gatewayRefuses, nextCall } from "./gateway-calls";
import type { IdempotencyRow } from "./idempotency";
import { inLineOfCreates } from "./lines";

interface KeyClaim {
  row: IdempotencyRow;
  /** The checkout whose key is taken over: one that ended, or one that was never written. */
  endedHolder: Id<"chk"> | null;
}

/**
 * `taken`: another checkout has the order or the key. `calls_used_up`: the order had its calls to the gateway.
 * `order_has_charge`: no plan begins beside a card payment that the records lack.
 */
export type Refusal = "taken" | "calls_used_up" | "order_has_charge";

interface Inserted {
  /** The attempt's id; null for a plan. */
  chargeKey: Id<"cat"> | null;
  /** The gateway has a charge of the order that nobody has accounted for. */
  orderHasCharge: boolean;
  /** An alert says that the gateway refuses our credentials. */
  isGatewayRefusing: boolean;
}

interface NewRows {
  claim: IdempotencyRow | null;
  checkout: CheckoutRecord["checkout"];
  contact: ReturnType<typeof contactOf> | null;
  opportunity: CheckoutRecord["opportunity"];
  authority: CheckoutRecord["dda"];
  attempt: (Omit<NonNullable<CheckoutRecord["attempt"]>, "id"> & { id: null }) | null;
  event: typeof event.$inferInsert;
}

/**
 * Writes a new checkout with all its rows, or no checkout. All rows are one statement: with a statement for each, create was
 * less than half as fast. A plan that loses its order to another create leaves a new key without a checkout, and such a key
 * is free. A charge that loses its order or the number of its call is rolled back, as is a key that was taken over.
 * @param recoverAfterMs when recovery asks about the charge, counted from the start of the statement
 * @returns after `taken`, read the present state: this statement does not see it
 */
export async function insertCheckout(
  db: Db,
  record: CheckoutRecord,
  created: NewEvent,
  claim: KeyClaim | null,
  recoverAfterMs = 0,
): Promise<Refusal | Inserted> {
  const { providerId, id: checkoutId, createdAt } = record.checkout;
  const rows: NewRows = {
    claim: claim?.row ?? null,
    checkout: record.checkout,
    contact: record.opportunity && contactOf(record.checkout, createdAt),
    opportunity: record.opportunity,
    authority: record.dda,
    attempt: record.attempt && { ...record.attempt, id: null },
    event: eventRow(record.checkout, 1, created),
  };
  // Without an ended holder: the new id, which no key's row has. Placeholders take no TypeIDs, so map them to UUIDs.
  const values = {
    ...rows,
    endedHolder: idToUuid(claim?.endedHolder ?? checkoutId),
    tenant: idToUuid(providerId),
    tenantId: providerId,
    callsSince: callsSince(createdAt).toISOString(),
    recoverAfterMs,
  };
  const statement = statementFor(rows);
  const write = async (on: Db) => {
    const [row] = await statement(on, values);
    return row as Done;
  };
  const writeWhole = async (tx: Db) => {
    const done = await write(tx);
    const [started, claimed, attempted] = done;
    return claimed === started && attempted === started ? done : null;
  };
  // A key that is taken over may have a response, which has to come back if the order is lost.
  const isUndone = rows.attempt !== null || (claim !== null && claim.endedHolder !== null);
  const done = await inLineOfCreates(db, providerId, () =>
    isUndone ? orNothing(db, writeWhole) : retried(() => write(db)),
  );
  if (!done) return "taken";
  const [started, , , mayCall, hasCharge, isGatewayRefusing, key] = done;
  if (started === 1)
    return {
      chargeKey: key === null ? null : idFromUuid("cat", key),
      orderHasCharge: hasCharge,
      isGatewayRefusing,
    };
  if (!record.attempt && hasCharge) return "order_has_charge";
  return mayCall ? "taken" : "calls_used_up";
}

/** How many rows were written by the parts that may lose a race, and what else the statement found. */
type Done = [
  started: number,
  claimed: number,
  attempted: number,
  mayCall: boolean,
  orderHasCharge: boolean,
  isGatewayRefusing: boolean,
  key: string | null,
];

const statements = new Map<string, ReturnType<typeof compiled>>();

/** One prepared statement for each set of columns: building the SQL costs more than running it. */
function statementFor(rows: NewRows) {
  let shape = "";
  for (const [part, row] of Object.entries(rows)) {
    shape += `${part}:`;
    for (const [column, value] of Object.entries(row ?? {})) if (value !== null) shape += `${column},`;
  }
  const statement = statements.get(shape) ?? compiled({}, (db) => insertion(db, rows));
  statements.set(shape, statement);
  return statement;
}

/**
 * Every part selects from the one before it, directly or not, because PostgreSQL guarantees no other order of the parts. So
 * all creates take their locks in one order: the key, the order, the contact. A key or order that is visibly taken stops
 * them all. One that another create takes at this moment is waited for, and then stops those that follow.
 */
function insertion(db: Db, rows: NewRows) {
  const ifItMay = rows.attempt
    ? sql`from calls where number is not null`
    : sql`where not ${hasOrphanCharge(rows)}`;
  const started = sql`from started`;
  const parts = [
    rows.attempt && db.$with("calls", { number: NEXT_CALL }).as(sql`select ${NEXT_CALL} as number`),
    rows.claim &&
      db.$with("claimed").as(
        db
          .insert(idempotencyKey)
          .select(rowFrom(sql`${ifItMay} ${IS_FREE}`, idempotencyKey, "claim", rows.claim))
          .onConflictDoUpdate({
            target: [idempotencyKey.providerId, idempotencyKey.operation, idempotencyKey.key],
            set: TAKEN_OVER,
            setWhere: eq(idempotencyKey.checkoutId, sql.placeholder("endedHolder")),
          })
          .returning({ checkoutId: idempotencyKey.checkoutId }),
      ),
    db.$with("started").as(
      db
        .insert(checkout)
        .select(rowFrom(rows.claim ? sql`from claimed` : ifItMay, checkout, "checkout", rows.checkout))
        .onConflictDoNothing()
        .returning({ id: checkout.id }),
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
          .select(rowFrom(started, contact, "contact", rows.contact))
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
  return db
    .with(...parts)
    .select({
      started: writtenBy("started"),
      claimed: writtenBy(rows.claim ? "claimed" : "started"),
      attempted: writtenBy(rows.attempt ? "attempt" : "started"),
      mayCall: rows.attempt ? sql<boolean>`(select number is not null from calls)` : sql<boolean>`true`,
      orderHasCharge: hasOrphanCharge(rows),
      isGatewayRefusing: rows.attempt
        ? gatewayRefuses(sql.placeholder("attempt.gateway"))
        : sql<boolean>`false`,
      key: rows.attempt ? sql<string>`(select id from attempt)` : sql<null>`null::uuid`,
    })
    .from(sql`(select 1) as one`);
}

const THE_ORDER = sql`${sql.placeholder("checkout.providerOrderId")}`;

/** No checkout holds the order, and none has the key, except the one that it is taken over from. */
const IS_FREE = sql`and not exists (
  select 1 from ${checkout}
  where ${checkout.providerId} = ${sql.placeholder("tenant")}::uuid and ${checkout.providerOrderId} = ${THE_ORDER}
    and ${holdsOrder})
  and not exists (
  select 1 from ${idempotencyKey} as held
  where held.provider_id = ${sql.placeholder("tenant")}::uuid and held.operation = ${sql.placeholder("claim.operation")}
    and held.key = ${sql.placeholder("claim.key")} and held.checkout_id <> ${sql.placeholder("endedHolder")}::uuid)`;

/**
 * Reconciliation has found a charge of the order that the records lack. For a plan a resolved alert does not count. For a
 * charge it does, and the gateways are asked, because the order's next key may be that charge's.
 */
const hasOrphanCharge = ({ attempt }: NewRows) => sql<boolean>`exists (
  select 1 from ${operatorAlert}
  where ${isOrphanOf(sql`${sql.placeholder("tenantId")}`, THE_ORDER)}
    ${attempt ? sql`` : sql`and ${operatorAlert.resolvedAt} is null`})`;

const NEXT_CALL = nextCall(
  sql`${sql.placeholder("tenant")}::uuid`,
  THE_ORDER,
  sql`${sql.placeholder("callsSince")}::timestamptz`,
);

const OF_THE_CALL = {
  id: chargeKey(
    sql`${sql.placeholder("tenant")}::uuid`,
    sql`${THE_ORDER}::text`,
    sql`(select number from calls)`,
  ),
  providerOrderId: THE_ORDER,
  callNumber: sql`(select number from calls)`,
  dueAt: sql`now() + ${sql.placeholder("recoverAfterMs")}::float8 * interval '1 millisecond'`,
};

const TAKEN_OVER = {
  fingerprint: sql`excluded.fingerprint`,
  checkoutId: sql`excluded.checkout_id`,
  keyVersion: sql`excluded.key_version`,
  sealedToken: sql`excluded.sealed_token`,
  sealedAnswer: sql`excluded.sealed_answer`,
  createdAt: sql`excluded.created_at`,
  expiresAt: sql`excluded.expires_at`,
};
