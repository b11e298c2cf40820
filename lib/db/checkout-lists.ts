import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { checkout, opportunity } from "../../drizzle/schema";
import { earlier, HOUR_MS, later } from "../../packages/dates/time";
import { compiled, READ } from "../../packages/postgres-guard/index";
import { firstIdAt, type Id, idToUuid } from "../domain/ids";
import type { ListOrder } from "../domain/list-order";
import {
  type CheckoutStatus,
  COLLECTED_STAGES,
  isAwaiting,
  isResultOf,
  type OpportunityStage,
  type PaymentType,
  reachableStates,
  type State,
} from "../domain/states";
import { belongsTo, listedRecordOf, READ_AT, type StoredRecord, selectListed } from "./checkout-records";
import type { Db } from "./client";
import { IS_AWAITING } from "./sql";

export interface ListFilter {
  providerOrderId?: string;
  checkoutStatus?: CheckoutStatus;
  /** The student's, in upper or lower case. */
  email?: string;
  opportunityStage?: OpportunityStage;
  /** From this time on. */
  createdAfter?: Date;
  /** Not including this time. */
  createdBefore?: Date;
  /** Changed since, or expired since, even if the expiry is not recorded. */
  updatedSince?: Date;
  /** A checkout must have all these pairs. */
  metadata?: Record<string, string> | null;
  paymentType?: PaymentType;
  /** The beginning of the student's name or last name, in upper or lower case. Where one reads as a tenant. */
  name?: string;
  ids?: readonly Id<"chk">[];
  /** By the id alone, which indexes have. */
  begunSince?: Date;
  /** `newest` where it says nothing. By price, the filters have to leave few, or be in the index of totals. */
  order?: ListOrder;
  /** The last one of the page before. */
  before?: Id<"chk">;
  /** When that one was changed, or its price, where the order goes by it. */
  beside?: Date | number;
  limit: number;
}

/** A checkout whose time is over counts as expired here too. */
export async function listCheckouts(
  db: Db,
  providerId: Id<"prv">,
  filter: ListFilter,
): Promise<StoredRecord[]> {
  const wanted = searched(providerId, filter);
  const isPlain = (filter.order ?? "newest") === "newest" && filter.name === undefined && !filter.begunSince;
  const rows = await (wanted.length > 0 || !isPlain
    ? search(db, providerId, filter, wanted)
    : listBy(filter)(db, {
        ...filter,
        providerId: idToUuid(providerId),
        before: filter.before && idToUuid(filter.before),
      }));
  return rows.map(listedRecordOf);
}

const lists = new Map<string, ReturnType<typeof compiled>>();

function listBy({ providerOrderId, checkoutStatus, before }: ListFilter) {
  const shape = `${providerOrderId !== undefined} ${checkoutStatus} ${before !== undefined}`;
  const find =
    lists.get(shape) ??
    compiled(READ, (db) =>
      selectListed(db, sql`${sql.placeholder("providerId")}::uuid`)
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
  return find;
}

/** What an order goes by, and what comes after the last page. Between equals the id decides. */
function orderOf({ order = "newest", before, beside }: ListFilter) {
  const isByPrice = order === "highest" || order === "lowest";
  const by = isByPrice ? checkout.coursePriceCents : order === "changed" ? checkout.updatedAt : null;
  const isRising = order === "oldest" || order === "lowest";
  const columns = by ? [by, checkout.id] : [checkout.id];
  const last = by
    ? sql`${sql.param(beside, by)}, ${sql.param(before, checkout.id)}`
    : sql.param(before, checkout.id);
  return {
    isByPrice,
    columns: sql.join(columns, sql`, `),
    sorted: sql.join(columns.map(isRising ? asc : desc), sql`, `),
    isBeyond: before && sql`(${sql.join(columns, sql`, `)}) ${sql.raw(isRising ? ">" : "<")} (${last})`,
  };
}

/** How many of the first are looked through before an index is asked. */
const NEAR = 1_000;

/**
 * If many match, some are among the first; if few do, an index finds them. So no list goes through all of a provider's
 * checkouts. The query has no name, because it is planned for its values: otherwise every connection would keep a plan for
 * each set of filters. See docs/decisions/054-list-filters.md.
 */
function search(db: Db, providerId: Id<"prv">, filter: ListFilter, wanted: SQL[]) {
  const { providerOrderId, checkoutStatus, name, limit } = filter;
  const { isByPrice, columns, sorted, isBeyond } = orderOf(filter);
  const ofProvider = and(eq(checkout.providerId, providerId), isBeyond, mayBeCreated(filter));
  // No index has prices in order, so by price none is looked through first.
  const near = sql.raw(String(isByPrice ? 0 : NEAR));
  const matches = and(
    providerOrderId === undefined ? undefined : eq(checkout.providerOrderId, providerOrderId),
    checkoutStatus && hasStatus(checkoutStatus),
    ...wanted,
  );
  const named = name === undefined ? null : hasName(name);
  const ids = sql`
    with near as materialized (
      select id from (
        select * from ${checkout} where ${ofProvider} order by ${sorted} limit ${near}
      ) as ${checkout} where ${and(sql`true`, matches, named?.near)} order by ${sorted} limit ${limit}::int)
    select id from near union all (
      select id from (select ${columns} from ${checkout} where ${and(ofProvider, matches, named?.far)} offset 0) as ${checkout}
      where (select count(*) from near) < ${limit}::int order by ${sorted} limit ${limit}::int)`;
  const page = compiled({ ...READ, isPlannedAnew: true }, (one) =>
    selectListed(one, sql`${idToUuid(providerId)}::uuid`)
      .where(and(eq(checkout.providerId, providerId), sql`${checkout.id} = any (array(${ids}))`))
      .orderBy(sorted)
      .limit(limit),
  );
  return page(db, {});
}

/** Filters that need the index; empty if there are none. */
function searched(providerId: Id<"prv">, filter: ListFilter): SQL[] {
  const { email, opportunityStage, createdAfter, createdBefore, updatedSince, metadata } = filter;
  const { paymentType, ids } = filter;
  const conditions = [
    ids && inArray(checkout.id, [...ids]),
    paymentType && eq(checkout.paymentType, paymentType),
    email !== undefined && hasEmail(email),
    opportunityStage && hasStage(providerId, opportunityStage),
    createdAfter && gte(checkout.createdAt, createdAfter),
    createdBefore && lt(checkout.createdAt, createdBefore),
    updatedSince && wasUpdatedSince(updatedSince),
    metadata && hasMetadata(providerId, metadata),
  ];
  return conditions.flatMap((condition) => condition || []);
}

/** Only makes it fast: an id begins with the database's time at creation. */
const mayBeCreated = ({ begunSince, createdAfter, createdBefore }: ListFilter) =>
  and(
    begunSince && gte(checkout.id, firstIdAt("chk", begunSince)),
    createdAfter && gte(checkout.id, firstIdAt("chk", earlier(createdAfter, HOUR_MS))),
    createdBefore && lt(checkout.id, firstIdAt("chk", later(createdBefore, HOUR_MS))),
  );

/** The same comparison as for contacts, with the database's own lower case. */
const hasEmail = (email: string) => eq(checkout.emailLower, email.toLowerCase());

/** For one tenant an index is used only by the function: see drizzle/storage.sql. */
const hasName = (name: string) => {
  const begun = sql`lower(${name.replace(/[\\%_]/g, "\\$&")}::text) || '%'`;
  return {
    near: or(
      sql`lower(${checkout.firstName} || ' ' || ${checkout.lastName}) like ${begun}`,
      sql`lower(${checkout.lastName}) like ${begun}`,
    ),
    far: sql`${checkout.id} = any (array(select checkouts_named(lower(${name}::text))))`,
  };
};

/** Written exactly as in its index, whose entries begin with the provider. */
const hasMetadata = (providerId: Id<"prv">, pairs: Record<string, string>) => {
  const asked = JSON.stringify({ [idToUuid(providerId)]: pairs });
  return and(
    isNotNull(checkout.metadata),
    sql`jsonb_set('{}', array[${checkout.providerId}::text], ${checkout.metadata}) @> ${asked}::jsonb`,
  );
};

const LAPSED = and(IS_AWAITING, lte(checkout.expiresAt, READ_AT));

const wasUpdatedSince = (since: Date) =>
  or(gte(checkout.updatedAt, since), and(LAPSED, gte(checkout.expiresAt, since)));

function hasStatus(status: CheckoutStatus): SQL | undefined {
  const stored = eq(checkout.checkoutStatus, status);
  if (isResultOf("expire", status)) return or(stored, LAPSED);
  if (isAwaiting(status)) return and(stored, or(isNull(checkout.expiresAt), gt(checkout.expiresAt, READ_AT)));
  return stored;
}

const STATES: Pick<State, "checkout" | "stage">[] = [
  ...reachableStates(),
  ...COLLECTED_STAGES.map((stage) => ({ checkout: "Confirmed" as const, stage })),
];

/** By the statuses that go with the stage. If one goes with other stages too, the Opportunity decides. */
function hasStage(providerId: Id<"prv">, stage: OpportunityStage): SQL | undefined {
  const statuses = new Set(STATES.filter((one) => one.stage === stage).map((one) => one.checkout));
  return or(
    ...[...statuses].map((status) => {
      const isSure = STATES.every((one) => one.checkout !== status || one.stage === stage);
      const itsOwn = sql`exists (select 1 from ${opportunity} where ${and(eq(opportunity.providerId, providerId), belongsTo(opportunity), eq(opportunity.stage, stage))})`;
      return and(hasStatus(status), isSure ? undefined : itsOwn);
    }),
  );
}
