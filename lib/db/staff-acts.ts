import { createHash } from "node:crypto";
import { and, asc, desc, eq, getTableColumns, gt, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { staffAct } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";
import { databaseNow } from "./clock";

export type ActRow = typeof staffAct.$inferSelect;
type NewAct = Omit<ActRow, "sequence" | "at" | "previousHash" | "hash">;

/** Before a provider's first row. */
export const NO_HASH = "0".repeat(64);

/** SHA-256 of the row's other fields as a JSON array, in this order. The one before is the last of them. */
export function hashOfAct(row: Omit<ActRow, "hash">): string {
  const about = [row.providerId, row.sequence, row.actId, row.step, row.at.toISOString()];
  const who = [row.staffId, row.staffName, row.role, row.ipAddress, row.requestId];
  const what = [row.action, row.checkoutId, row.subject, row.reason, row.before, row.after];
  const fields = [...about, ...who, ...what, row.previousHash];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

const ONCE = { target: [staffAct.providerId, staffAct.actId, staffAct.step] };

/** Adds a row to the provider's chain. Those who add to one chain take turns. @returns null for a step that is recorded */
export const insertAct = (db: Db, act: NewAct): Promise<ActRow | null> =>
  retried(() =>
    db.transaction(async (tx) => {
      const ofProvider = eq(staffAct.providerId, act.providerId);
      // Sent together: each statement sees what was committed before it began, so the last row is read in our turn.
      const [, [last], at] = await Promise.all([
        tx.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`staff_act ${idToUuid(act.providerId)}`}, 0))`,
        ),
        tx
          .select({ sequence: staffAct.sequence, hash: staffAct.hash })
          .from(staffAct)
          .where(ofProvider)
          .orderBy(desc(staffAct.sequence))
          .limit(1),
        databaseNow(tx),
      ]);
      const place = { sequence: (last?.sequence ?? 0) + 1, at, previousHash: last?.hash ?? NO_HASH };
      // No half of a surrogate pair: the database would keep another text than the hash is of.
      const row = { ...act, ...place, reason: act.reason.toWellFormed() };
      const made = { ...row, hash: hashOfAct(row) };
      const [kept] = await tx.insert(staffAct).values(made).onConflictDoNothing(ONCE).returning();
      return kept ?? null;
    }),
  );

const outcome = alias(staffAct, "outcome");

/** Actions, newest first: their first rows, and what came of each; null where that was not recorded. */
export function findActs(
  db: Db,
  providerId: Id<"prv">,
  by: { checkoutId: Id<"chk"> } | { actId: Id<"act"> } | { before: number },
  limit: number,
) {
  const wanted =
    "actId" in by
      ? eq(staffAct.actId, by.actId)
      : "checkoutId" in by
        ? eq(staffAct.checkoutId, by.checkoutId)
        : lt(staffAct.sequence, by.before);
  return db
    .select({ act: staffAct, outcome: { step: outcome.step, at: outcome.at, after: outcome.after } })
    .from(staffAct)
    .leftJoin(
      outcome,
      and(eq(outcome.providerId, providerId), eq(outcome.actId, staffAct.actId), ne(outcome.step, "asked")),
    )
    .where(and(eq(staffAct.providerId, providerId), eq(staffAct.step, "asked"), wanted))
    .orderBy(desc(staffAct.sequence))
    .limit(limit);
}

const AT_ONCE = 500;

/** The names of a row's fields, in the order of its values. */
export const ACT_FIELDS = Object.keys(getTableColumns(staffAct));

/** Some of a provider's rows as they are, oldest first. @param after the number of a row */
export async function actRowsAfter(db: Db, providerId: Id<"prv">, after: number) {
  const rows = await db
    .select()
    .from(staffAct)
    .where(and(eq(staffAct.providerId, providerId), gt(staffAct.sequence, after)))
    .orderBy(asc(staffAct.sequence))
    .limit(AT_ONCE);
  return { rows, next: rows.length === AT_ONCE ? (rows.at(-1)?.sequence ?? null) : null };
}

/** Every row of a provider as it is, oldest first. */
export async function* actRowsOf(db: Db, providerId: Id<"prv">): AsyncGenerator<ActRow> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof actRowsAfter>> = await actRowsAfter(db, providerId, after);
    yield* page.rows;
    after = page.next;
  }
}
