import { existsSync } from "node:fs";
import { join } from "node:path";
import { createVault, type Vault } from "../../../lib/crypto/vault";
import type { Environment } from "../../../lib/domain/environment";
import { SETTINGS } from "../../../lib/env";
import { root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";
import { ensureSecrets } from "../secrets.mjs";

/** Settings by their names, as an environment holds them. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** The environment's, and those of `.env` that it does not have, as the demo takes them. */
export function settingsOfProcess(): Settings {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/**
 * The environment whose keys the deployment takes: that of ENVIRONMENT, or the sandbox where the demo's own database is
 * worked on, for the demo is one.
 * @throws Problem where ENVIRONMENT names neither: a key for the wrong door would only be noticed at that door
 */
export function environmentOfKeys(settings: Settings): Environment {
  if (!settings.DATABASE_URL) return "sandbox";
  const { data } = SETTINGS.ENVIRONMENT.safeParse(settings.ENVIRONMENT || undefined);
  if (!data) throw new Problem(`ENVIRONMENT is "${settings.ENVIRONMENT}". Set it to sandbox or production.`);
  return data;
}

/**
 * What seals secrets, with the servers' own keys: those of APP_KEYS, or the demo's where its database is worked on.
 * @throws Problem without them: sealed with others, no server could open a secret
 */
export function vaultOfServers(settings: Settings): Vault {
  const keys = settings.DATABASE_URL ? settings.APP_KEYS : ensureSecrets().APP_KEYS;
  const { data } = SETTINGS.APP_KEYS.safeParse(keys);
  if (!data) throw new Problem("APP_KEYS is missing or malformed. Set it to the keys that the servers have.");
  return createVault(data);
}

/** The address under which the service is reached, as the servers take it. */
export function baseUrlOfServers(settings: Settings): string {
  const { data } = SETTINGS.BASE_URL.safeParse(settings.BASE_URL || undefined);
  if (!data) throw new Problem(`BASE_URL is "${settings.BASE_URL}". Set it to the address of the service.`);
  return data;
}

/** Whether events may go to receivers on this machine, as the servers have it; the demo's may unless told otherwise. */
export function allowsLoopback(settings: Settings): boolean {
  const otherwise = settings.DATABASE_URL ? "off" : "on";
  return (settings.WEBHOOK_ALLOW_LOOPBACK || otherwise) === "on";
}
