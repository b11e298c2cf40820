import type { Db } from "../../lib/db/client";
import type { Id } from "../../lib/domain/ids";
import { issueKey } from "../../lib/provider/keys";
import { lazySignIn } from "../../server/instance/staff";
import { describe, Problem } from "../../server/program/problem.mjs";
import { inWords, migrationUrl, withDatabase } from "../command-line/database";
import { vaultOfServers } from "../command-line/settings";
import { migrateDatabase } from "../migrator";
import { DEMO_PROVIDER_CODE, keyWorks, STRIPE_PROVIDER_CODE, seedAdmin, seedDemo, seedStripe } from "./seed";

/** @param known a key of an earlier start */
async function keyed(db: Db, code: string, providerId: Id<"prv">, known?: string) {
  const works = known && (await keyWorks(db, providerId, known));
  const key = { environment: "sandbox", label: "Demo" } as const;
  return { provider_code: code, api_key: works ? known : (await issueKey(db, providerId, key)).apiKey };
}

/** For the demo: migrates, seeds, and prints the provider code, an API key and the console's admin as one line of JSON. */
try {
  const url = process.env.DATABASE_URL && migrationUrl(process.env);
  if (!url) throw new Problem("Set DATABASE_URL to the database to prepare.");
  await inWords(() => migrateDatabase(url));
  const seeded = await withDatabase(process.env, async (db) => {
    const demoId = await seedDemo(db);
    const baseUrl = process.env.BASE_URL || "http://localhost:3000";
    const signIn = lazySignIn({ db, baseUrl, vault: vaultOfServers(process.env) });
    const demo = {
      ...(await keyed(db, DEMO_PROVIDER_CODE, demoId, process.env.DEMO_API_KEY)),
      console: {
        url: `${baseUrl}/console`,
        ...(await seedAdmin(db, await signIn(), demoId, process.env.DEMO_CONSOLE_PASSWORD)),
      },
    };
    const standIn = process.env.DEMO_STRIPE ? JSON.parse(process.env.DEMO_STRIPE) : null;
    if (!standIn) return demo;
    const providerId = await seedStripe(db, vaultOfServers(process.env), standIn);
    const stripe = await keyed(db, STRIPE_PROVIDER_CODE, providerId, standIn.apiKey);
    return { ...demo, stripe: { ...stripe, api_base: standIn.settings.STRIPE_API_BASE } };
  });
  console.log(JSON.stringify(seeded));
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
