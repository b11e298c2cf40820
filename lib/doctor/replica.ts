import { openDatabase } from "../db/client";
import { explainDatabaseFault } from "../db/faults";
import { endOf, MOST_BEHIND_MS } from "../db/replica";
import type { Deps } from "../deps";
import { fail, type Line, pass, warn, wordsOf } from "./report";

const LOOK_AGAIN_MS = 50;

/** Where lists are read: a standby of the same database, which is not far behind. D-280 */
export async function replicaOf({ db, settings }: Deps): Promise<Line[]> {
  const url = settings.DATABASE_READ_URL;
  if (!url) return [];
  const check = "replica";
  const prepare = settings.DATABASE_PREPARE === "on";
  const replica = openDatabase({ url, poolSize: 1, prepare, name: "doctor" });
  const remedy = "Set DATABASE_READ_URL to a standby of the database that DATABASE_URL leads to.";
  try {
    const found = await endOf(replica.db);
    const from = performance.now();
    const end = await endOf(db);
    if (found.which !== end.which)
      return [fail(check, "it is another database than that of DATABASE_URL", remedy)];
    if (!found.isStandby) return [warn(check, "it is no standby: lists are read from the primary", remedy)];
    for (;;) {
      const { position } = await endOf(replica.db);
      const tookMs = performance.now() - from;
      if (position !== null && end.position !== null && position >= end.position)
        return [pass(check, `a standby of the same database, less than ${Math.ceil(tookMs)} ms behind`)];
      if (tookMs > MOST_BEHIND_MS)
        return [
          warn(
            check,
            "it lacks what was written two seconds ago: lists are read from the primary",
            "Look at what holds it up: its disk, the network between, long queries there.",
          ),
        ];
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  } catch (error) {
    const means = explainDatabaseFault(error)?.means ?? wordsOf(error);
    return [warn(check, `${means}: lists are read from the primary`, remedy)];
  } finally {
    await replica.close();
  }
}
