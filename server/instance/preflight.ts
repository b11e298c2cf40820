import { setTimeout as sleep } from "node:timers/promises";
import { databaseFault } from "../../lib/db/start";
import { isRefusal, type StartDeps, withCheckedKeys } from "../keys/checked-vault";
import { type Env, parseSettings, SettingsFault, warningsOf } from "../settings/env";
import { platformOf } from "../settings/platform";
import { EXIT, StartRefused } from "../settings/refusal";

const LOOK_EVERY_MS = 500;

interface Start {
  /** Faults that were found already, such as a port that is taken. */
  faults?: readonly string[];
  /** One that takes the place of another or joins others, under the same settings: it starts though the database is away. */
  isReplacement?: boolean;
}

/**
 * What a start examines before it opens anything, so that all faults are told at once. In production the database
 * has to be there and up to date; a sandbox starts without it and is not ready.
 * See docs/decisions/047-strict-production.md.
 * @returns what works and is worth a look, a line each
 * @throws StartRefused
 */
export async function preflight(
  environment: Readonly<Record<string, string | undefined>>,
  { faults: known = [], isReplacement = false }: Start = {},
): Promise<string[]> {
  let read: Partial<Env>;
  let faults: readonly string[] = [];
  try {
    read = parseSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    read = error.read;
    faults = error.faults;
  }
  const isGood = faults.length + known.length === 0;
  // A platform starts a process for a request that waits: a 503 tells more than a process that ends.
  const mayWait = isReplacement || platformOf(environment) !== null;
  const examined = read.ENVIRONMENT === "production" && !mayWait ? read.DATABASE_URL : undefined;
  const seconds = (isGood && read.WAIT_FOR_DATABASE) || 0;
  const lost = examined ? await untilThere(examined, seconds) : null;
  const warnings = warningsOf(environment, read);
  const all = [...faults, ...known, ...(lost ? [lost] : [])];
  if (all.length > 0)
    throw new StartRefused(all, faults.length > 0 ? EXIT.settings : EXIT.unavailable, warnings);
  return warnings;
}

/** As `withCheckedKeys`, for a process that starts. @throws StartRefused */
export async function checkedAtStart<D extends StartDeps>(deps: D): Promise<D> {
  try {
    return await withCheckedKeys(deps);
  } catch (error) {
    throw isRefusal(error) ? new StartRefused([error.message], EXIT.settings) : error;
  }
}

/** @returns what keeps the database from being worked on when the time is over; null once nothing does */
async function untilThere(url: string, seconds: number): Promise<string | null> {
  const end = performance.now() + seconds * 1000;
  let told = "";
  for (;;) {
    const fault = await databaseFault(url);
    if (fault === null || performance.now() > end) return fault;
    if (fault !== told) console.warn(`Waiting ${seconds} s at most: ${fault}`);
    told = fault;
    await sleep(LOOK_EVERY_MS);
  }
}
