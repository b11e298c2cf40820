import { parseSettings } from "./parse";
import type { Env } from "./schema";

export { parseSettings, SettingsFault, warningsOf } from "./parse";
export { type Env, SETTINGS } from "./schema";

let parsed: Env | undefined;

/** This process's settings, parsed once. @throws SettingsFault as `parseSettings` does */
export function env(): Env {
  parsed ??= parseSettings(process.env);
  return parsed;
}

/** What the process was started with, as `preflight` examines it. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

/** The place of this server among several of one supervisor, from 1; null where it is alone. */
export const serverPlace = () => process.env.SERVER_PLACE || null;

/** Whether no other server has started before this one that had the same settings. */
export const isFirstServer = () =>
  Number(serverPlace() ?? 1) === 1 && Number(process.env.SERVER_RESTARTS || 0) === 0;

/** Next reads it where an action within a page closes over a value, in place of what it was built with. */
export function giveNextItsKey(base64: string): void {
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = base64;
}

/** What the addresses of a build's files end in, so that a platform can keep releases apart; empty in development. */
export const releaseQuery = () => {
  const release = process.env.NEXT_DEPLOYMENT_ID;
  return release ? `?dpl=${release}` : "";
};
