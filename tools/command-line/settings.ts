import { existsSync } from "node:fs";
import { join } from "node:path";
import { createVault, type Vault } from "../../lib/crypto/vault";
import type { Environment } from "../../lib/domain/environment";
import { root } from "../../server/program/checkout.mjs";
import { parsePort } from "../../server/program/port.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { SETTINGS } from "../../server/settings/env";
import { demoSettings, knownDemo } from "../dev/demo-settings.mjs";
import { ensureSecrets } from "../dev/secrets.mjs";

export type Settings = Readonly<Record<string, string | undefined>>;

/** The process's environment, completed from `.env` as the demo does it. */
export function settingsOfProcess(): Settings {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/**
 * The settings of the servers whose database is worked on: as they are or, for the demo's own database, what the demo
 * gives its servers. In production nothing is added: a DATABASE_URL that is missing there is a fault to be told.
 * @param databaseUrl of the database that is open
 */
export function settingsOfServers(settings: Settings, databaseUrl: string): Settings {
  if (settings.DATABASE_URL || settings.ENVIRONMENT === "production") return settings;
  const all = { ...settings, ...demoSettings(parsePort(settings.PORT), settings), DATABASE_URL: databaseUrl };
  const known = knownDemo();
  return {
    ...all,
    BASE_URL: settings.BASE_URL || known?.base_url || all.BASE_URL,
    STRIPE_API_BASE: settings.STRIPE_API_BASE ?? known?.stripe?.api_base,
  };
}

/**
 * The environment that new keys are for: ENVIRONMENT, or the sandbox for the demo's database.
 * @throws Problem where ENVIRONMENT names neither: the mistake would show only when the key is first used
 */
export function environmentOfKeys(settings: Settings): Environment {
  if (!settings.DATABASE_URL) return "sandbox";
  const { data } = SETTINGS.ENVIRONMENT.safeParse(settings.ENVIRONMENT || undefined);
  if (!data) throw new Problem(`ENVIRONMENT is "${settings.ENVIRONMENT}". Set it to sandbox or production.`);
  return data;
}

/**
 * Seals with the servers' keys: APP_KEYS, or the demo's for the demo's database.
 * @throws Problem without them, since no server could open what other keys sealed
 */
export function vaultOfServers(settings: Settings): Vault {
  const keys = settings.DATABASE_URL ? settings.APP_KEYS : ensureSecrets().APP_KEYS;
  const { data } = SETTINGS.APP_KEYS.safeParse(keys);
  if (!data) throw new Problem("APP_KEYS is missing or malformed. Set it to the keys that the servers have.");
  return createVault(data);
}
