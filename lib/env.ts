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

/** Next reads it where an action within a page closes over a value, in place of what it was built with. */
export function giveNextItsKey(base64: string): void {
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = base64;
}
