import { existsSync } from "node:fs";
import { join } from "node:path";
import { createVault, type Vault } from "../../../lib/crypto/vault";
import { SETTINGS } from "../../../lib/env";
import { root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";
import { ensureSecrets } from "../secrets.mjs";

/** Takes what `.env` says and the environment does not, as the demo does. */
export function loadSettings(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * The environment whose keys the deployment takes: that of ENVIRONMENT, or the sandbox where the demo's own database is
 * worked on, for the demo is one.
 * @throws Problem where ENVIRONMENT names neither: a key for the wrong door would only be noticed at that door
 */
export function environmentOfKeys(): "sandbox" | "production" {
  if (!process.env.DATABASE_URL) return "sandbox";
  const { data } = SETTINGS.ENVIRONMENT.safeParse(process.env.ENVIRONMENT || undefined);
  if (!data)
    throw new Problem(`ENVIRONMENT is "${process.env.ENVIRONMENT}". Set it to sandbox or production.`);
  return data;
}

/**
 * What seals secrets, with the servers' own keys: those of APP_KEYS, or the demo's where its database is worked on.
 * @throws Problem without them: sealed with others, no server could open a secret
 */
export function vaultOfServers(): Vault {
  const keys = process.env.DATABASE_URL ? process.env.APP_KEYS : ensureSecrets().APP_KEYS;
  const { data } = SETTINGS.APP_KEYS.safeParse(keys);
  if (!data) throw new Problem("APP_KEYS is missing or malformed. Set it to the keys that the servers have.");
  return createVault(data);
}

/** The address under which the service is reached, as the servers take it. */
export function baseUrlOfServers(): string {
  const { data } = SETTINGS.BASE_URL.safeParse(process.env.BASE_URL || undefined);
  if (!data)
    throw new Problem(`BASE_URL is "${process.env.BASE_URL}". Set it to the address of the service.`);
  return data;
}

/** Whether events may go to receivers on this machine, as the servers have it; the demo's may unless told otherwise. */
export function allowsLoopback(): boolean {
  const otherwise = process.env.DATABASE_URL ? "off" : "on";
  return (process.env.WEBHOOK_ALLOW_LOOPBACK || otherwise) === "on";
}
