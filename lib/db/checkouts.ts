import { and, desc, eq, gt, isNull, lt, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { agreement, checkout, provider } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import { type CheckoutStatus, isAwaiting, isResultOf, RELEASED_STATUSES } from "../domain/states";
import { belongsTo, READ_AT, recordOf, type StoredRecord, selectRecords } from "./checkout-records";
import type { Db } from "./client";
import { compiled } from "./compiled";
import { IS_AWAITING } from "./sql";

const byId = compiled((db) =>
  selectRecords(db).where(
    and(eq(checkout.providerId, sql.placeholder("providerId")), eq(checkout.id, sql.placeholder("id"))),
  ),
);

export async function findCheckout(
  db: Db,
  providerId: Id<"prv">,
  id: Id<"chk">,
): Promise<StoredRecord | null> {
  // A placeholder does not pass through the column's mapping from TypeID to UUID.
  const [raw] = await byId(db, { providerId: idToUuid(providerId), id: idToUuid(id) });
  return raw ? recordOf(db, raw) : null;
}

const ofOrder = and(
  eq(checkout.providerId, sql.placeholder("providerId")),
  eq(checkout.providerOrderId, sql.placeholder("providerOrderId")),
);
const holdsOrder = notInArray(checkout.checkoutStatus, [...RELEASED_STATUSES]);
const liveByOrder = compiled((db) => selectRecords(db).where(and(ofOrder, holdsOrder)));

/** The checkout that holds an order now, also when its time is over and nobody has recorded that. */
export async function findLiveByOrder(db: Db, providerId: Id<"prv">, providerOrderId: string) {
  const [raw] = await liveByOrder(db, { providerId: idToUuid(providerId), providerOrderId });
  return raw ? recordOf(db, raw) : null;
}

export interface ListFilter {
  providerOrderId?: string;
  checkoutStatus?: CheckoutStatus;
  before?: Id<"chk">;
  limit: number;
}

/** One for each set of filters. */
const lists = new Map<string, typeof byId>();

/** Newest first. A checkout whose time is over counts as `Expired` here too. */
export async function listCheckouts(db: Db, providerId: Id<"prv">, filter: ListFilter) {
  const { providerOrderId, checkoutStatus, before, limit } = filter;
  const shape = `${providerOrderId !== undefined} ${checkoutStatus} ${before !== undefined}`;
  const find =
    lists.get(shape) ??
    compiled((db) =>
      selectRecords(db)
        .where(
          and(
            eq(checkout.providerId, sql.placeholder("providerId")),
            providerOrderId === undefined
              ? undefined
              : eq(checkout.providerOrderId, sql.placeholder("providerOrderId")),
            checkoutStatus === undefined ? undefined : hasStatus(checkoutStatus),
            before === undefined ? undefined : lt(checkout.id, sql.placeholder("before")),
          ),
        )
        .orderBy(desc(checkout.id))
        .limit(sql.placeholder("limit")),
    );
  lists.set(shape, find);
  const rows = await find(db, {
    providerId: idToUuid(providerId),
    providerOrderId,
    before: before && idToUuid(before),
    limit,
  });
  return rows.map((raw) => recordOf(db, raw));
}

function hasStatus(status: CheckoutStatus): SQL | undefined {
  const stored = eq(checkout.checkoutStatus, status);
  const lapsed = and(IS_AWAITING, lte(checkout.expiresAt, READ_AT));
  if (isResultOf("expire", status)) return or(stored, lapsed);
  if (isAwaiting(status)) return and(stored, or(isNull(checkout.expiresAt), gt(checkout.expiresAt, READ_AT)));
  return stored;
}

export async function findAgreementPdf(db: Db, providerId: Id<"prv">, checkoutId: Id<"chk">) {
  const [row] = await db
    .select({
      provider: provider.name,
      reference: checkout.providerOrderId,
      sha256: agreement.sha256,
      pdf: agreement.pdf,
    })
    .from(checkout)
    .innerJoin(provider, eq(provider.id, checkout.providerId))
    .leftJoin(agreement, belongsTo(agreement))
    .where(and(eq(checkout.providerId, providerId), eq(checkout.id, checkoutId)));
  return row ?? null;
}
