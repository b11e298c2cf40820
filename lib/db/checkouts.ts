import { and, eq, notInArray, sql } from "drizzle-orm";
import { checkout } from "../../drizzle/schema";
import { compiled, inOneTurn, MAX_IN_ONE_TURN, READ } from "../../packages/postgres-guard/index";
import { present } from "../../packages/text/narrow";
import { type Id, idToUuid } from "../domain/ids";
import { RELEASED_STATUSES } from "../domain/states";
import { recordOf, type StoredRecord, selectRecords } from "./checkout-records";
import type { Db } from "./client";

const TENANT = sql`${sql.placeholder("providerId")}::uuid`;

/** For one, and for as many as an array has: of these lengths only, so that PostgreSQL keeps a plan for each. */
const byIds = [1, 5, MAX_IN_ONE_TURN].map((length) => ({
  length,
  find: compiled(READ, (db) => eachOf(length, db)),
}));

/** One by one: for so many rows at once, PostgreSQL might go through all of the provider's rows. */
function eachOf(length: number, db: Db) {
  const one = selectRecords(db, TENANT)
    .where(and(eq(checkout.providerId, TENANT), sql`${checkout.id} = asked.id`))
    .limit(1);
  const ids = Array.from({ length }, (_, at) => sql`(${sql.placeholder(`ids.${at}`)}::uuid)`);
  const all = sql`select each.* from (values ${sql.join(ids, sql`, `)}) asked(id) cross join lateral ${one} each`;
  return { toSQL: () => db.execute(all).getQuery() };
}

const findInOneTurn = inOneTurn<Id<"prv">, Id<"chk">, StoredRecord>(async (db, providerId, ids) => {
  const { length, find } = present(
    byIds.find((one) => ids.length <= one.length),
    "statement for so many ids",
  );
  // A placeholder does not pass through the column's mapping from TypeID to UUID.
  const uuids = ids.map(idToUuid);
  const asked = Array.from({ length }, (_, at) => uuids[at] ?? null);
  const rows = await find(db, { providerId: idToUuid(providerId), ids: asked });
  return new Map(rows.map((raw) => recordOf(db, raw)).map((record) => [record.checkout.id, record]));
});

export async function findCheckout(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"chk">,
): Promise<StoredRecord | null> {
  return findInOneTurn(db, providerId, id);
}

const ofOrder = and(
  eq(checkout.providerId, TENANT),
  eq(checkout.providerOrderId, sql.placeholder("providerOrderId")),
);
export const holdsOrder = notInArray(checkout.checkoutStatus, [...RELEASED_STATUSES]);
const liveByOrder = compiled(READ, (db) => selectRecords(db, TENANT).where(and(ofOrder, holdsOrder)));

/** The checkout that holds an order now, even if its time is over and that is not recorded. */
export async function findLiveByOrder(db: Db, providerId: Id<"prv">, providerOrderId: string) {
  const [raw] = await liveByOrder(db, { providerId: idToUuid(providerId), providerOrderId });
  return raw ? recordOf(db, raw) : null;
}
