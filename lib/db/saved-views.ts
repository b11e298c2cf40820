import { and, asc, eq } from "drizzle-orm";
import { savedView } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

/** By name. */
export const findViews = (db: Db, providerId: Id<"prv">) =>
  db.select().from(savedView).where(eq(savedView.providerId, providerId)).orderBy(asc(savedView.name));

/** One that has the name already stays. */
export async function addView(db: Db, view: typeof savedView.$inferInsert): Promise<void> {
  await db.insert(savedView).values(view).onConflictDoNothing();
}

export async function removeView(db: Db, providerId: Id<"prv">, name: string): Promise<void> {
  await db.delete(savedView).where(and(eq(savedView.providerId, providerId), eq(savedView.name, name)));
}
