import { and, eq, notInArray, sql } from "drizzle-orm";
import { checkout } from "../../drizzle/schema";
import { compiled, inOneTurn, READ } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import { RELEASED_STATUSES } from "../domain/states";
import { recordOf, type StoredRecord, selectRecords } from "./checkout-records";
import type { Db } from "./client";

const TENANT = sql`${sql.placeholder("providerId")}::uuid`;

/** One by one: for so many rows at once, PostgreSQL might go through all of the provider's rows. */
const byIds = compiled(READ, (db) => {
  const one = selectRecords(db, TENANT)
    .where(and(eq(checkout.providerId, TENANT), sql`${checkout.id} = asked.id`))
    .limit(1);
  const ids = sql`unnest(${sql.placeholder("ids")}::uuid[])`;
  return {
    toSQL: () =>
      db.execute(sql`select each.* from ${ids} asked(id) cross join lateral ${one} each`).getQuery(),
  };
});

const findInOneTurn = inOneTurn<Id<"prv">, Id<"chk">, StoredRecord>(async (db, providerId, ids) => {
  // A placeholder does not pass through the column's mapping from TypeID to UUID.
  const rows = await byIds(db, { providerId: idToUuid(providerId), ids: `{${ids.map(idToUuid)}}` });
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
