import { platformOf } from "./platform";
import { StartRefused } from "./refusal";
import { faultsIn } from "./rules";
import { type Env, SETTINGS, settingsSchema } from "./schema";

export { type Env, SETTINGS } from "./schema";

/**
 * Reads the settings; empty ones count as missing. What is missing has the value that is right for the platform, where
 * that is known.
 * @throws StartRefused naming every setting that is malformed, else every one that is too weak or contradicts another
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Env {
  const platform = platformOf(environment);
  const given = { ...platform?.defaults, ...filled(environment) };
  const read = settingsSchema.safeParse(filled(given));
  const faults = read.success
    ? [...faultsIn(read.data)]
    : read.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
  // A platform has a name of its own for this one.
  const own = (fault: string) =>
    environment.JOBS_SECRET ? fault : fault.replace(/^JOBS_SECRET:/, "CRON_SECRET:");
  if (!read.success || faults.length > 0) throw new StartRefused(platform ? faults.map(own) : faults);
  return { ...read.data, platform: platform?.name ?? null };
}

const filled = (settings: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])),
  );

let parsed: Env | undefined;

/** This process's settings, parsed once. @throws StartRefused as `parseSettings` does */
export function env(): Env {
  parsed ??= parseSettings(process.env);
  return parsed;
}

/** What the supervisor says of this server: its place among several, from 1, or null where it is alone; how often it was replaced. */
export const ofSupervisor = () => ({
  place: process.env.SERVER_PLACE || null,
  restarts: Number(process.env.SERVER_RESTARTS || 0),
});

/** What the addresses of a build's files end in, so that a platform can keep releases apart; empty in development. */
export const releaseQuery = () => {
  const release = process.env.NEXT_DEPLOYMENT_ID;
  return release ? `?dpl=${release}` : "";
};
