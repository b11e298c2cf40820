/** The secrets that the demo and the development server need: made once, then kept. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { databaseFolder, dataFolder, readJson, writePrivateJson } from "../../server/program/checkout.mjs";

/** What the demo's secrets begin with: production knows them by it, and refuses them (server/settings/weakness.ts). */
const DEMO = "DemoOnly";

/** Beside the database that they belong to: a checkout that is made again at its path finds both. */
export const secretsFile = () =>
  join(process.env.DATABASE_URL ? dataFolder : databaseFolder(), "secrets.json");

/**
 * What a demo that others reach shows its kept mails for: made once, unless the environment sets it.
 * @param {string} [file]
 * @returns {string}
 */
export function ensureSandboxPassword(file = secretsFile()) {
  if (process.env.SANDBOX_PASSWORD) return process.env.SANDBOX_PASSWORD;
  const kept = readJson(file) ?? {};
  const password = kept.SANDBOX_PASSWORD ?? randomBytes(12).toString("base64url");
  if (kept.SANDBOX_PASSWORD !== password) writePrivateJson(file, { ...kept, SANDBOX_PASSWORD: password });
  return password;
}

/**
 * Without the same keys a later start could not read what an earlier one encrypted, so they are made once.
 * What the environment sets wins, and is not written down.
 * @param {string} [file]
 * @returns {{ APP_KEYS: string, JOBS_SECRET: string }} `APP_KEYS`: version 1 and 32 bytes in base64, of which 26 are random
 */
export function ensureSecrets(file = secretsFile()) {
  const kept = readJson(file) ?? {};
  const secrets = {
    APP_KEYS: kept.APP_KEYS ?? `1:${DEMO}${randomBytes(32).toString("base64").slice(DEMO.length)}`,
    JOBS_SECRET: kept.JOBS_SECRET ?? DEMO + randomBytes(32).toString("base64url").slice(DEMO.length),
  };
  if (kept.APP_KEYS !== secrets.APP_KEYS || kept.JOBS_SECRET !== secrets.JOBS_SECRET) {
    writePrivateJson(file, { ...kept, ...secrets });
  }
  return {
    APP_KEYS: process.env.APP_KEYS || secrets.APP_KEYS,
    JOBS_SECRET: process.env.JOBS_SECRET || secrets.JOBS_SECRET,
  };
}
