import { databaseFault } from "../../lib/db/start";
import { isRefusal, type StartDeps, withCheckedKeys } from "../keys/checked-vault";
import { env, isFirstServer } from "../settings/env";
import { EXIT, StartRefused } from "../settings/refusal";

/**
 * What a start examines before it opens anything. In production the database has to be there and up to date; a
 * sandbox starts without it and is not ready. So does a server that takes the place of another or joins others, and one that
 * a platform starts for a request that waits: a 503 tells more than a process that ends.
 * @throws StartRefused
 */
export async function preflight(): Promise<void> {
  const { ENVIRONMENT, DATABASE_URL, platform } = env();
  if (ENVIRONMENT !== "production" || platform !== null || !isFirstServer()) return;
  const fault = await databaseFault(DATABASE_URL);
  if (fault) throw new StartRefused([fault], EXIT.unavailable);
}

/** As `withCheckedKeys`, for a process that starts. @throws StartRefused */
export async function checkedAtStart<D extends StartDeps>(deps: D): Promise<D> {
  try {
    return await withCheckedKeys(deps);
  } catch (error) {
    throw isRefusal(error) ? new StartRefused([error.message], EXIT.settings) : error;
  }
}
