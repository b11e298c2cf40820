import { parseSettings } from "./settings/parse";
import type { Env } from "./settings/schema";

export { parseSettings } from "./settings/parse";
export { type Env, SETTINGS } from "./settings/schema";

let parsed: Env | undefined;

/** This process's settings, parsed once. @throws Error as `parseSettings` does */
export function env(): Env {
  parsed ??= parseSettings(process.env);
  return parsed;
}
