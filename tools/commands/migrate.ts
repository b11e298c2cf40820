import { Problem } from "../../server/program/problem.mjs";
import { inWords, migrationUrl, refuseOpenLines } from "../command-line/database";
import { readOptions } from "../command-line/options";
import type { Settings } from "../command-line/settings";
import { migrateDatabase, pendingMigrations } from "../migrator";

const OPTIONS = { status: {} } as const;

/**
 * Brings the database up to date or, with `--status`, only says what it lacks.
 * @param say called with each line of progress
 * @throws Problem without an address, and for what the operator can mend
 */
export async function migrate(
  argv: string[],
  settings: Settings,
  say: (line: string) => void,
): Promise<void> {
  const { status } = readOptions("db:migrate --", OPTIONS, argv, settings);
  const url = migrationUrl(settings);
  if (!url) throw new Problem("Set DATABASE_URL, or DIRECT_DATABASE_URL, to the database to migrate.");
  refuseOpenLines(settings);
  await inWords(async () => {
    if (!status) await migrateDatabase(url, { say });
    else for (const name of await pendingMigrations(url)) say(`${name}: not applied yet`);
  });
  if (!status) say("The database is up to date.");
}
