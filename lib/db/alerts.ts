import { and, asc, eq, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { operatorAlert } from "../../drizzle/schema";
import type { AlertKind } from "../../drizzle/vocabulary";
import { readRows } from "../../packages/postgres-guard/index";
import { type Id, newId } from "../domain/ids";
import { asService } from "./as-tenant";
import type { Db } from "./client";
import { asTable } from "./outbox";

export type AlertRow = typeof operatorAlert.$inferSelect;

export interface Finding {
  kind: AlertKind;
  /** The gateway's key of the charge. For an encrypted value, its row's id or the key's version. */
  reference: string;
  details: Record<string, unknown>;
}

/**
 * An operator has dealt with that charge. Another refusal of our credentials, another value that cannot be decrypted, and
 * another problem of a payout are a new alert each time.
 */
const isDealtWith = sql`(${operatorAlert.resolvedBy} is not distinct from 'operator'
  and ${operatorAlert.kind} not in ('gateway_refused_us', 'sealed_value_unreadable', 'settlement_problem'))`;

/**
 * An alert whose cause had gone opens again. One about a charge that an operator has dealt with stays resolved. It may be of
 * several providers, or of none.
 * @returns the alert's id if an operator must be told now, else null
 */
export async function raiseAlert(given: Db, finding: Finding, now: Date): Promise<Id<"alt"> | null> {
  const db = asService(given);
  const { kind, reference, details } = finding;
  const [reopened] = await db
    .update(operatorAlert)
    .set({ resolvedAt: null, resolvedBy: null, lastSeenAt: now, details })
    .where(
      and(
        eq(operatorAlert.kind, kind),
        eq(operatorAlert.reference, reference),
        isNotNull(operatorAlert.resolvedAt),
        not(isDealtWith),
      ),
    )
    .returning({ id: operatorAlert.id });
  if (reopened) return reopened.id;
  const id = newId("alt");
  const [row] = await db
    .insert(operatorAlert)
    .values({ id, kind, reference, details, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [operatorAlert.kind, operatorAlert.reference],
      set: { lastSeenAt: now, details },
      setWhere: not(isDealtWith),
    })
    .returning({ id: operatorAlert.id });
  return row?.id === id ? id : null;
}

/** Leaves out those whose alert is open, or was resolved by an operator. */
export async function withoutKnown(db: Db, findings: readonly Finding[]): Promise<Finding[]> {
  const keys = findings.map(({ kind, reference }) => ({ kind, reference }));
  const known = await readRows<{ kind: string; reference: string }>(
    db,
    sql`
    select f.kind, f.reference from ${asTable(keys, "f (kind text, reference text)")}
    join ${operatorAlert} a on a.kind = f.kind and a.reference = f.reference
    where a.resolved_at is null or a.resolved_by = 'operator'`,
  );
  const names = new Set(known.map(({ kind, reference }) => `${kind} ${reference}`));
  return findings.filter(({ kind, reference }) => !names.has(`${kind} ${reference}`));
}

/** Oldest first. */
export async function listAlerts(db: Db, { all }: { all: boolean }): Promise<AlertRow[]> {
  return db
    .select()
    .from(operatorAlert)
    .where(all ? undefined : isNull(operatorAlert.resolvedAt))
    .orderBy(asc(operatorAlert.id));
}

/** Open alerts of some kinds that were not seen since an instant, oldest first. */
export async function listUnseenAlerts(
  db: Db,
  kinds: readonly AlertKind[],
  since: Date,
  limit: number,
): Promise<AlertRow[]> {
  return db
    .select()
    .from(operatorAlert)
    .where(
      and(
        isNull(operatorAlert.resolvedAt),
        inArray(operatorAlert.kind, [...kinds]),
        lt(operatorAlert.lastSeenAt, since),
      ),
    )
    .orderBy(asc(operatorAlert.lastSeenAt))
    .limit(limit);
}

/** @returns the alert, resolved now or before; null if there is none */
export async function resolveAlert(db: Db, id: Id<"alt">, by: "operator" | "reconciliation", now: Date) {
  const [row] = await db
    .update(operatorAlert)
    .set({ resolvedAt: now, resolvedBy: by })
    .where(and(eq(operatorAlert.id, id), isNull(operatorAlert.resolvedAt)))
    .returning();
  if (row) return row;
  const [known] = await db.select().from(operatorAlert).where(eq(operatorAlert.id, id));
  return known ?? null;
}

/** Its cause is gone. */
export async function resolveAlertAbout(
  db: Db,
  { kind, reference }: Pick<Finding, "kind" | "reference">,
  now: Date,
): Promise<void> {
  await db
    .update(operatorAlert)
    .set({ resolvedAt: now, resolvedBy: "reconciliation" })
    .where(
      and(
        eq(operatorAlert.kind, kind),
        eq(operatorAlert.reference, reference),
        isNull(operatorAlert.resolvedAt),
      ),
    );
}

/** An alert that the gateway has a charge of this order that the records lack. */
export const isOrphanOf = (providerId: SQL, providerOrderId: SQL) =>
  sql`${operatorAlert.kind} = 'orphan_charge' and ${operatorAlert.details} ->> 'provider_order_id' = ${providerOrderId}
    and ${operatorAlert.details} ->> 'provider_id' = ${providerId}::text`;

export async function hasOpenOrphan(
  db: Db,
  { providerId, providerOrderId }: { providerId: string; providerOrderId: string },
): Promise<boolean> {
  const open = await db
    .select({ id: operatorAlert.id })
    .from(operatorAlert)
    .where(and(isNull(operatorAlert.resolvedAt), isOrphanOf(sql`${providerId}`, sql`${providerOrderId}`)))
    .limit(1);
  return open.length > 0;
}

/**
 * Those of these charges for which an operator has resolved an alert of these kinds. See
 * docs/decisions/006-reconciliation.md.
 */
export async function resolvedByOperator(
  db: Db,
  references: string[],
  kinds: readonly AlertKind[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await asService(db)
    .select({ reference: operatorAlert.reference })
    .from(operatorAlert)
    .where(
      and(
        inArray(operatorAlert.reference, references),
        inArray(operatorAlert.kind, [...kinds]),
        eq(operatorAlert.resolvedBy, "operator"),
      ),
    );
  return new Set(rows.map(({ reference }) => reference));
}
