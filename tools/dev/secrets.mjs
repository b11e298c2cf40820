/** The secrets that the demo and the development server need: made once, then kept. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { databaseFolder, dataFolder, readJson, writePrivateJson } from "../../server/program/checkout.mjs";

/** What the demo's secrets begin with: production knows them by it, and refuses them (server/settings/rules.ts). */
const DEMO = "DemoOnly";

/** Beside the database that they belong to: a checkout that is made again at its path finds both. */
export const secretsFile = () =>
  join(process.env.DATABASE_URL ? dataFolder : databaseFolder(), "secrets.json");

/**
 * Without the same keys a later start could not read what an earlier one encrypted, so they are made once.
 * What the environment sets wins, and is not written down.
 * @param {string} [file]
 * @returns {{ APP_KEYS: string, JOBS_SECRET: string }} `APP_KEYS`: version 1 and 32 bytes in base64, of which 26 are random
 */
export function ensureSecrets(file = secretsFile()) {
  const kept = readJson(file) ?? {};
  const secrets = {
    APP_KEYS: `1:${DEMO}${randomBytes(32).toString("base64").slice(DEMO.length)}`,
    JOBS_SECRET: DEMO + randomBytes(32).toString("base64url").slice(DEMO.length),
    ...kept,
  };
  if (Object.keys(secrets).some((name) => !(name in kept))) writePrivateJson(file, secrets);
  const { APP_KEYS, JOBS_SECRET } = process.env;
  return {
    APP_KEYS: APP_KEYS || secrets.APP_KEYS,
    JOBS_SECRET: JOBS_SECRET || secrets.JOBS_SECRET,
  };
}
