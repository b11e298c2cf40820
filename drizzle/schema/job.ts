import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Background work that runs at intervals, over all processes together, and how far it has come. */
export const backgroundJob = pgTable("background_job", {
  name: text().primaryKey(),
  /** Whoever moves this on has the run; one that dies in it leaves the work to the next interval. */
  dueAt: instant().notNull(),
  /** Everything up to this instant was looked at; null before the first run came to its end. */
  reachedAt: instant(),
});
