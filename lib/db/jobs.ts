import { eq, sql } from "drizzle-orm";
import { backgroundJob } from "../../drizzle/schema";
import { later } from "../../packages/dates/time";
import type { Db } from "./client";
import { at } from "./sql";

/** An account has a reconciliation of its own. */
export type JobName = "reconcile" | "purge" | `reconcile ${string}`;

/**
 * Work that is due once in an interval: of all processes that ask, one gets the run.
 * @returns how far earlier runs came; null if the work is not due
 */
export async function claimJob(db: Db, name: JobName, now: Date, everyMs: number) {
  const next = later(now, everyMs);
  const [claimed] = await db
    .insert(backgroundJob)
    .values({ name, dueAt: next })
    .onConflictDoUpdate({
      target: backgroundJob.name,
      set: { dueAt: next },
      // The second condition is for a clock that was set back: a due time far ahead must not delay the work.
      setWhere: sql`${backgroundJob.dueAt} <= ${at(now)} or ${backgroundJob.dueAt} > ${at(later(now, 2 * everyMs))}`,
    })
    .returning({ reachedAt: backgroundJob.reachedAt });
  return claimed ?? null;
}

export async function reachedBy(db: Db, name: JobName): Promise<Date | null> {
  const [row] = await db
    .select({ reachedAt: backgroundJob.reachedAt })
    .from(backgroundJob)
    .where(eq(backgroundJob.name, name));
  return row?.reachedAt ?? null;
}

export async function finishJob(db: Db, name: JobName, reachedAt: Date): Promise<void> {
  await db
    .insert(backgroundJob)
    .values({ name, dueAt: reachedAt, reachedAt })
    .onConflictDoUpdate({ target: backgroundJob.name, set: { reachedAt } });
}

/** One run was not enough, so the work is due again at once. */
export async function continueJob(db: Db, name: JobName, now: Date): Promise<void> {
  await db.update(backgroundJob).set({ dueAt: now }).where(eq(backgroundJob.name, name));
}
