import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import { operatorAlert } from "../../drizzle/schema";
import type { AlertKind } from "../domain/alerts";
import { type Id, newId } from "../domain/ids";
import type { Db } from "./client";

export type AlertRow = typeof operatorAlert.$inferSelect;

/** What is wrong with one charge. */
export interface Finding {
  kind: AlertKind;
  /** The gateway's key of the charge. */
  reference: string;
  details: Record<string, unknown>;
}

/**
 * Records a finding: a new alert, or one that is seen again. What vanished by itself opens again; what an operator has
 * resolved does not.
 * @returns the alert's id where somebody must be told of it now, else null
 */
export async function raiseAlert(db: Db, finding: Finding, now: Date): Promise<Id<"alt"> | null> {
  const { kind, reference, details } = finding;
  const byOperator = sql`${operatorAlert.resolvedBy} is not distinct from 'operator'`;
  const reopened = await db
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
  if (reopened[0]) return reopened[0].id;
  const id = newId("alt");
  const [row] = await db
    .insert(operatorAlert)
    .values({ id, kind, reference, details, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [operatorAlert.kind, operatorAlert.reference],
      set: { lastSeenAt: now, details },
      setWhere: sql`not (${byOperator})`,
    })
    .returning({ id: operatorAlert.id });
  return row?.id === id ? id : null;
}

/** Alerts, oldest first: those that are open, or all of them. */
export async function listAlerts(db: Db, { all }: { all: boolean }): Promise<AlertRow[]> {
  return db
    .select()
    .from(operatorAlert)
    .where(all ? undefined : isNull(operatorAlert.resolvedAt))
    .orderBy(asc(operatorAlert.id));
}

/** Open alerts that were not seen since an instant, oldest first. */
export async function listUnseenAlerts(db: Db, since: Date, limit: number): Promise<AlertRow[]> {
  return db
    .select()
    .from(operatorAlert)
    .where(and(isNull(operatorAlert.resolvedAt), lt(operatorAlert.lastSeenAt, since)))
    .orderBy(asc(operatorAlert.lastSeenAt))
    .limit(limit);
}

/** @returns the alert, resolved now or before; null where there is none */
export async function resolveAlert(
  db: Db,
  id: Id<"alt">,
  by: "operator" | "reconciliation",
  now: Date,
): Promise<AlertRow | null> {
  const set = { resolvedAt: now, resolvedBy: by };
  const [row] = await db
    .update(operatorAlert)
    .set(set)
    .where(and(eq(operatorAlert.id, id), isNull(operatorAlert.resolvedAt)))
    .returning();
  if (row) return row;
  const [known] = await db.select().from(operatorAlert).where(eq(operatorAlert.id, id));
  return known ?? null;
}
