import type { CheckoutDeps } from "../checkout/context";
import { claimedDda, isSessionOf } from "../crypto/setup-session";
import { findSetup, type SetupRow } from "../db/setup";
import type { Untimed } from "../domain/time";

/**
 * Null for a session that was never issued, or was replaced.
 * @param read what is known of the session already
 */
export async function findSession(
  deps: Untimed<CheckoutDeps>,
  session: string,
  read?: SetupRow,
): Promise<SetupRow | null> {
  const id = claimedDda(session);
  const row = read ?? (id && (await findSetup(deps.db, id)));
  return row && isSessionOf(deps.vault, row.dda, session) ? row : null;
}
