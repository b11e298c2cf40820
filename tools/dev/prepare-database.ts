import { describe, Problem } from "../../server/program/problem.mjs";
import { inWords, migrationUrl, withDatabase } from "../command-line/database";
import { migrateDatabase } from "../migrator";
import { issueKey } from "../tenants/keys";
import { DEMO_PROVIDER_CODE, keyWorks, seedDemo } from "./seed";

/** For the demo: migrates, seeds, and prints the provider code and an API key as one line of JSON. */
try {
  const url = process.env.DATABASE_URL && migrationUrl(process.env);
  if (!url) throw new Problem("Set DATABASE_URL to the database to prepare.");
  await inWords(() => migrateDatabase(url));
  const apiKey = await withDatabase(process.env, async (db) => {
    const providerId = await seedDemo(db);
    const present = process.env.DEMO_API_KEY;
    if (present && (await keyWorks(db, providerId, present))) return present;
    return (await issueKey(db, providerId, { environment: "sandbox", label: "Demo" })).apiKey;
  });
  console.log(JSON.stringify({ provider_code: DEMO_PROVIDER_CODE, api_key: apiKey }));
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
