import { eq, sql } from "drizzle-orm";
import { backgroundJob } from "../../drizzle/schema";
import type { Db } from "./client";

/** What due times, leases and expiry are compared with: the servers' own clocks differ. */
export async function databaseNow(db: Db): Promise<Date> {
  const [row] = await db.execute<{ at: string }>(sql`select now() as at`);
  if (!row) throw new Error("The database said nothing of its clock");
  return new Date(row.at);
}

export type JobName = "reconcile" | "purge";

/**
 * Takes a run of work that is due once in an interval, over all processes: one of many that ask at once gets it.
 * @returns how far earlier runs have come, or null where it is not due
 */
export async function claimJob(
  db: Db,
  name: JobName,
  now: Date,
  everyMs: number,
): Promise<{ reachedAt: Date | null } | null> {
  const next = new Date(now.getTime() + everyMs);
  const tooFar = new Date(now.getTime() + 2 * everyMs);
  const [claimed] = await db
    .insert(backgroundJob)
    .values({ name, dueAt: next })
    .onConflictDoUpdate({
      target: backgroundJob.name,
      set: { dueAt: next },
      // A clock that was set back must not put the work off; one that is a little behind must not do it again.
      setWhere: sql`${backgroundJob.dueAt} <= ${now.toISOString()}::timestamptz or ${backgroundJob.dueAt} > ${tooFar.toISOString()}::timestamptz`,
    })
    .returning({ reachedAt: backgroundJob.reachedAt });
  return claimed ?? null;
}

/** How far the work has come. */
export async function reachedBy(db: Db, name: JobName): Promise<Date | null> {
  const [row] = await db
    .select({ reachedAt: backgroundJob.reachedAt })
    .from(backgroundJob)
    .where(eq(backgroundJob.name, name));
  return row?.reachedAt ?? null;
}

/** Notes that a run came to its end. */
export async function finishJob(db: Db, name: JobName, reachedAt: Date): Promise<void> {
  await db
    .insert(backgroundJob)
    .values({ name, dueAt: reachedAt, reachedAt })
    .onConflictDoUpdate({ target: backgroundJob.name, set: { reachedAt } });
}

/** Makes the work due at once: there was more than one run does. */
export async function continueJob(db: Db, name: JobName, now: Date): Promise<void> {
  await db.update(backgroundJob).set({ dueAt: now }).where(eq(backgroundJob.name, name));
}
