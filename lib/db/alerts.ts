import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { operatorAlert } from "../../drizzle/schema";
import type { AlertKind } from "../domain/alerts";
import { type Id, newId } from "../domain/ids";
import type { Db } from "./client";

export type AlertRow = typeof operatorAlert.$inferSelect;

export interface Finding {
  kind: AlertKind;
  /** The gateway's key of the charge. */
  reference: string;
  details: Record<string, unknown>;
}

/**
 * An alert that reconciliation had resolved opens again; one that an operator resolved stays resolved.
 * @returns the alert's id where an operator must be told now, else null
 */
export async function raiseAlert(db: Db, finding: Finding, now: Date): Promise<Id<"alt"> | null> {
  const { kind, reference, details } = finding;
  const [reopened] = await db
    .update(operatorAlert)
    .set({ resolvedAt: null, resolvedBy: null, lastSeenAt: now, details })
    .where(
      and(
        eq(operatorAlert.kind, kind),
        eq(operatorAlert.reference, reference),
        eq(operatorAlert.resolvedBy, "reconciliation"),
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
      setWhere: sql`${operatorAlert.resolvedBy} is distinct from 'operator'`,
    })
    .returning({ id: operatorAlert.id });
  return row?.id === id ? id : null;
}

/** Oldest first. */
export async function listAlerts(db: Db, { all }: { all: boolean }): Promise<AlertRow[]> {
  return db
    .select()
    .from(operatorAlert)
    .where(all ? undefined : isNull(operatorAlert.resolvedAt))
    .orderBy(asc(operatorAlert.id));
}

/** Open alerts not seen since an instant, oldest first. */
export async function listUnseenAlerts(db: Db, since: Date, limit: number): Promise<AlertRow[]> {
  return db
    .select()
    .from(operatorAlert)
    .where(and(isNull(operatorAlert.resolvedAt), lt(operatorAlert.lastSeenAt, since)))
    .orderBy(asc(operatorAlert.lastSeenAt))
    .limit(limit);
}

/** @returns the alert, resolved now or before; null where there is none */
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

/** Which of these charges an operator has accounted for. */
export async function resolvedByOperator(db: Db, references: string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await db
    .select({ reference: operatorAlert.reference })
    .from(operatorAlert)
    .where(and(inArray(operatorAlert.reference, references), eq(operatorAlert.resolvedBy, "operator")));
  return new Set(rows.map(({ reference }) => reference));
}
