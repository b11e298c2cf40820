import { migrateDatabase } from "../drizzle/migrate";
import { DEMO_PROVIDER_CODE, keyWorks, seedDemo } from "../drizzle/seed";
import { openDatabase } from "../lib/db/client";
import { issueKey } from "../lib/keys/issue";

/** For the demo: migrates, seeds, and prints the provider code and an API key as one line of JSON. */
const url = process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_URL to the database to prepare.");
await migrateDatabase(url);
const { db, close } = openDatabase({ url, poolSize: 1, prepare: true, name: "prepare-database" });
const providerId = await seedDemo(db);
const present = process.env.DEMO_API_KEY;
const apiKey =
  present && (await keyWorks(db, providerId, present))
    ? present
    : (await issueKey(db, providerId, { environment: "sandbox", label: "Demo" })).apiKey;
await close();
console.log(JSON.stringify({ provider_code: DEMO_PROVIDER_CODE, api_key: apiKey }));
