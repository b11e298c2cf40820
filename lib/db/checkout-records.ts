import { isDeepStrictEqual } from "node:util";
import { and, eq, getTableColumns, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  agreement,
  chargeAttempt,
  checkout,
  dda,
  event,
  opportunity,
  paymentPlan,
  provider,
} from "../../drizzle/schema";
import { instantOf } from "../../packages/dates/time";
import { rowReader } from "../../packages/postgres-guard/index";
import { type Actor, actorText, parseActor } from "../domain/actor";
import { idFromUuid } from "../domain/ids";
import type { Db } from "./client";

export type CheckoutRow = typeof checkout.$inferSelect;
type OpportunityRow = Omit<typeof opportunity.$inferSelect, "contactId">;
type DdaRow = typeof dda.$inferSelect;
/** Without the two columns that count an order's calls. */
type AttemptRow = Omit<typeof chargeAttempt.$inferSelect, "providerOrderId" | "callNumber">;
export type AgreementRow = Omit<
  typeof agreement.$inferSelect,
  "content" | "pdf" | "dueAt" | "leaseUntil" | "failures"
>;
export type PlanRow = typeof paymentPlan.$inferSelect;
type ProviderRow = Omit<typeof provider.$inferSelect, "terms">;

export type NewEvent = Omit<typeof event.$inferInsert, "providerId" | "checkoutId" | "sequence" | "actor"> & {
  actor: Actor;
};

type TimelineRow = Pick<
  typeof event.$inferSelect,
  "sequence" | "id" | "type" | "requestId" | "ipAddress" | "userAgent" | "occurredAt"
> & { actor: Actor };

/** The row of a checkout's next event. */
export const eventRow = (
  { providerId, id: checkoutId }: CheckoutRow,
  sequence: number,
  told: NewEvent,
): typeof event.$inferInsert => ({
  ...told,
  actor: actorText(told.actor),
  providerId,
  checkoutId,
  sequence,
});

/** A checkout with all its rows. Responses and events are made from this. */
export interface CheckoutRecord {
  provider: Pick<ProviderRow, "id" | "code" | "name" | "timeZone">;
  checkout: CheckoutRow;
  opportunity: OpportunityRow | null;
  dda: DdaRow | null;
  attempt: AttemptRow | null;
  agreement: AgreementRow | null;
  /** Null where nobody collects the plan. */
  plan: PlanRow | null;
  timeline: TimelineRow[];
}

/** As read from the database, with the provider's details for an agreement. */
export interface StoredRecord extends CheckoutRecord {
  provider: ProviderRow;
  /** By the database's clock. It alone decides expiry, because servers' clocks differ. */
  readAt: Date;
}

/** Decisions depend on it, so a time that cannot be read is an error. */
export const READ_AT = sql`statement_timestamp()`.mapWith(instantOf);

const readAtOf = (raw: unknown[]) => instantOf(raw.at(-1));

interface TimelineJson extends Omit<TimelineRow, "id" | "actor" | "requestId" | "occurredAt"> {
  id: string;
  actor: string;
  requestId: string | null;
  occurredAt: number;
}

/** @param providerId of the checkout; with a value, one shard knows that it has all that is asked for */
const timelineOf = (providerId: SQLWrapper, which = sql``) => sql`(
  select json_agg(json_build_object(
    'sequence', e.sequence, 'id', e.id, 'type', e.type, 'actor', e.actor, 'requestId', e.request_id,
    'ipAddress', e.ip_address, 'userAgent', e.user_agent,
    'occurredAt', extract(epoch from e.occurred_at) * 1000) order by e.sequence)
  from ${event} e
  where e.provider_id = ${providerId} and e.checkout_id = ${checkout.id} ${which})`;

const timelineFrom = (entries: TimelineJson[]): TimelineRow[] =>
  entries.map((entry) => ({
    ...entry,
    id: idFromUuid("evt", entry.id),
    actor: parseActor(entry.actor),
    requestId: entry.requestId === null ? null : idFromUuid("req", entry.requestId),
    occurredAt: instantOf(entry.occurredAt),
  }));

/** Without the portal's Terms, which can be long and belong to no checkout. */
const { terms: _terms, ...providerColumns } = getTableColumns(provider);
/** As text, so that a row can be compared with an earlier reading. */
const asText = <T, J>(json: SQL, read: (value: J) => T) =>
  sql<T>`${json}::text`.mapWith((text: string) => read(JSON.parse(text)));

const {
  content: _content,
  pdf: _pdf,
  dueAt: _due,
  leaseUntil: _lease,
  failures: _failures,
  ...agreementColumns
} = getTableColumns(agreement);
const { contactId: _contactId, ...opportunityColumns } = getTableColumns(opportunity);

export { providerColumns };

/** A checkout's own columns in a statement that joins its tables by `belongsTo`. */
export const RECORD_COLUMNS = {
  checkout: {
    ...getTableColumns(checkout),
    schedule: asText(
      sql`${checkout.schedule}`,
      (value) => checkout.schedule.mapFromDriverValue(value) as CheckoutRow["schedule"],
    ),
    metadata: asText(
      sql`${checkout.metadata}`,
      (value) => checkout.metadata.mapFromDriverValue(value) as CheckoutRow["metadata"],
    ),
  },
  opportunity: opportunityColumns,
  dda: getTableColumns(dda),
  attempt: getTableColumns(chargeAttempt),
  agreement: agreementColumns,
  plan: {
    ...getTableColumns(paymentPlan),
    summary: asText(
      sql`${paymentPlan.summary}`,
      (value) => paymentPlan.summary.mapFromDriverValue(value) as PlanRow["summary"],
    ),
  },
  timeline: asText(timelineOf(checkout.providerId), timelineFrom),
  readAt: READ_AT,
};

const SELECTED = { provider: providerColumns, ...RECORD_COLUMNS };

type SelectedRow = Omit<StoredRecord, "timeline"> & { timeline: TimelineRow[] | null };

const readRow = rowReader<SelectedRow>(SELECTED, ["opportunity", "dda", "attempt", "agreement", "plan"]);

export const toRecord = (row: SelectedRow): StoredRecord => ({ ...row, timeline: row.timeline ?? [] });

/** The column with the checkout's id. */
const ID_AT = Object.keys(SELECTED.provider).length + Object.keys(SELECTED.checkout).indexOf("id");

/** Rows that were read lately, with their records. */
const known = new WeakMap<Db, Map<unknown, { content: unknown[]; record: StoredRecord }>>();
const MAX_KNOWN = 500;

/**
 * The record of a row of `selectRecords`. If the row has not changed since it was last read, the same record is returned
 * with the new time of reading: callers who wait for a change ask often and read the same. Nobody changes a record. See
 * docs/decisions/013-cheap-reads.md.
 */
export function recordOf(db: Db, raw: unknown[]): StoredRecord {
  const ofDb = known.get(db) ?? new Map<unknown, { content: unknown[]; record: StoredRecord }>();
  known.set(db, ofDb);
  const id = raw[ID_AT];
  const content = raw.slice(0, -1);
  const earlier = ofDb.get(id);
  ofDb.delete(id);
  if (earlier && isDeepStrictEqual(earlier.content, content)) {
    ofDb.set(id, earlier);
    return { ...earlier.record, readAt: readAtOf(raw) };
  }
  const record = toRecord(readRow(raw));
  if (ofDb.size >= MAX_KNOWN) ofDb.delete(ofDb.keys().next().value);
  ofDb.set(id, { content, record });
  return record;
}

/** A row of `selectListed`. It is not kept, because a list would push out the records that others read again and again. */
export const listedRecordOf = (raw: unknown[]): StoredRecord => toRecord(readRow(raw));

export function selectRecords(db: Db, providerId: SQLWrapper, which?: SQL) {
  return db
    .select({ ...SELECTED, timeline: asText(timelineOf(providerId, which), timelineFrom) })
    .from(checkout)
    .innerJoin(provider, eq(provider.id, checkout.providerId))
    .leftJoin(opportunity, belongsTo(opportunity))
    .leftJoin(dda, belongsTo(dda))
    .leftJoin(chargeAttempt, belongsTo(chargeAttempt))
    .leftJoin(agreement, belongsTo(agreement))
    .leftJoin(paymentPlan, belongsTo(paymentPlan));
}

/** A list shows no timeline. The only event it needs is that an email was rejected. */
const REFUSED_EMAIL = sql`and e.type = 'student.email_undelivered'`;

export const selectListed = (db: Db, providerId: SQLWrapper) => selectRecords(db, providerId, REFUSED_EMAIL);

/** Of bank authorities the one that is debited, or will be. */
const IS_LIVE = isNull(dda.endedAt);

/** Of charge attempts the order's latest. Those that pay instalments are no part of the record. */
const IS_OF_ORDER = sql`not ${chargeAttempt.isReplaced} and ${chargeAttempt.instalments} is null`;

/** The live bank authority and the latest charge attempt: what was replaced is no part of the record. */
export function belongsTo(
  table: typeof opportunity | typeof dda | typeof chargeAttempt | typeof agreement | typeof paymentPlan,
) {
  const isLatest = table === chargeAttempt ? IS_OF_ORDER : table === dda ? IS_LIVE : undefined;
  return and(eq(table.providerId, checkout.providerId), eq(table.checkoutId, checkout.id), isLatest);
}
