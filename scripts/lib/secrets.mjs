/** The secrets that the demo and the development server need: made once, then kept. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { dataFolder, readJson, writePrivateJson } from "./checkout.mjs";

/**
 * Without the same keys a later start could not read what an earlier one encrypted, so they are made once.
 * What the environment sets wins, and is not written down.
 *
 * @param {string} [file]
 * @returns {{ APP_KEYS: string, JOBS_SECRET: string }} `APP_KEYS`: version 1 and 32 random bytes in base64
 */
export function ensureSecrets(file = join(dataFolder, "secrets.json")) {
  const kept = readJson(file) ?? {};
  const secrets = {
    APP_KEYS: kept.APP_KEYS ?? `1:${randomBytes(32).toString("base64")}`,
    JOBS_SECRET: kept.JOBS_SECRET ?? randomBytes(32).toString("base64url"),
  };
  if (kept.APP_KEYS !== secrets.APP_KEYS || kept.JOBS_SECRET !== secrets.JOBS_SECRET) {
    writePrivateJson(file, { ...kept, ...secrets });
  }
  return {
    APP_KEYS: process.env.APP_KEYS || secrets.APP_KEYS,
    JOBS_SECRET: process.env.JOBS_SECRET || secrets.JOBS_SECRET,
  };
}
