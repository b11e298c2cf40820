import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { agreement, chargeAttempt, checkout, dda, event, opportunity, provider } from "../../drizzle/schema";
import { parseActor } from "../domain/actor";
import { type Id, idFromUuid, idToUuid } from "../domain/ids";
import { type CheckoutStatus, isAwaiting, isResultOf, RELEASED_STATUSES } from "../domain/states";
import type { Db } from "./client";
import { IS_AWAITING } from "./sql";

export type CheckoutRow = typeof checkout.$inferSelect;
type OpportunityRow = Omit<typeof opportunity.$inferSelect, "contactId">;
type DdaRow = typeof dda.$inferSelect;
/** Without the two columns that count an order's calls. */
type AttemptRow = Omit<typeof chargeAttempt.$inferSelect, "providerOrderId" | "callNumber">;
export type AgreementRow = Omit<typeof agreement.$inferSelect, "pdf">;
type ProviderRow = Omit<typeof provider.$inferSelect, "terms">;

export type NewEvent = Omit<typeof event.$inferInsert, "providerId" | "checkoutId" | "sequence">;

type TimelineRow = Omit<
  typeof event.$inferSelect,
  "providerId" | "checkoutId" | "data" | "dispatchedAt" | "dispatchFailures" | "dispatchAfter" | "traceparent"
>;

/** A checkout with all its rows: answers and events are made from this. */
export interface CheckoutRecord {
  provider: Pick<ProviderRow, "id" | "code" | "name" | "timeZone">;
  checkout: CheckoutRow;
  opportunity: OpportunityRow | null;
  dda: DdaRow | null;
  attempt: AttemptRow | null;
  agreement: AgreementRow | null;
  timeline: TimelineRow[];
}

/** As read from the database, with what an agreement prints of the provider. */
export interface StoredRecord extends CheckoutRecord {
  provider: ProviderRow;
  /** By the database's clock, which alone decides expiry, because servers' clocks differ. D-123 */
  readAt: Date;
}

export const READ_AT = sql`statement_timestamp()`.mapWith(checkout.createdAt);

interface TimelineJson extends Omit<TimelineRow, "id" | "actor" | "requestId" | "occurredAt"> {
  id: string;
  actor: string;
  requestId: string | null;
  occurredAt: number;
}

const timelineOf = sql<TimelineJson[] | null>`(
  select json_agg(json_build_object(
    'sequence', e.sequence, 'id', e.id, 'type', e.type, 'actor', e.actor, 'requestId', e.request_id,
    'ipAddress', e.ip_address, 'userAgent', e.user_agent,
    'occurredAt', extract(epoch from e.occurred_at) * 1000) order by e.sequence)
  from ${event} e
  where e.provider_id = ${checkout.providerId} and e.checkout_id = ${checkout.id})`;

/** Without the portal's Terms, which can be long and belong to no checkout. */
const { terms: _terms, ...providerColumns } = getTableColumns(provider);
const { pdf: _pdf, ...agreementColumns } = getTableColumns(agreement);
const { contactId: _contactId, ...opportunityColumns } = getTableColumns(opportunity);

export { providerColumns };

function selectRecords(db: Db) {
  return db
    .select({
      provider: providerColumns,
      checkout,
      opportunity: opportunityColumns,
      dda,
      attempt: chargeAttempt,
      agreement: agreementColumns,
      timeline: timelineOf,
      readAt: READ_AT,
    })
    .from(checkout)
    .innerJoin(provider, eq(provider.id, checkout.providerId))
    .leftJoin(opportunity, belongsTo(opportunity))
    .leftJoin(dda, belongsTo(dda))
    .leftJoin(chargeAttempt, belongsTo(chargeAttempt))
    .leftJoin(agreement, belongsTo(agreement));
}

function belongsTo(table: typeof opportunity | typeof dda | typeof chargeAttempt | typeof agreement) {
  return and(eq(table.providerId, checkout.providerId), eq(table.checkoutId, checkout.id));
}

type Selected = Awaited<ReturnType<typeof selectRecords>>[number];

function toRecord(row: Selected): StoredRecord {
  const timeline = (row.timeline ?? []).map((entry) => ({
    ...entry,
    id: idFromUuid("evt", entry.id),
    actor: parseActor(entry.actor),
    requestId: entry.requestId === null ? null : idFromUuid("req", entry.requestId),
    occurredAt: new Date(entry.occurredAt),
  }));
  return { ...row, timeline };
}

const prepared = new WeakMap<Db, ReturnType<typeof prepareById>>();

function prepareById(db: Db) {
  return selectRecords(db)
    .where(
      and(eq(checkout.providerId, sql.placeholder("providerId")), eq(checkout.id, sql.placeholder("id"))),
    )
    .prepare("checkout_by_id");
}

export async function findCheckout(db: Db, providerId: Id<"prv">, id: Id<"chk">) {
  const query = prepared.get(db) ?? prepareById(db);
  prepared.set(db, query);
  // A placeholder does not pass through the column's mapping from TypeID to UUID.
  const [row] = await query.execute({ providerId: idToUuid(providerId), id: idToUuid(id) });
  return row ? toRecord(row) : null;
}

/** The checkout that holds an order now, also when its time is over and nobody has recorded that. */
export async function findLiveByOrder(db: Db, providerId: Id<"prv">, providerOrderId: string) {
  const [row] = await selectRecords(db).where(
    and(
      eq(checkout.providerId, providerId),
      eq(checkout.providerOrderId, providerOrderId),
      notInArray(checkout.checkoutStatus, [...RELEASED_STATUSES]),
    ),
  );
  return row ? toRecord(row) : null;
}

/** The live or completed checkout of an order, else the latest of those that came to nothing. */
export async function findLatestByOrder(db: Db, providerId: Id<"prv">, providerOrderId: string) {
  const [row] = await selectRecords(db)
    .where(and(eq(checkout.providerId, providerId), eq(checkout.providerOrderId, providerOrderId)))
    .orderBy(desc(notInArray(checkout.checkoutStatus, [...RELEASED_STATUSES])), desc(checkout.id))
    .limit(1);
  return row ? toRecord(row) : null;
}

export interface ListFilter {
  providerOrderId?: string;
  checkoutStatus?: CheckoutStatus;
  before?: Id<"chk">;
  limit: number;
}

/** Newest first. A checkout whose time is over counts as `Expired` here too. */
export async function listCheckouts(db: Db, providerId: Id<"prv">, filter: ListFilter) {
  const rows = await selectRecords(db)
    .where(
      and(
        eq(checkout.providerId, providerId),
        filter.providerOrderId === undefined
          ? undefined
          : eq(checkout.providerOrderId, filter.providerOrderId),
        filter.checkoutStatus === undefined ? undefined : hasStatus(filter.checkoutStatus),
        filter.before === undefined ? undefined : lt(checkout.id, filter.before),
      ),
    )
    .orderBy(desc(checkout.id))
    .limit(filter.limit);
  return rows.map(toRecord);
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
