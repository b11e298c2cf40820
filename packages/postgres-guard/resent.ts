import { isConnectionLost } from "./errors";

const MAX_TRIES = 4;

/**
 * Does again what failed because its connection was lost, as often as a pool may still hold dead connections.
 * @param isHarmless whether the database has certainly done nothing, or nothing that a second time changes
 */
export async function resent<T>(attempt: () => Promise<T>, isHarmless: () => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_TRIES || !isConnectionLost(error) || !isHarmless()) throw error;
    }
  }
}
