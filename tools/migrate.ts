import "../server/program/lines.mjs";
import { workInRoot } from "../server/program/checkout.mjs";
import { describe, Problem } from "../server/program/problem.mjs";
import { inWords, migrationUrl, refuseOpenLines } from "./command-line/database";
import { readOptions } from "./command-line/options";
import { migrateDatabase, pendingMigrations } from "./migrator";

workInRoot();

/** Brings the database up to date or, with `--status`, only says what it lacks. */
try {
  const { status } = readOptions("db:migrate --", { status: {} }, process.argv.slice(2), process.env);
  const url = migrationUrl(process.env);
  if (!url) throw new Problem("Set DATABASE_URL, or DIRECT_DATABASE_URL, to the database to migrate.");
  refuseOpenLines(process.env);
  await inWords(async () => {
    if (!status) await migrateDatabase(url, { say: console.log });
    else for (const name of await pendingMigrations(url)) console.log(`${name}: not applied yet`);
  });
  if (!status) console.log("The database is up to date.");
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
