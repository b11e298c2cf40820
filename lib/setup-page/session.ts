import type { CheckoutDeps } from "../checkout/context";
import { claimedDda, holderOf, type SessionHolder } from "../crypto/setup-session";
import { findSetup, type SetupRow } from "../db/setup";

/** What a session shows, and to whom. */
export type Session = SetupRow & { holder: SessionHolder };

/** Null for a session that was never issued, or was replaced. */
export async function findSession(deps: CheckoutDeps, session: string): Promise<Session | null> {
  const id = claimedDda(session);
  const row = id && (await findSetup(deps.db, id));
  const holder = row && holderOf(deps.vault, row.dda, session);
  return holder && { ...row, holder };
}
