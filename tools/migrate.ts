import "../server/program/lines.mjs";
import { workInRoot } from "../server/program/checkout.mjs";
import { describe, Problem } from "../server/program/problem.mjs";
import { inWords, migrationUrl, refuseOpenLines } from "./command-line/database";
import { migrateDatabase } from "./migrator";

workInRoot();

/** Brings the database up to date. */
try {
  const url = migrationUrl(process.env);
  if (!url) throw new Problem("Set DATABASE_URL, or DIRECT_DATABASE_URL, to the database to migrate.");
  refuseOpenLines(process.env);
  await inWords(() => migrateDatabase(url, { say: console.log }));
  console.log("The database is up to date.");
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
