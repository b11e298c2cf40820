import { existsSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../../../lib/env";
import { root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";

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
