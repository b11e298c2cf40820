import { migrateDatabase } from "../../../drizzle/migrate";
import { type Db, openDatabase } from "../../../lib/db/client";
import { KeyFault } from "../../../lib/sealing/check-keys";
import { openDatabase as openDemoDatabase } from "../database.mjs";
import { quiet } from "../log.mjs";
import { Problem } from "../problem.mjs";
import type { Settings } from "./settings";

/**
 * Works on the database of DATABASE_URL or, without it, on the demo's own, which is started for this where no demo runs.
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (db: Db, url: string) => Promise<T>,
): Promise<T> {
  const given = settings.DATABASE_URL;
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const url = await openDemoDatabase(quiet, { before: (step) => void undo.push(step) }, given);
    if (!given) await migrateDatabase(url);
    const { db, close } = openDatabase({
      url,
      poolSize: 1,
      prepare: settings.DATABASE_PREPARE !== "off",
      name: "command-line",
    });
    undo.push(close);
    return await work(db, url).catch((error) => {
      throw told(error);
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Faults that the operator can mend, in words. */
function told(error: unknown): unknown {
  if (error instanceof KeyFault) return new Problem(error.message);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (code === "42P01" || code === "42703")
      return new Problem(
        "The database is not up to date. Run `npm run db:migrate` with this DATABASE_URL first.",
      );
    if (typeof code === "string" && /^(E[A-Z]+|CONNECT_TIMEOUT|28P01|28000|3D000)$/.test(code))
      return new Problem(`The database cannot be reached: ${cause.message}. Check DATABASE_URL.`);
  }
  return error;
}
